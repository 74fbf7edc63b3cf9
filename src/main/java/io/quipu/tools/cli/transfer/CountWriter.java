package io.quipu.tools.cli.transfer;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.jspecify.annotations.Nullable;

/**
 * Writes counts in the formats that {@link Entries} reads. Sketches have no counts; of them it
 * writes what a read answers.
 */
public final class CountWriter {
  /** The formats of a file. */
  public enum Format {
    NDJSON,
    CSV
  }

  private static final List<String> COLUMNS = List.of("namespace", "counter", "count", "events");
  private static final List<String> OF_SKETCHES =
      List.of("namespace", "counter", "events", "estimate", "lower", "upper");

  private final Format format;
  private final PrintWriter out;
  private @Nullable CSVPrinter table;

  public CountWriter(Format format, PrintWriter out) {
    this.format = format;
    this.out = out;
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

  /** Writes what a file without counts has, too. To be called at the end. */
  public void end() {
    if (format == Format.CSV && table == null) {
      begin(COLUMNS);
    }
  }

  private void row(List<String> columns, JsonObject count) {
    CSVPrinter begun = table == null ? begin(columns) : table;
    try {
      begun.printRecord(columns.stream().map(count::getValue));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private CSVPrinter begin(List<String> columns) {
    try {
      CSVPrinter begun =
          CSVFormat.RFC4180.builder().setHeader(columns.toArray(String[]::new)).get().print(out);
      table = begun;
      return begun;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
