package io.quipu.tools.cli.transfer;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.jspecify.annotations.Nullable;

/** Writes counts as {@link Entries} reads them. */
public final class CountWriter {
  /** How a file is written. */
  public enum Format {
    NDJSON,
    CSV
  }

  private final PrintWriter out;
  private final @Nullable CSVPrinter table;

  public CountWriter(Format format, PrintWriter out) {
    this.out = out;
    this.table = format == Format.CSV ? table(out) : null;
  }

  private static CSVPrinter table(PrintWriter out) {
    try {
      return CSVFormat.RFC4180
          .builder()
          .setHeader("namespace", "counter", "count", "events")
          .get()
          .print(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @param count what the service answers for a counter
   */
  public void write(JsonObject count) {
    if (table == null) {
      out.println(
          new JsonObject()
              .put("namespace", count.getString("namespace"))
              .put("counter", count.getString("counter"))
              .put("count", count.getValue("count"))
              .put("events", count.getValue("events"))
              .encode());
      return;
    }
    try {
      table.printRecord(
          count.getString("namespace"),
          count.getString("counter"),
          count.getValue("count"),
          count.getValue("events"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
