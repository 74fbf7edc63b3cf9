package io.quipu.tools.cli;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The table of windows or totals of a counter, with the columns of its kind. */
final class WindowTable {
  private final List<String> times;
  private final List<String> values;
  private final Table table;

  /**
   * @param first an answer of one window or range, which shows what each has
   * @param times the members that are times
   */
  WindowTable(JsonObject first, List<String> times) {
    this.times = times;
    this.values = values(first);
    List<String> head = new ArrayList<>(times);
    head.addAll(values);
    head.add("");
    this.table =
        new Table(head.stream().map(name -> name.toUpperCase(Locale.ROOT)).toArray(String[]::new));
  }

  private static List<String> values(JsonObject first) {
    if (first.containsKey("estimate")) {
      return List.of("events", "estimate", "lower", "upper");
    }
    for (String name : List.of("items", "quantiles")) {
      if (first.containsKey(name)) {
        return List.of("events", name);
      }
    }
    return List.of("count", "events");
  }

  void add(JsonObject one) {
    List<Object> cells = new ArrayList<>();
    times.forEach(name -> cells.add(one.getString(name, "")));
    values.forEach(name -> cells.add(one.getValue(name, "-")));
    cells.add(one.getBoolean("settled", false) ? "" : "open");
    table.add(cells.toArray());
  }

  Table table() {
    return table;
  }
}
