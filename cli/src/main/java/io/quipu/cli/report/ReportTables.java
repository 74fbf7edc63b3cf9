package io.quipu.cli.report;

import io.quipu.cli.screen.Sparkline;
import io.quipu.cli.screen.Table;
import io.quipu.client.JsonObject;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tables of a report. One without rows has no lines. */
record ReportTables(Period period) {
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("EEE yyyy-MM-dd", Locale.ENGLISH);
  private static final DateTimeFormatter HOUR = DateTimeFormatter.ofPattern("HH:mm");
  private static final String UNKNOWN = "-";

  /** The windows of a period, below a line of their heights. */
  Section windows(List<Figure> windows) {
    boolean byHour = period == Period.DAY;
    Table table = new Table(byHour ? "HOUR" : "DAY", column(windows), "");
    for (Figure window : windows) {
      OffsetDateTime start = OffsetDateTime.parse(window.answer().text("start"));
      table.add((byHour ? HOUR : DAY).format(start), window.cell(), open(window));
    }
    return Section.of(each(), table).below(line(windows));
  }

  private String each() {
    return period == Period.DAY ? "Each hour" : "Each day";
  }

  /**
   * The largest counters.
   *
   * @param before the counters of the period before, by name; null if they are not known
   */
  Section largest(JsonObject top, @Nullable Map<String, Figure> before) {
    List<Figure> largest = Figure.all(top, "counters");
    Table table = new Table("COUNTER", column(largest), "CHANGE");
    for (Figure now : largest) {
      String name = now.answer().text("counter", "");
      String change = before == null ? UNKNOWN : change(now, before.get(name));
      table.add(Section.name(name), now.cell(), change);
    }
    int all = top.integer("total", 0);
    return Section.of(
        all > largest.size()
            ? "The largest " + largest.size() + " of " + all + " counters"
            : "Counters",
        table);
  }

  /** The largest series by some labels. */
  Section breakdown(List<String> labels, JsonObject result) {
    List<Figure> largest = Figure.all(result, "series");
    String names = String.join(", ", labels);
    Table table = new Table(names.toUpperCase(Locale.ROOT), column(largest), "CHANGE");
    for (Figure figure : largest) {
      JsonObject values = figure.answer().object("labels");
      String name =
          labels.stream().map(label -> values.text(label, "")).collect(Collectors.joining(", "));
      table.add(Section.name(name), figure.cell(), change(figure));
    }
    return Section.of("By " + names, table);
  }

  /** The most frequent values of a sketch. */
  Section items(JsonObject total) {
    Table table = new Table("VALUE", "TIMES");
    for (Figure item : Figure.all(total, "items")) {
      table.add(Section.name(String.valueOf(item.answer().members().get("item"))), item.cell());
    }
    return Section.of("The most frequent values", table);
  }

  /** The totals of several counters. */
  Section totals(Map<String, Figure> totals) {
    Table table = new Table("COUNTER", column(List.copyOf(totals.values())), "CHANGE", "");
    totals.forEach(
        (name, total) -> table.add(Section.name(name), total.cell(), change(total), open(total)));
    return Section.of("Totals", table);
  }

  /** A line of the heights of the windows of each of several counters. */
  Section lines(Map<String, List<Figure>> windows) {
    Table table = new Table("COUNTER", "");
    windows.forEach((name, figures) -> table.add(Section.name(name), line(figures)));
    return Section.of(each(), table);
  }

  /** The column of numbers, named as in the tables of other commands. */
  private static String column(List<Figure> figures) {
    return Stream.of("count", "estimate")
        .filter(name -> figures.stream().anyMatch(figure -> figure.answer().has(name)))
        .findFirst()
        .orElse("events")
        .toUpperCase(Locale.ROOT);
  }

  private static String open(Figure figure) {
    return figure.isOpen() ? "open" : "";
  }

  private static String change(Figure now) {
    JsonObject answer = now.answer();
    // what is only kept in part is no measure of a whole
    return answer.has("previous") && !answer.has("keptFrom")
        ? change(now, new Figure(answer.object("previous")))
        : UNKNOWN;
  }

  private static String change(Figure now, @Nullable Figure before) {
    if (before == null || before.isNothing()) {
      return "new";
    }
    String change = now.change(before);
    return change.isEmpty() ? "from " + before.cell() : change;
  }

  private static String line(List<Figure> windows) {
    Sparkline line = new Sparkline(windows.size());
    for (Figure window : windows) {
      BigDecimal size = window.size();
      line.add(size == null ? 0 : size.doubleValue());
    }
    return line.toString();
  }
}
