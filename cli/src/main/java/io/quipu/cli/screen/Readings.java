package io.quipu.cli.screen;

import io.quipu.client.JsonObject;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The tables of counters of any kind. */
public final class Readings {
  /** The columns that answers may have, in the order of the table. */
  private static final List<String> COLUMNS =
      List.of("count", "estimate", "lower", "upper", "events", "remaining", "resets");

  private Readings() {}

  /** Prints a line for each counter of a list, with the columns that any of them has. */
  public static void print(List<JsonObject> all, PrintWriter out) {
    List<String> columns =
        COLUMNS.stream().filter(name -> all.stream().anyMatch(one -> one.has(name))).toList();
    boolean open = all.stream().anyMatch(one -> one.has("tail"));
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
      List<Object> cells = new ArrayList<>(List.of(one.text("counter", "")));
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
  public static void printOne(JsonObject answer, PrintWriter out) {
    if (answer.has("items")) {
      print(answer.objects("items"), List.of("item", "estimate", "lower", "upper"), out);
    } else if (answer.has("quantiles")) {
      print(answer.objects("quantiles"), List.of("rank", "value", "lower", "upper"), out);
    } else {
      out.println(Table.text(value(answer)));
    }
  }

  private static void print(List<JsonObject> parts, List<String> columns, PrintWriter out) {
    Table table =
        new Table(
            columns.stream().map(name -> name.toUpperCase(Locale.ROOT)).toArray(String[]::new));
    for (JsonObject part : parts) {
      table.add(columns.stream().map(name -> value(part, name)).toArray());
    }
    table.print(out);
  }

  /** Returns the count, or for kind sketch the estimate, items or quantiles; else a dash. */
  public static Object value(JsonObject answer) {
    return Stream.of("count", "estimate", "items", "quantiles")
        .filter(name -> answer.members().get(name) != null)
        .findFirst()
        .<Object>map(answer.members()::get)
        .orElse("-");
  }

  /** Returns a member, or a dash for one that is missing. */
  public static Object value(JsonObject answer, String name) {
    Object value = answer.members().get(name);
    return value == null ? "-" : value;
  }

  public static Object unsettled(JsonObject count) {
    return count.members().get("tail") instanceof JsonObject tail ? value(tail, "events") : "-";
  }
}
