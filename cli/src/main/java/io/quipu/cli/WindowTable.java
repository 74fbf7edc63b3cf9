package io.quipu.cli;

import io.quipu.cli.options.SeriesOptions;
import io.quipu.cli.screen.Readings;
import io.quipu.client.JsonObject;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The table of windows or totals of a counter, or of its series, with the columns of its kind.
 *
 * @param times the members that are times
 * @param values the members that are values
 */
record WindowTable(List<String> times, List<String> values) {
  /**
   * Prints an answer.
   *
   * @param elements the windows or totals in an answer, or in a series of it
   */
  static void print(
      JsonObject answer,
      PrintWriter out,
      List<String> times,
      Function<JsonObject, List<JsonObject>> elements) {
    WindowTable table =
        new WindowTable(
            times,
            SeriesOptions.of(answer).stream()
                .flatMap(one -> elements.apply(one).stream())
                .findFirst()
                .map(WindowTable::values)
                .orElse(List.of("count", "events")));
    SeriesOptions.print(
        answer, out, table.head(), one -> elements.apply(one).stream().map(table::row).toList());
  }

  private static List<String> values(JsonObject first) {
    if (first.has("estimate")) {
      return List.of("events", "estimate", "lower", "upper");
    }
    for (String name : List.of("items", "quantiles")) {
      if (first.has(name)) {
        return List.of("events", name);
      }
    }
    return List.of("count", "events");
  }

  private List<String> head() {
    return Stream.of(times.stream(), values.stream(), Stream.of(""))
        .flatMap(names -> names)
        .map(name -> name.toUpperCase(Locale.ROOT))
        .toList();
  }

  private List<?> row(JsonObject one) {
    List<Object> cells = new ArrayList<>();
    times.forEach(name -> cells.add(one.text(name, "")));
    values.forEach(name -> cells.add(Readings.value(one, name)));
    cells.add(one.flag("settled", false) ? "" : "open");
    return cells;
  }
}
