package io.quipu.tools.cli;

import io.quipu.tools.cli.spelling.Nearest;
import io.quipu.tools.cli.transfer.Entries;
import io.quipu.tools.cli.transfer.FileRun;
import io.quipu.tools.cli.transfer.FileSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of an import that say how a file is read. */
final class FileOptions {
  /** The name of standard input. */
  private static final String STANDARD_INPUT = "-";

  private static final Map<String, Character> SEPARATORS =
      Map.of(",", ',', ";", ';', "|", '|', "tab", '\t', "\t", '\t');

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--format",
      paramLabel = "ndjson|csv",
      description = "Of a file; otherwise by the end of its name.")
  private @Nullable Entries format;

  @Option(
      names = "--separator",
      paramLabel = "CHARACTER",
      description = "Between the columns of CSV: , ; | or tab. Otherwise the first line shows it.")
  private @Nullable String separator;

  @Option(
      names = "--column",
      paramLabel = "OURS=THEIRS",
      description =
          "Of CSV: the column that is the counter, count and so on, such as counter=page. Other"
              + " columns are not read.")
  private List<String> columns = List.of();

  @Option(
      names = "--into",
      paramLabel = "COUNTER",
      description = "The counter of all lines of a file that names none.")
  private @Nullable String into;

  @Option(
      names = "--tz",
      paramLabel = "ZONE",
      description =
          "Of dates and times without an offset, such as Europe/Zurich: a date is its midnight"
              + " there. Otherwise they are refused.")
  private @Nullable String zone;

  @Option(
      names = "--from-line",
      paramLabel = "N",
      description = "Leaves out the lines of a file before this one.")
  private @Nullable Long fromLine;

  /**
   * Opens a file, and checks how it begins.
   *
   * @param from the name of the file; {@code -} for standard input
   * @param run the name of the import; null to derive the name from the content of the file
   * @param notes takes what the caller should know though nothing is wrong
   * @throws ParameterException if an option is not valid, or the file cannot be opened
   * @throws io.quipu.tools.cli.transfer.BadLine if the beginning of the file is not valid
   */
  ImportInput open(String from, @Nullable String run, Consumer<String> notes) {
    Entries reader = format == null ? byName(from) : format;
    FileSettings settings = settings(reader);
    Path file = Path.of(from);
    boolean isRepeatable = !from.equals(STANDARD_INPUT) && !isPipe(file);
    if (run == null && !isRepeatable) {
      throw bad(
          "--run is missing: a name for this import, such as --run=2026-01-31; only of a file it"
              + " follows from the content");
    }
    try {
      String name = run == null ? FileRun.of(file) : run;
      InputStream text = from.equals(STANDARD_INPUT) ? System.in : Files.newInputStream(file);
      return ImportInput.of(text, reader, settings, name, notes);
    } catch (IOException e) {
      throw bad("FILE: " + file + " cannot be read");
    }
  }

  private static boolean isPipe(Path file) {
    return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
  }

  private Entries byName(String from) {
    String name = from.toLowerCase(Locale.ROOT);
    if (name.endsWith(".csv") || name.endsWith(".tsv")) {
      return Entries.CSV;
    }
    if (name.endsWith(".ndjson") || name.endsWith(".jsonl")) {
      return Entries.NDJSON;
    }
    throw bad("FILE: " + from + " ends in none of .ndjson, .jsonl, .csv, .tsv; give --format");
  }

  private FileSettings settings(Entries reader) {
    if (reader != Entries.CSV) {
      refuse(separator != null, "--separator is for CSV");
      refuse(!columns.isEmpty(), "--column is for CSV");
    }
    refuse(
        separator != null && !SEPARATORS.containsKey(separator),
        "--separator=" + separator + ": one of , ; | tab, in quotes for the shell");
    refuse(fromLine != null && fromLine < 1, "--from-line=" + fromLine + ": at least 1");
    refuse("".equals(into), "--into is empty: it must name a counter");
    try {
      return new FileSettings(
          separator == null ? null : SEPARATORS.get(separator),
          FileSettings.columns(columns),
          into,
          zone == null ? null : ZoneId.of(zone),
          fromLine == null ? 1 : fromLine);
    } catch (DateTimeException e) {
      throw bad(
          "--tz="
              + zone
              + " is no time zone such as Europe/Zurich"
              + Nearest.hint(String.valueOf(zone), ZoneId.getAvailableZoneIds()));
    } catch (IllegalArgumentException e) {
      throw bad("--column=" + e.getMessage());
    }
  }

  /**
   * @throws ParameterException if an option is given, which a source has no use for
   */
  void refuseForSource() {
    refuse(
        format != null
            || separator != null
            || !columns.isEmpty()
            || into != null
            || zone != null
            || fromLine != null,
        "--format, --separator, --column, --into, --tz and --from-line are for files");
  }

  private void refuse(boolean wrong, String line) {
    if (wrong) {
      throw bad(line);
    }
  }

  private ParameterException bad(String line) {
    return new ParameterException(
        Objects.requireNonNull(spec, "set by picocli").commandLine(), line);
  }
}
