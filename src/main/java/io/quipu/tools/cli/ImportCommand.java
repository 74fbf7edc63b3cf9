package io.quipu.tools.cli;

import io.quipu.client.QuipuClient;
import io.quipu.tools.cli.source.SourceAddress;
import io.quipu.tools.cli.source.SourceFailure;
import io.quipu.tools.cli.transfer.BadLine;
import io.quipu.tools.cli.transfer.Entries;
import io.quipu.tools.cli.transfer.Entry;
import io.quipu.tools.cli.transfer.Import;
import io.quipu.tools.cli.transfer.Stated;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code import}: records counts from a file, from Redis, or from a counter table of Cassandra.
 * Exit code 3: some events are in doubt, and nothing else failed.
 */
@Command(
    name = "import",
    sortOptions = false,
    description = {
      "Records counts, each once, out of a file: NDJSON (objects with counter, count or delta,"
          + " events, id, time, namespace; of kind latest actor, version, value), or CSV with these"
          + " columns. Or out of redis://host:6379/0 (strings and"
          + " fields of hashes that hold integers), rediss://host/0, or a table with counter"
          + " columns, cassandra://host:9042,host/keyspace/table.",
      "If it breaks off, run it again, with the same file or the same --run: what is there already"
          + " is not counted again, for as long as the namespace remembers ids."
    })
public final class ImportCommand extends ServiceCommand {
  private static final int IN_DOUBT = 3;
  private static final int LONGEST_RUN = 100;
  private static final String NO_TEXT = " cannot be read to its end: it must be UTF-8";
  private static final String CORRECT_IT =
      ". What is before it is recorded; correct it, leave every other line where it is, and import"
          + " ";

  @Mixin private final NamespaceOption namespace = new NamespaceOption();

  @Parameters(paramLabel = "FILE|ADDRESS", description = "Such as counts.ndjson or redis://host/0.")
  private String from = "";

  @Option(
      names = "--format",
      paramLabel = "ndjson|csv",
      description = "Of a file; otherwise by the end of its name.")
  private @Nullable Entries format;

  @Option(
      names = "--run",
      paramLabel = "TEXT",
      description =
          "What the ids begin with: one run counts a counter of a source once. Of a file it"
              + " otherwise follows from the content.")
  private @Nullable String run;

  @Option(
      names = "--dry-run",
      description = "Prints what would be recorded, as lines that can be imported.")
  private boolean dry;

  @Option(
      names = "--check",
      description = "Records nothing: says which counters have another count than what is read.")
  private boolean check;

  @Mixin private final SourceOptions sources = new SourceOptions();

  @Override
  int run(Service service) {
    if (dry && check) {
      throw bad("--dry-run and --check: one of them");
    }
    try (ImportInput input = input(service.timeout())) {
      if (dry) {
        return print(input);
      }
      return check ? compare(service, input) : record(service, input);
    } catch (SourceFailure | BadLine e) {
      throw new Unanswered(Table.plain(String.valueOf(e.getMessage())));
    } catch (UncheckedIOException e) {
      throw new Unanswered(from + NO_TEXT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unanswered("Interrupted");
    }
  }

  private ImportInput input(Duration timeout) {
    if (SourceAddress.isMeant(from)) {
      String recorded = dry || check ? null : checkedRun();
      return ImportInput.of(sources.open(from, timeout), recorded);
    }
    Path file = Path.of(from);
    Entries reader = format == null ? byName(file) : format;
    try {
      return ImportInput.of(file, reader, run);
    } catch (IOException e) {
      throw bad("FILE: " + file + " cannot be read");
    }
  }

  /**
   * Returns the given run, which has no default. With a new default for each import, a repeated
   * import would count twice. With a constant default, a later import would count nothing.
   */
  private String checkedRun() {
    if (run == null || run.isEmpty()) {
      throw bad(
          "--run is missing: a name for this import, such as --run=2026-01-31. With the same name"
              + " it can be repeated, and counts nothing twice");
    }
    if (run.getBytes(StandardCharsets.UTF_8).length > LONGEST_RUN) {
      throw bad("--run: at most " + LONGEST_RUN + " bytes");
    }
    return run;
  }

  private Entries byName(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".csv")) {
      return Entries.CSV;
    }
    if (name.endsWith(".ndjson") || name.endsWith(".jsonl")) {
      return Entries.NDJSON;
    }
    throw bad("FILE: " + file + " ends in none of .ndjson, .jsonl, .csv; give --format");
  }

  private int print(ImportInput input) {
    input.entries().forEach(entry -> out().println(line(entry).encode()));
    return skipped(input) ? 1 : 0;
  }

  private static JsonObject line(Entry entry) {
    JsonObject line = new JsonObject();
    if (entry.namespace() != null) {
      line.put("namespace", entry.namespace());
    }
    line.put("counter", entry.counter());
    Stated stated = entry.stated();
    if (stated == null) {
      line.put("count", entry.amount());
    } else {
      line.put("actor", stated.actor())
          .put("version", stated.version())
          .put("value", entry.amount());
      if (stated.replaces() != null) {
        line.put("replaces", stated.replaces());
      }
    }
    if (entry.events() != 1) {
      line.put("events", entry.events());
    }
    if (entry.time() != null) {
      line.put("time", entry.time().toString());
    }
    return entry.id() == null ? line : line.put("id", entry.id());
  }

  private int compare(Service service, ImportInput input) {
    CountCheck compared = new CountCheck(service, namespace.name());
    try (Progress progress = Progress.on(out(), input.unit(), json())) {
      compared.compare(input.entries().peek(entry -> progress.step()));
    }
    JsonObject answer =
        new JsonObject().put("same", compared.same()).put("different", compared.different());
    print(
        answer.put("skipped", input.skips().answer()),
        () ->
            out()
                .printf(
                    Locale.ROOT,
                    "%,d counters have the same count, %,d another one%n",
                    compared.same(),
                    compared.different()));
    compared.told().forEach(line -> complain(Table.plain(line)));
    return skipped(input) || compared.different() > 0 ? 1 : 0;
  }

  private int record(Service service, ImportInput input) throws InterruptedException {
    IdMemory memory = IdMemory.of(service, namespace.name());
    ImportTime time = ImportTime.begin(service.timeout());
    IdWarnings warnings = new IdWarnings(service, this::complain);
    warnings.about(memory);
    if (SourceAddress.isMeant(from)) {
      time.boundBy(memory);
    }
    try (QuipuClient client = service.client();
        Progress progress = Progress.on(out(), input.unit(), json())) {
      Import imported = new Import(client, namespace.name(), input.run());
      String broken = null;
      try {
        imported.record(
            input
                .entries()
                .peek(
                    entry -> {
                      progress.step();
                      time.check();
                      warnings.about(entry.namespace());
                    }));
      } catch (BadLine e) {
        broken = e.getMessage() + CORRECT_IT + again(input);
      } catch (UncheckedIOException e) {
        broken = from + NO_TEXT + CORRECT_IT + again(input);
      } catch (SourceFailure e) {
        broken = e.getMessage() + ". What was found before is recorded; run it " + again(input);
      }
      return told(input, imported, broken);
    }
  }

  /**
   * Names the run to repeat. Generated ids begin with the name of the run, so in another run the
   * entries without an id of their own would count again.
   */
  private static String again(ImportInput input) {
    return "again with --run=" + input.run();
  }

  private int told(ImportInput input, Import imported, @Nullable String broken) {
    JsonObject answer =
        new JsonObject()
            .put("run", input.run())
            .put("recorded", imported.recorded())
            .put("refused", imported.refused())
            .put("inDoubt", imported.inDoubt())
            .put("skipped", input.skips().answer());
    print(answer, () -> out().printf(Locale.ROOT, "%,d events recorded%n", imported.recorded()));
    imported.failures().forEach(failure -> complain(Table.plain(failure)));
    boolean missing = skipped(input);
    if (broken != null) {
      complain(Table.plain(broken));
    } else if (imported.refused() + imported.inDoubt() > 0) {
      complain(
          Table.plain(
              imported.refused()
                  + " refused, "
                  + imported.inDoubt()
                  + " in doubt; run it "
                  + again(input)
                  + ": what the namespace remembers is not counted twice"));
    }
    return broken != null || missing || imported.refused() > 0
        ? 1
        : imported.inDoubt() > 0 ? IN_DOUBT : 0;
  }

  /** Prints the skipped parts of the source, and tells whether counters are among them. */
  private boolean skipped(ImportInput input) {
    input.skips().lines().forEach(line -> complain(Table.plain(line)));
    return input.skips().haveCounters();
  }
}
