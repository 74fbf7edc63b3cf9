package io.quipu.cli.screen;

import io.quipu.client.JsonObject;
import java.io.PrintWriter;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The tables of the results of a query. */
public final class ResultTable {
  private static final String LABEL = "labels.";
  private static final String SETTLED = "settled";

  /** The columns that a row may have besides labels, in their order. */
  private static final List<String> COLUMNS =
      List.of(
          "counter",
          "start",
          "end",
          "from",
          "to",
          "count",
          "estimate",
          "lower",
          "upper",
          "items",
          "quantiles",
          "events",
          "counters",
          "remaining",
          "resets",
          SETTLED);

  private ResultTable() {}

  /** Prints the rows of one result. A window or total that may change is {@code open}. */
  public static void print(JsonObject result, PrintWriter out) {
    List<Map<String, Object>> rows = rows(result);
    List<String> columns = columns(rows);
    columns.remove("end");
    Table table = new Table(columns.stream().map(ResultTable::head).toArray(String[]::new));
    rows.forEach(row -> table.add(columns.stream().map(column -> cell(row, column)).toArray()));
    table.print(out);
  }

  private static String head(String column) {
    return column.equals(SETTLED)
        ? ""
        : (column.startsWith(LABEL) ? column.substring(LABEL.length()) : column)
            .toUpperCase(Locale.ROOT);
  }

  private static Object cell(Map<String, Object> row, String column) {
    return column.equals(SETTLED)
        ? Boolean.FALSE.equals(row.get(column)) ? "open" : ""
        : row.getOrDefault(column, "-");
  }

  /** The columns that any row has: labels in the order in which they come, then the others. */
  private static List<String> columns(List<Map<String, Object>> rows) {
    Set<String> found = new LinkedHashSet<>();
    rows.forEach(row -> found.addAll(row.keySet()));
    return new ArrayList<>(
        Stream.concat(
                found.stream().filter(name -> !COLUMNS.contains(name)),
                COLUMNS.stream().filter(found::contains))
            .toList());
  }

  private static List<Map<String, Object>> rows(JsonObject result) {
    JsonObject answer = result.members().get("total") instanceof JsonObject total ? total : result;
    List<Map<String, Object>> rows = new ArrayList<>();
    for (JsonObject series : answer.has("series") ? answer.objects("series") : List.of(answer)) {
      elements(series).forEach(element -> rows.add(row(series, element)));
    }
    rows.removeIf(Map::isEmpty);
    return rows;
  }

  private static List<JsonObject> elements(JsonObject one) {
    if (one.has("windows")) {
      return one.objects("windows");
    }
    if (one.members().get("counters") instanceof List<?>) {
      return one.objects("counters");
    }
    return one.has("previous") ? List.of(one, one.object("previous")) : List.of(one);
  }

  private static Map<String, Object> row(JsonObject series, JsonObject element) {
    Map<String, Object> row = new LinkedHashMap<>();
    if (series.has("labels")) {
      series.texts("labels").forEach((label, value) -> row.put(LABEL + label, value));
    }
    for (String column : COLUMNS) {
      Object value = element.members().get(column);
      if (value != null && isOf(column, value)) {
        row.put(column, value);
      }
    }
    return row;
  }

  /** Tells apart members that other answers have under the same name. */
  private static boolean isOf(String column, Object value) {
    return switch (column) {
      case SETTLED -> value instanceof Boolean;
      case "counters" -> value instanceof BigInteger;
      default -> true;
    };
  }
}
