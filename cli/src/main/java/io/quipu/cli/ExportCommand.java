package io.quipu.cli;

import io.quipu.cli.history.HistoryExport;
import io.quipu.cli.options.NamespaceOption;
import io.quipu.cli.screen.Progress;
import io.quipu.cli.screen.Table;
import io.quipu.cli.service.Query;
import io.quipu.cli.service.Service;
import io.quipu.cli.service.Unanswered;
import io.quipu.cli.transfer.CountWriter;
import io.quipu.client.JsonObject;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code export}: writes the counters of a namespace, with their windows and series. */
@Command(
    name = "export",
    description = {
      "Writes all counters of a namespace that have been settled once: NDJSON, or CSV with"
          + " --format=csv. Of kinds event and unique, a line is a window of a series, with its time"
          + " and labels, so that an import brings back counts, windows and series; it ends with"
          + " what to know for that. Of other kinds, a line is a counter with its exact count; of"
          + " sketches it cannot be imported.",
      "Each count is that of the moment when it is read; while events come, they are of different"
          + " moments."
    })
public final class ExportCommand extends ServiceCommand {
  @Mixin private final NamespaceOption namespace = new NamespaceOption();

  @Option(names = "--prefix", paramLabel = "TEXT", description = "Only names that begin so.")
  private @Nullable String prefix;

  @Option(
      names = "--counts",
      description = "Writes one line for each counter, without windows and series.")
  private boolean counts;

  @Option(
      names = "--format",
      paramLabel = "ndjson|csv",
      description = "How it is written (${DEFAULT-VALUE}).")
  private CountWriter.Format format = CountWriter.Format.NDJSON;

  @Option(
      names = "--spreadsheet",
      description =
          "With --format=csv: every cell is quoted, and an apostrophe protects names and labels in"
              + " which a spreadsheet could find a formula. Such a file is not for an import.")
  private boolean spreadsheet;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Where to; otherwise standard output.")
  private @Nullable Path output;

  @Override
  int run(Service service) {
    if (spreadsheet && format != CountWriter.Format.CSV) {
      throw bad("--spreadsheet needs --format=csv");
    }
    JsonObject settings = service.settings(namespace.name());
    if (output == null) {
      export(service, settings, out(), true);
      return 0;
    }
    try (PrintWriter file =
        new PrintWriter(Files.newBufferedWriter(output, StandardCharsets.UTF_8))) {
      long counters = export(service, settings, file, json());
      if (file.checkError()) {
        throw new Unanswered(output + " cannot be written");
      }
      out().printf(Locale.ROOT, "%,d counters written%n", counters);
      return 0;
    } catch (IOException e) {
      throw bad("--output=" + output + " cannot be written");
    }
  }

  /** Writes all counters, and returns their number. */
  private long export(Service service, JsonObject settings, PrintWriter to, boolean silent) {
    CountWriter writer = new CountWriter(format, to, spreadsheet);
    List<String> why = notImportable(settings.text("kind", ""));
    try (Progress progress = Progress.on(out(), "counters", silent);
        HistoryExport history = new HistoryExport(service, namespace, settings, counts)) {
      long[] counters = {0};
      service.pages(
          namespace.counters(),
          () -> new Query().with("prefix", prefix),
          page -> {
            List<JsonObject> some = counts(service, page.objectsOrNone("counters"));
            counters[0] += some.size();
            if (why.isEmpty()) {
              history.write(some, writer, progress::step);
            } else {
              some.forEach(
                  count -> {
                    writer.write(count);
                    progress.step();
                  });
            }
          });
      writer.end(history.columns());
      tell(why.isEmpty() ? history.words() : why);
      return counters[0];
    }
  }

  private List<JsonObject> counts(Service service, List<JsonObject> page) {
    List<String> names = page.stream().map(one -> one.text("counter")).toList();
    return names.isEmpty()
        ? List.of()
        : service.counts(namespace.name(), names).objectsOrNone("counts");
  }

  private void tell(List<String> words) {
    if (spreadsheet) {
      complain("Made for a spreadsheet: do not import it");
    }
    words.forEach(line -> complain(Table.plain(line)));
  }

  /** Says why the lines of a kind cannot be imported; empty if they can. */
  private static List<String> notImportable(String kind) {
    return switch (kind) {
      case "sketch" -> List.of("Kind sketch cannot be imported: the lines are results, not values");
      case "latest" ->
          List.of(
              "Kind latest cannot be imported: the lines are counts, and do not say who stated"
                  + " what");
      default -> List.of();
    };
  }
}
