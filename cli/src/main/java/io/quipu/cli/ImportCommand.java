package io.quipu.cli;

import io.quipu.cli.history.DayWindows;
import io.quipu.cli.history.IdMemory;
import io.quipu.cli.history.ImportTime;
import io.quipu.cli.options.NamespaceOption;
import io.quipu.cli.options.SourceOptions;
import io.quipu.cli.screen.Progress;
import io.quipu.cli.screen.Table;
import io.quipu.cli.service.Service;
import io.quipu.cli.service.Unanswered;
import io.quipu.cli.source.SourceAddress;
import io.quipu.cli.source.SourceFailure;
import io.quipu.cli.source.redis.FieldNames;
import io.quipu.cli.transfer.BadLine;
import io.quipu.cli.transfer.Entry;
import io.quipu.cli.transfer.FileSettings;
import io.quipu.cli.transfer.Import;
import io.quipu.cli.transfer.Stated;
import io.quipu.client.JsonObject;
import io.quipu.client.QuipuClient;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.Supplier;
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
          + " events, id, time, labels, namespace; of kind latest actor, version, value), or CSV"
          + " with these columns. Without count and delta a line counts 1. Or out of"
          + " redis://host:6379/0 (strings and fields of hashes that hold integers),"
          + " rediss://host/0, or a table with counter columns,"
          + " cassandra://host:9042,host/keyspace/table.",
      "Nothing is guessed: an unknown name, a row with other columns than the first line or a"
          + " number that is not in digits ends the import, and says how to go on.",
      "If it breaks off, run it again, with the same file or the same --run: what is there already"
          + " is not counted again, for as long as the namespace remembers ids."
    })
public final class ImportCommand extends ServiceCommand {
  private static final int IN_DOUBT = 3;
  private static final int LONGEST_RUN = 100;
  private static final String NOT_READ = " cannot be read to its end";

  @Mixin private final NamespaceOption namespace = new NamespaceOption();

  @Parameters(
      paramLabel = "FILE|ADDRESS",
      description = "Such as counts.ndjson, - for standard input, or redis://host/0.")
  private String from = "";

  @Option(
      names = "--run",
      paramLabel = "TEXT",
      description =
          "What the ids begin with: one run counts a counter of a source once, and a line of a file"
              + " once, so another file needs another name. Of a file it otherwise follows from the"
              + " content and from --column, --into and --tz.")
  private @Nullable String run;

  @Option(
      names = "--dry-run",
      description = "Prints what would be recorded, as lines that can be imported.")
  private boolean dry;

  @Option(
      names = "--check",
      description = "Records nothing: says which counters have another count than what is read.")
  private boolean check;

  @Mixin private final FileOptions files = new FileOptions();
  @Mixin private final SourceOptions sources = new SourceOptions();

  @Override
  int run(Service service) {
    if (dry && check) {
      throw bad("--dry-run and --check: one of them");
    }
    try (ImportInput input = input(service)) {
      if (dry) {
        return print(input);
      }
      return check ? compare(service, input) : record(service, input);
    } catch (BadLine e) {
      throw new Unanswered(Table.plain(e.getMessage() + ". Nothing is recorded"));
    } catch (SourceFailure e) {
      throw new Unanswered(Table.plain(String.valueOf(e.getMessage())));
    } catch (UncheckedIOException e) {
      throw new Unanswered(Table.plain(from + NOT_READ));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unanswered("Interrupted");
    }
  }

  private ImportInput input(Service service) {
    boolean isSource = SourceAddress.isMeant(from);
    if (isSource) {
      files.refuseForSource();
    }
    boolean isOptional = dry || check || (!isSource && FileOptions.isRepeatable(from));
    String name = run == null && isOptional ? null : checkedRun();
    return isSource
        ? ImportInput.of(
            sources.open(from, () -> fieldNames(service), service.timeout()),
            dry || check ? null : name)
        : files.open(
            from,
            name,
            namespace.given(),
            dry || check
                ? FileSettings.NONE.days()
                : new DayWindows(service, namespace.name())::check,
            note -> complain(Table.plain(note)));
  }

  /** In a namespace of kind linear a field has the name under which Redis clients read it there. */
  private FieldNames fieldNames(Service service) {
    return IdMemory.of(service, namespace.name()).kind().equals("linear")
        ? FieldNames.LINEAR
        : FieldNames.PATH;
  }

  /**
   * Returns the given run. Only a file that can be read twice has a default, which follows from it.
   * With a new default for each import, a repeated import would count twice. With a constant
   * default, a later import would count nothing.
   */
  private String checkedRun() {
    if (run == null || run.isEmpty()) {
      throw bad(
          "--run is "
              + (run == null ? "missing" : "empty")
              + ": a name for this import, such as --run=2026-01-31. With the same name it can be"
              + " repeated, and counts nothing twice");
    }
    if (run.getBytes(StandardCharsets.UTF_8).length > LONGEST_RUN) {
      throw bad("--run: at most " + LONGEST_RUN + " bytes");
    }
    return run;
  }

  private int print(ImportInput input) {
    input.entries().forEach(entry -> out().println(line(entry)));
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
    if (!entry.labels().isEmpty()) {
      line.put("labels", new JsonObject(new TreeMap<>(entry.labels())));
    }
    return entry.id() == null ? line : line.put("id", entry.id());
  }

  private int compare(Service service, ImportInput input) {
    CountCheck compared = new CountCheck(service, namespace.name());
    try (Progress progress = Progress.on(out(), input.unit(), json())) {
      compared.compare(input.entries().peek(entry -> progress.step()), SourceAddress.isMeant(from));
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
    IdWarnings warnings = new IdWarnings(service, memory, this::complain);
    if (SourceAddress.isMeant(from)) {
      time.boundBy(memory);
    }
    try (QuipuClient client = service.client();
        Progress progress = Progress.on(out(), input.unit(), json())) {
      Import imported = new Import(client, namespace.name(), input.run());
      Supplier<String> broken = null;
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
        broken = () -> corrected(e, input.run(), imported);
      } catch (UncheckedIOException e) {
        broken = () -> from + NOT_READ + ". Run it again: " + repeated().of(input.run());
      } catch (Unanswered e) {
        broken = () -> e.getMessage() + ". Run it again: " + repeated().of(input.run());
      } catch (SourceFailure e) {
        broken =
            () ->
                e.getMessage()
                    + ". What was found before is recorded; run it again with --run="
                    + input.run();
      }
      return told(input, imported, broken);
    }
  }

  /** Says what came before a bad line, and which command goes on with the corrected file. */
  private String corrected(BadLine bad, String run, Import imported) {
    boolean isAllThere = imported.refused() + imported.inDoubt() == 0;
    return String.format(
        Locale.ROOT,
        "%s. The lines before it are recorded%s, and count again if you import the file without"
            + " --run. Correct it, leave all other lines where they are, and go on: %s",
        bad.getMessage(),
        isAllThere ? "" : ", but for those named above",
        isAllThere ? repeated().of(run, bad.line()) : repeated().of(run));
  }

  /**
   * The command that names the run. Generated ids begin with the name of the run, so in another run
   * the entries without an id of their own would count again.
   */
  private RepeatedCommand repeated() {
    return new RepeatedCommand(arguments());
  }

  private int told(ImportInput input, Import imported, @Nullable Supplier<String> broken) {
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
      complain(Table.plain(broken.get()));
    } else if (imported.refused() + imported.inDoubt() > 0) {
      complain(
          Table.plain(
              imported.refused()
                  + " refused, "
                  + imported.inDoubt()
                  + " in doubt; what the namespace remembers is not counted twice if you run it"
                  + " again: "
                  + repeated().of(input.run())));
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
