package io.quipu.cli.transfer;

import io.quipu.client.JsonObject;
import io.quipu.ops.csv.CsvWriter;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes counts, and lines of histories, in the formats that {@link Entries} reads. Sketches have
 * no counts; of them it writes what a read answers.
 */
public final class CountWriter {
  /** The formats of a file. */
  public enum Format {
    NDJSON,
    CSV
  }

  /** The columns of a count. */
  public static final List<String> COLUMNS = List.of("namespace", "counter", "count", "events");

  /** The beginning of the columns with the values of labels. */
  public static final String LABEL = "labels.";

  /** As many as a double has at most. */
  private static final int MOST_DIGITS = 400;

  private static final List<String> OF_SKETCHES =
      List.of("namespace", "counter", "events", "estimate", "lower", "upper");

  private final Format format;
  private final PrintWriter out;
  private final boolean spreadsheet;
  private @Nullable CsvWriter table;

  /**
   * @param spreadsheet whether somebody opens the table in a spreadsheet, see {@link CsvWriter};
   *     then it cannot be imported
   */
  public CountWriter(Format format, PrintWriter out, boolean spreadsheet) {
    this.format = format;
    this.out = out;
    this.spreadsheet = spreadsheet;
  }

  /**
   * @param count the answer of the service for one counter
   */
  public void write(JsonObject count) {
    boolean isCount = count.has("count");
    if (format == Format.CSV) {
      row(isCount ? COLUMNS : OF_SKETCHES, count);
    } else if (isCount) {
      out.println(line(COLUMNS.stream().map(count.members()::get).toArray()));
    } else {
      out.println(count);
    }
  }

  /**
   * Writes a line of a history.
   *
   * @param columns the columns of a table, the same for all lines
   * @param line its members, as an import reads them
   */
  public void write(JsonObject line, List<String> columns) {
    if (format == Format.CSV) {
      row(columns, line);
    } else {
      out.println(line);
    }
  }

  /** Writes what a file without lines has, too. To be called at the end. */
  public void end(List<String> columns) {
    if (format == Format.CSV && table == null) {
      begin(columns);
    }
  }

  private void row(List<String> columns, JsonObject line) {
    CsvWriter begun = table == null ? begin(columns) : table;
    JsonObject labels = line.has("labels") ? line.object("labels") : new JsonObject();
    begun.row(
        columns.stream()
            .map(
                column ->
                    column.startsWith(LABEL)
                        ? labels.members().get(column.substring(LABEL.length()))
                        : line.members().get(column))
            .map(CountWriter::digits));
  }

  /** Returns a number without an exponent, as programs for tables expect it. */
  private static @Nullable Object digits(@Nullable Object cell) {
    if (cell instanceof BigDecimal number && number.scale() < 0 && number.scale() > -MOST_DIGITS) {
      return number.toBigInteger();
    }
    return cell;
  }

  private CsvWriter begin(List<String> columns) {
    CsvWriter begun = new CsvWriter(out, spreadsheet);
    begun.row(columns.stream());
    table = begun;
    return begun;
  }

  /** Returns a line of NDJSON of four values: namespace, counter, count, number of events. */
  public static String line(@Nullable Object... values) {
    JsonObject line = new JsonObject();
    for (int i = 0; i < COLUMNS.size(); i++) {
      line.put(COLUMNS.get(i), values[i]);
    }
    return line.toString();
  }
}
