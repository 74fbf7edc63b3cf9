package io.quipu.lab.strategies.report;

import io.quipu.lab.strategies.measure.Result;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Draws plots of the time of a read against the number of events. All plots have the same two axes.
 */
final class ReadPlot {
  private static final int WIDTH = 190;
  private static final int HEIGHT = 120;
  private static final int LEFT = 44;
  private static final int RIGHT = 182;
  private static final int TOP = 8;
  private static final int BOTTOM = 100;

  private final List<Result> all;
  private final Axis events;
  private final Axis micros;

  ReadPlot(List<Result> all) {
    this.all = all;
    this.events =
        new Axis(
            LEFT + 4,
            RIGHT - 4,
            all.stream().flatMap(result -> result.reads().keySet().stream()).map(n -> (double) n));
    this.micros =
        new Axis(
            BOTTOM,
            TOP,
            all.stream().flatMap(result -> result.reads().values().stream()).map(ReadPlot::micros));
  }

  private static double micros(Duration time) {
    return Math.max(1, time.toNanos() / 1e3);
  }

  /** Draws the curve of one result in front of the curves of all other results. */
  String of(Result result) {
    StringBuilder svg = new StringBuilder();
    svg.append(
        "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">"
            .formatted(WIDTH, HEIGHT, Page.escaped(inWords(result))));
    for (double decade = micros.first(); decade <= micros.last(); decade++) {
      double y = micros.place(decade);
      svg.append(format("<path class=\"grid\" d=\"M%d %.1fH%d\"/>", LEFT, y, RIGHT));
      text(svg, LEFT - 4, y + 3, "end", time(decade));
    }
    for (double decade = events.first(); decade <= events.last(); decade++) {
      text(svg, events.place(decade), HEIGHT - 6, "middle", count(decade));
    }
    all.stream()
        .filter(other -> !other.equals(result))
        .forEach(other -> curve(svg, other, "other"));
    curve(svg, result, result.ours() ? "ours" : "naive");
    return svg.append("</svg>").toString();
  }

  private static String inWords(Result result) {
    return result.reads().entrySet().stream()
        .map(read -> Figures.time(read.getValue()) + " at " + Figures.count(read.getKey()))
        .collect(Collectors.joining(", "));
  }

  private void curve(StringBuilder svg, Result result, String side) {
    String points =
        result.reads().entrySet().stream().map(this::point).collect(Collectors.joining(" "));
    svg.append("<polyline class=\"")
        .append(side)
        .append("\" points=\"")
        .append(points)
        .append("\"/>");
    if (!side.equals("other")) {
      for (Map.Entry<Integer, Duration> read : result.reads().entrySet()) {
        String[] place = point(read).split(",", -1);
        svg.append(
            "<circle class=\"%s\" cx=\"%s\" cy=\"%s\" r=\"2.5\"/>"
                .formatted(side, place[0], place[1]));
      }
    }
  }

  private String point(Map.Entry<Integer, Duration> read) {
    return format(
        "%.1f,%.1f",
        events.place(Math.log10(read.getKey())), micros.place(Math.log10(micros(read.getValue()))));
  }

  private static String time(double decade) {
    return decade < 3
        ? power(decade) + " µs"
        : decade < 6 ? power(decade - 3) + " ms" : power(decade - 6) + " s";
  }

  private static String count(double decade) {
    return decade < 3
        ? power(decade)
        : decade < 6 ? power(decade - 3) + "k" : power(decade - 6) + "M";
  }

  private static String power(double decade) {
    return String.valueOf(Math.round(Math.pow(10, decade)));
  }

  private static void text(StringBuilder svg, double x, double y, String anchor, String text) {
    svg.append(
        format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", x, y, anchor, text));
  }

  private static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
