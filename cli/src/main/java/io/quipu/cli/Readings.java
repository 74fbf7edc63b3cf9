package io.quipu.cli;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The tables of counters of any kind. */
final class Readings {
  /** The columns that answers may have, in the order of the table. */
  private static final List<String> COLUMNS =
      List.of("count", "estimate", "lower", "upper", "events", "remaining", "resets");

  private Readings() {}

  /** Prints a line for each counter of a list, with the columns that any of them has. */
  static void print(JsonArray counters, PrintWriter out) {
    List<JsonObject> all = counters.stream().map(JsonObject.class::cast).toList();
    List<String> columns =
        COLUMNS.stream()
            .filter(name -> all.stream().anyMatch(one -> one.containsKey(name)))
            .toList();
    boolean open = all.stream().anyMatch(one -> one.containsKey("tail"));
    Table table =
        new Table(
            Stream.of(
                    Stream.of("counter"),
                    columns.stream(),
                    open ? Stream.of("not yet settled") : Stream.<String>of())
                .flatMap(names -> names)
                .map(name -> name.toUpperCase(Locale.ROOT))
                .toArray(String[]::new));
    for (JsonObject one : all) {
      List<Object> cells = new ArrayList<>(List.of(one.getString("counter", "")));
      columns.forEach(name -> cells.add(value(one, name)));
      if (open) {
        cells.add(unsettled(one));
      }
      table.add(cells.toArray());
    }
    table.print(out);
  }

  /**
   * Prints what was read of one counter: its count or estimate alone; of a sketch with several
   * results a table of them.
   */
  static void printOne(JsonObject answer, PrintWriter out) {
    if (answer.containsKey("items")) {
      print(answer.getJsonArray("items"), List.of("item", "estimate", "lower", "upper"), out);
    } else if (answer.containsKey("quantiles")) {
      print(answer.getJsonArray("quantiles"), List.of("rank", "value", "lower", "upper"), out);
    } else {
      out.println(Table.text(value(answer)));
    }
  }

  private static void print(JsonArray parts, List<String> columns, PrintWriter out) {
    Table table =
        new Table(
            columns.stream().map(name -> name.toUpperCase(Locale.ROOT)).toArray(String[]::new));
    for (int i = 0; i < parts.size(); i++) {
      JsonObject part = parts.getJsonObject(i);
      table.add(columns.stream().map(name -> value(part, name)).toArray());
    }
    table.print(out);
  }

  /** Returns the count, or for kind sketch the estimate, items or quantiles; else a dash. */
  static Object value(JsonObject answer) {
    return Stream.of("count", "estimate", "items", "quantiles")
        .filter(name -> answer.getValue(name) != null)
        .findFirst()
        .map(answer::getValue)
        .orElse("-");
  }

  private static Object value(JsonObject answer, String name) {
    Object value = answer.getValue(name);
    return value == null ? "-" : value;
  }

  static Object unsettled(JsonObject count) {
    JsonObject tail = count.getJsonObject("tail");
    return tail == null ? "-" : tail.getValue("events", "-");
  }
}
