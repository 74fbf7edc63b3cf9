package io.quipu.cli.report;

import io.quipu.cli.screen.Sparkline;
import io.quipu.cli.screen.Table;
import io.quipu.client.JsonObject;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tables of a report. One without rows has no lines. */
record ReportTables(ReportQuestions asked) {
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("EEE yyyy-MM-dd", Locale.ENGLISH);
  private static final DateTimeFormatter HOUR = DateTimeFormatter.ofPattern("HH:mm");
  private static final String UNKNOWN = "-";
  private static final String CHANGE = "CHANGE";
  private static final String NO_LABEL = "(none)";

  /** The windows of a period, below a line of their heights. */
  Section windows(List<Figure> windows) {
    boolean byHour = asked.period() == Period.DAY;
    Table table = new Table(byHour ? "HOUR" : "DAY", column(windows), "");
    String last = "";
    for (Figure window : windows) {
      OffsetDateTime start = OffsetDateTime.parse(window.answer().text("start"));
      String name = (byHour ? HOUR : DAY).format(start);
      // where clocks are set back, an hour comes twice
      table.add(name.equals(last) ? name + " (again)" : name, window.cell(), open(window));
      last = name;
    }
    return Section.of(each(), table).below(line(windows));
  }

  private String each() {
    return asked.period() == Period.DAY ? "Each hour" : "Each day";
  }

  /**
   * The largest counters.
   *
   * @param before the counters of the period before, by name; null if they are not known
   */
  Section largest(JsonObject top, @Nullable Map<String, Figure> before) {
    List<Figure> largest = Figure.all(top, "counters");
    List<List<String>> rows = new ArrayList<>();
    for (Figure now : largest) {
      String name = now.answer().text("counter", "");
      String change = before == null ? UNKNOWN : change(now, before.get(name));
      rows.add(List.of(name, now.cell(), change));
    }
    int all = top.integer("total", 0);
    return Section.of(
        all > largest.size()
            ? "The largest " + largest.size() + " of " + all + " counters"
            : "Counters",
        List.of("COUNTER", column(largest), comparison()),
        rows);
  }

  /** The largest series by some labels. */
  Section breakdown(List<String> labels, JsonObject result) {
    List<Figure> largest = Figure.all(result, "series");
    String names = String.join(", ", labels);
    List<List<String>> rows = new ArrayList<>();
    for (Figure figure : largest) {
      JsonObject values = figure.answer().object("labels");
      String name =
          labels.stream()
              .map(label -> values.text(label, ""))
              .map(value -> value.isEmpty() ? NO_LABEL : value)
              .collect(Collectors.joining(", "));
      rows.add(List.of(name, figure.cell(), change(figure)));
    }
    return Section.of(
        "By " + names,
        List.of(names.toUpperCase(Locale.ROOT), column(largest), comparison()),
        rows);
  }

  /** The most frequent values of a sketch. */
  Section items(JsonObject total) {
    List<List<String>> rows =
        Figure.all(total, "items").stream()
            .map(item -> List.of(String.valueOf(item.answer().members().get("item")), item.cell()))
            .toList();
    return Section.of("The most frequent values", List.of("VALUE", "TIMES"), rows);
  }

  /** The totals of several counters. */
  Section totals(Map<String, Figure> totals) {
    List<List<String>> rows = new ArrayList<>();
    totals.forEach(
        (name, total) -> {
          KeptTime time = new KeptTime(asked, total.answer());
          String cell = time.isGone() ? UNKNOWN : total.cell();
          rows.add(List.of(name, cell, change(total), limits(time, total)));
        });
    String column = column(List.copyOf(totals.values()));
    return Section.of("Totals", List.of("COUNTER", column, comparison(), ""), rows);
  }

  /** A line of the heights of the windows of each of several counters. */
  Section lines(Map<String, List<Figure>> windows) {
    List<List<String>> rows = new ArrayList<>();
    windows.forEach((name, figures) -> rows.add(List.of(name, line(figures))));
    return Section.of(each(), List.of("COUNTER", ""), rows);
  }

  /** The column of numbers, named as in the tables of other commands. */
  private String column(List<Figure> figures) {
    if (asked.settings().stands()) {
      return CHANGE;
    }
    return Stream.of("count", "estimate")
        .filter(name -> figures.stream().anyMatch(figure -> figure.answer().has(name)))
        .findFirst()
        .orElse("events")
        .toUpperCase(Locale.ROOT);
  }

  /** The column of the period before: a change has no change. */
  private String comparison() {
    return asked.settings().stands() ? "BEFORE" : CHANGE;
  }

  private static String limits(KeptTime time, Figure total) {
    String kept = time.isGone() ? "not kept" : time.isInPart() ? "in part" : "";
    return Stream.of(kept, open(total))
        .filter(word -> !word.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private static String open(Figure figure) {
    return figure.isOpen() ? "open" : "";
  }

  private String change(Figure now) {
    JsonObject answer = now.answer();
    // what is only kept in part is no measure of a whole
    return answer.has("previous") && !answer.has("keptFrom")
        ? change(now, new Figure(answer.object("previous")))
        : UNKNOWN;
  }

  private String change(Figure now, @Nullable Figure before) {
    if (asked.settings().stands()) {
      return before == null ? "0" : before.cell();
    }
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
