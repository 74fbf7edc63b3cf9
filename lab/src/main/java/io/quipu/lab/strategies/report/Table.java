package io.quipu.lab.strategies.report;

import io.quipu.lab.strategies.measure.Result;
import io.quipu.lab.strategies.measure.Trouble;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Makes an aligned Markdown table of a report, for a terminal or a document. */
public final class Table {
  private final List<List<String>> rows = new ArrayList<>();

  private Table() {}

  public static String of(Report report) {
    Table table = new Table();
    table.rows.add(table.head(report));
    report.results().forEach(result -> table.rows.add(table.row(report, result)));
    String legend =
        report.settings().stream().map(line -> line + ".\n").collect(Collectors.joining());
    return table.drawn() + "\n" + legend + troubles();
  }

  private List<String> head(Report report) {
    List<String> head = new ArrayList<>(List.of("way to count", "increments/s"));
    report.plan().events().forEach(events -> head.add("read at " + Figures.count(events)));
    for (Trouble trouble : Trouble.values()) {
      head.add(trouble.title());
    }
    return head;
  }

  private List<String> row(Report report, Result result) {
    List<String> row = new ArrayList<>(List.of(result.title(), speed(result)));
    report.plan().events().forEach(events -> row.add(Figures.time(result.reads().get(events))));
    for (Trouble trouble : Trouble.values()) {
      row.add(Figures.outcome(result.outcomes().get(trouble)));
    }
    return row;
  }

  static String speed(Result result) {
    if (!result.hasSpeed()) {
      return Figures.NOT_MEASURED;
    }
    String speed = Figures.count(Math.round(result.perSecond()));
    return result.failed() == 0
        ? speed
        : speed + " (" + Figures.count(result.failed()) + " failed)";
  }

  private static String troubles() {
    StringBuilder said = new StringBuilder();
    for (Trouble trouble : Trouble.values()) {
      said.append(trouble.title()).append(": ").append(trouble.meaning()).append(".\n");
    }
    return said.toString();
  }

  private String drawn() {
    List<Integer> widths =
        IntStream.range(0, rows.get(0).size())
            .mapToObj(i -> rows.stream().mapToInt(row -> row.get(i).length()).max().orElse(0))
            .toList();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      line(text, rows.get(i), widths);
      if (i == 0) {
        line(text, rulers(widths), widths);
      }
    }
    return text.toString();
  }

  /** Returns rulers that align the first column to the left and all others to the right. */
  private static List<String> rulers(List<Integer> widths) {
    return IntStream.range(0, widths.size())
        .mapToObj(i -> "-".repeat(widths.get(i) - 1) + (i == 0 ? "-" : ":"))
        .toList();
  }

  private static void line(StringBuilder text, List<String> cells, List<Integer> widths) {
    for (int i = 0; i < cells.size(); i++) {
      String space = " ".repeat(widths.get(i) - cells.get(i).length());
      text.append("| ").append(i == 0 ? cells.get(i) + space : space + cells.get(i)).append(' ');
    }
    text.append("|\n");
  }
}
