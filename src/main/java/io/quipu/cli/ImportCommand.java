package io.quipu.cli;

import io.quipu.cli.transfer.BadLine;
import io.quipu.cli.transfer.Entries;
import io.quipu.cli.transfer.Entry;
import io.quipu.cli.transfer.FileRun;
import io.quipu.cli.transfer.Import;
import io.quipu.client.QuipuClient;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code import}: counts from a file. Exit code 3: some are in doubt, and nothing else is wrong.
 */
@Command(
    name = "import",
    description = {
      "Records what the lines of a file say, each once: NDJSON (objects with counter, count or delta,"
          + " id, namespace), or CSV with these columns.",
      "If it breaks off, run it again with the same file: ids follow from its content, and what is"
          + " there already is not counted again, for as long as the namespace remembers ids."
    })
public final class ImportCommand extends ServiceCommand {
  private static final int IN_DOUBT = 3;

  @Mixin private final NamespaceOption namespace = new NamespaceOption();

  @Parameters(paramLabel = "FILE", description = "Such as counts.ndjson or counts.csv.")
  private Path file = Path.of("");

  @Option(
      names = "--format",
      paramLabel = "ndjson|csv",
      description = "Otherwise by the end of the file's name.")
  private @Nullable Entries format;

  @Option(
      names = "--run",
      paramLabel = "TEXT",
      description = "What the ids begin with; otherwise it follows from the content.")
  private @Nullable String run;

  @Override
  int run(Service service) {
    Entries reader = format == null ? byName() : format;
    warnOfForgetting(service);
    try (Reader text = Files.newBufferedReader(file, StandardCharsets.UTF_8);
        QuipuClient client = service.client();
        Progress progress = Progress.on(out(), "lines", json())) {
      Import imported = new Import(client, namespace.name(), run == null ? FileRun.of(file) : run);
      return told(imported, reader.read(text).peek(entry -> progress.step()));
    } catch (IOException e) {
      throw bad("FILE: " + file + " cannot be read");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unanswered("Interrupted");
    }
  }

  private int told(Import imported, Stream<Entry> entries) throws InterruptedException {
    String broken = null;
    try {
      imported.record(entries);
    } catch (BadLine e) {
      broken = e.getMessage();
    } catch (UncheckedIOException e) {
      broken = file + " cannot be read to its end: it must be UTF-8";
    }
    JsonObject answer =
        new JsonObject()
            .put("recorded", imported.recorded())
            .put("refused", imported.refused())
            .put("inDoubt", imported.inDoubt());
    print(
        answer,
        () -> {
          out().printf(Locale.ROOT, "%,d events recorded%n", imported.recorded());
        });
    imported.failures().forEach(failure -> complain(Table.plain(failure)));
    if (broken != null) {
      complain(broken + ". What is before it is recorded; correct it, and import with --run");
    } else if (imported.refused() + imported.inDoubt() > 0) {
      complain(
          imported.refused()
              + " refused, "
              + imported.inDoubt()
              + " in doubt; run it again: what is"
              + " there is not counted twice");
    }
    return broken != null || imported.refused() > 0 ? 1 : imported.inDoubt() > 0 ? IN_DOUBT : 0;
  }

  private Entries byName() {
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".csv")) {
      return Entries.CSV;
    }
    if (name.endsWith(".ndjson") || name.endsWith(".jsonl")) {
      return Entries.NDJSON;
    }
    throw bad("FILE: " + file + " ends in none of .ndjson, .jsonl, .csv; give --format");
  }

  private void warnOfForgetting(Service service) {
    JsonObject settings = service.get("/v1/namespaces/" + Service.segment(namespace.name()));
    String window = settings.getString("deduplicate", "");
    if (!settings.getString("kind", "").equals("unique")) {
      complain(
          "Namespace "
              + namespace.name()
              + (window.equals("off") ? " remembers no ids" : " remembers ids for " + window)
              + ": an import that is repeated later than that counts again. Kind unique remembers them"
              + " for ever");
    }
  }
}
