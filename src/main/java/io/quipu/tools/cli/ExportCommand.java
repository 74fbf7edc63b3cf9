package io.quipu.tools.cli;

import io.quipu.tools.cli.transfer.CountWriter;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code export}: writes the counts of a namespace, one line for each counter. */
@Command(
    name = "export",
    description = {
      "Writes the exact counts of all counters of a namespace that have been settled once: NDJSON,"
          + " or CSV with --format=csv. What it writes can be imported again; only of sketches it"
          + " cannot.",
      "Each count is that of the moment when it is read; while events come, they are of different"
          + " moments."
    })
public final class ExportCommand extends ServiceCommand {
  @Mixin private final NamespaceOption namespace = new NamespaceOption();

  @Option(names = "--prefix", paramLabel = "TEXT", description = "Only names that begin so.")
  private @Nullable String prefix;

  @Option(
      names = "--format",
      paramLabel = "ndjson|csv",
      description = "How it is written (${DEFAULT-VALUE}).")
  private CountWriter.Format format = CountWriter.Format.NDJSON;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Where to; otherwise standard output.")
  private @Nullable Path output;

  @Override
  int run(Service service) {
    if (output == null) {
      export(service, out(), true);
      out().flush();
      return 0;
    }
    try (PrintWriter file =
        new PrintWriter(Files.newBufferedWriter(output, StandardCharsets.UTF_8))) {
      long counters = export(service, file, json());
      if (file.checkError()) {
        throw new Unanswered(output + " cannot be written");
      }
      out().printf(Locale.ROOT, "%,d counters written%n", counters);
      return 0;
    } catch (IOException e) {
      throw bad("--output=" + output + " cannot be written");
    }
  }

  /** Writes all counts, and returns the number of counters. */
  private long export(Service service, PrintWriter to, boolean silent) {
    try (Progress progress = Progress.on(out(), "counters", silent)) {
      CountWriter writer = new CountWriter(format, to);
      long counters = export(service, writer, progress);
      writer.end();
      return counters;
    }
  }

  private long export(Service service, CountWriter writer, Progress progress) {
    long counters = 0;
    String after = null;
    do {
      Query query =
          new Query().with("limit", Service.PAGE).with("prefix", prefix).with("after", after);
      JsonObject page = service.get(namespace.counters() + query);
      JsonArray names = page.getJsonArray("counters", new JsonArray());
      if (!names.isEmpty()) {
        counters += names.size();
        for (Object count : counts(service, names)) {
          writer.write((JsonObject) count);
          progress.step();
        }
      }
      after = page.getString("next");
    } while (after != null);
    return counters;
  }

  private JsonArray counts(Service service, JsonArray page) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < page.size(); i++) {
      names.add(page.getJsonObject(i).getString("counter"));
    }
    return service.counts(namespace.name(), names).getJsonArray("counts", new JsonArray());
  }
}
