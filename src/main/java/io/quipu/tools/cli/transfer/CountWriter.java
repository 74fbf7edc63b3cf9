package io.quipu.tools.cli.transfer;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.jspecify.annotations.Nullable;

/** Writes counts in the formats that {@link Entries} reads. */
public final class CountWriter {
  /** The formats of a file. */
  public enum Format {
    NDJSON,
    CSV
  }

  private static final String[] COLUMNS = {"namespace", "counter", "count", "events"};

  private final PrintWriter out;
  private final @Nullable CSVPrinter table;

  public CountWriter(Format format, PrintWriter out) {
    this.out = out;
    this.table = format == Format.CSV ? table(out) : null;
  }

  private static CSVPrinter table(PrintWriter out) {
    try {
      return CSVFormat.RFC4180.builder().setHeader(COLUMNS).get().print(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @param count the answer of the service for one counter
   */
  public void write(JsonObject count) {
    Object[] values = {
      count.getString("namespace"),
      count.getString("counter"),
      count.getValue("count"),
      count.getValue("events")
    };
    if (table == null) {
      out.println(line(values));
      return;
    }
    try {
      table.printRecord(values);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a line of NDJSON of four values: namespace, counter, count, number of events. */
  public static String line(Object... values) {
    JsonObject line = new JsonObject();
    for (int i = 0; i < COLUMNS.length; i++) {
      line.put(COLUMNS[i], values[i]);
    }
    return line.encode();
  }
}
