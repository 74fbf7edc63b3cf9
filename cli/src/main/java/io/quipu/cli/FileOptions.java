package io.quipu.cli;

import io.quipu.cli.spelling.Nearest;
import io.quipu.cli.transfer.Entries;
import io.quipu.cli.transfer.FileRun;
import io.quipu.cli.transfer.FileSettings;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.windows.TimeZones;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
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
   * @param run the name of the import; null to derive it from the file, if that {@linkplain
   *     #isRepeatable can be read twice}
   * @param namespace the only namespace that lines may name; null for any
   * @param days checks each date
   * @param notes takes what the caller should know though nothing is wrong
   * @throws ParameterException if an option is not valid, or the file cannot be opened
   * @throws io.quipu.cli.transfer.BadLine if the beginning of the file is not valid
   */
  ImportInput open(
      String from,
      @Nullable String run,
      @Nullable String namespace,
      FileSettings.DayCheck days,
      Consumer<String> notes) {
    Entries reader = format == null ? byName(from) : format;
    FileSettings settings = settings(reader, namespace, days);
    Path file = Path.of(from);
    try {
      String name =
          run != null ? run : isRepeatable(from) ? FileRun.of(file, settings.meaning()) : "";
      InputStream text = from.equals(STANDARD_INPUT) ? System.in : Files.newInputStream(file);
      return ImportInput.of(text, reader, settings, name, notes);
    } catch (IOException e) {
      throw bad("FILE: " + file + " cannot be read");
    }
  }

  /** Tells whether a file has the same content when it is read again, unlike a pipe. */
  static boolean isRepeatable(String from) {
    Path file = Path.of(from);
    boolean isPipe = Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
    return !from.equals(STANDARD_INPUT) && !isPipe;
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

  private FileSettings settings(
      Entries reader, @Nullable String namespace, FileSettings.DayCheck days) {
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
          zone == null ? null : TimeZones.parse("it", zone),
          fromLine == null ? 1 : fromLine,
          namespace,
          days);
    } catch (InvalidInput e) {
      throw bad(
          "--tz="
              + zone
              + ": "
              + e.detail()
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
