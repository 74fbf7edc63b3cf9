package io.quipu.cli.transfer;

import io.quipu.ops.csv.CsvWriter;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
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
    boolean isCount = count.containsKey("count");
    if (format == Format.CSV) {
      row(isCount ? COLUMNS : OF_SKETCHES, count);
    } else if (isCount) {
      out.println(line(COLUMNS.stream().map(count::getValue).toArray()));
    } else {
      out.println(count.encode());
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
      out.println(line.encode());
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
    JsonObject labels = line.getJsonObject("labels", new JsonObject());
    begun.row(
        columns.stream()
            .map(
                column ->
                    column.startsWith(LABEL)
                        ? labels.getValue(column.substring(LABEL.length()))
                        : line.getValue(column)));
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
    return line.encode();
  }
}
