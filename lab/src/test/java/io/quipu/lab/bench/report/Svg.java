package io.quipu.lab.bench.report;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** Plots, drawn by hand. */
final class Svg {
  private static final int WIDTH = 640;
  private static final int LEFT = 90;
  private static final int RIGHT = 20;
  private static final List<String> COLOURS =
      List.of("#1b6ca8", "#c0532b", "#3c8d40", "#7b4fa3", "#8a7a1f", "#555555");

  private final StringBuilder body = new StringBuilder();
  private final int height;

  private Svg(int height) {
    this.height = height;
  }

  /** The figures of each round as dots, those of A and of B in a row each, and their medians. */
  static String rounds(Comparison comparison) {
    Svg plot = new Svg(120);
    double most = Math.max(comparison.ofA().most(), comparison.ofB().most()) * 1.05;
    plot.row(30, comparison.a(), comparison.rounds(), Comparison.Round::a, most, 0);
    plot.row(65, comparison.b(), comparison.rounds(), Comparison.Round::b, most, 1);
    for (int i = 0; i <= 4; i++) {
      double x = x(i / 4.0);
      plot.line(x, 15, x, 85, "#dddddd");
      plot.text(x, 105, "middle", Figures.digits(most * i / 4));
    }
    plot.text(WIDTH - RIGHT, 118, "end", comparison.what() + ", " + comparison.unit());
    return plot.drawn();
  }

  private void row(
      int y,
      String name,
      List<Comparison.Round> rounds,
      ToDoubleFunction<Comparison.Round> figure,
      double most,
      int colour) {
    text(LEFT - 8, y + 4, "end", shortened(name));
    Spread spread = Spread.of(rounds.stream().map(figure::applyAsDouble).toList());
    double median = x(spread.median() / most);
    line(median, y - 12, median, y + 12, COLOURS.get(colour));
    for (double dot : spread.sorted()) {
      append(
          "<circle cx='%.1f' cy='%d' r='4' fill='%s' fill-opacity='0.6'/>",
          x(dot / most), y, COLOURS.get(colour));
    }
  }

  private static String shortened(String name) {
    return name.length() <= 14 ? name : name.substring(0, 13) + "…";
  }

  /** The latency at each percentile, from the median to 99.99 %, both axes logarithmic. */
  static String percentiles(List<Latency> latencies) {
    Svg plot = new Svg(260);
    double most = latencies.stream().mapToDouble(latency -> latency.micros(99.99)).max().orElse(1);
    double least = latencies.stream().mapToDouble(latency -> latency.micros(50)).min().orElse(1);
    double low = Math.floor(Math.log10(Math.max(1, least)));
    double high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(1, most))));
    for (double decade = low; decade <= high; decade++) {
      double y = y(decade, low, high);
      plot.line(LEFT, y, WIDTH - RIGHT, y, "#dddddd");
      plot.text(LEFT - 8, y + 4, "end", Figures.digits(Math.pow(10, decade)) + " µs");
    }
    for (String percentile : List.of("50", "90", "99", "99.9", "99.99")) {
      double x = x(nines(Double.parseDouble(percentile)));
      plot.line(x, 20, x, 200, "#eeeeee");
      plot.text(x, 218, "middle", percentile + " %");
    }
    for (int i = 0; i < latencies.size(); i++) {
      String colour = COLOURS.get(i % COLOURS.size());
      plot.curve(latencies.get(i).micros(), low, high, colour);
      String name = latencies.get(i).side() + ", " + latencies.get(i).load();
      plot.text(LEFT + 10, 34 + 15 * i, "start", colour, name);
    }
    return plot.drawn();
  }

  /** 0 at the median, 1 at 99.99 %. */
  private static double nines(double percentile) {
    double median = Math.log10(2);
    return (Math.log10(100 / (100 - percentile)) - median) / (4 - median);
  }

  private void curve(Histogram micros, double low, double high, String colour) {
    StringBuilder points = new StringBuilder();
    for (int i = 0; i <= 60; i++) {
      double share = i / 60.0;
      double percentile = 100 - 100 / Math.pow(10, Math.log10(2) + share * (4 - Math.log10(2)));
      double value = Math.log10(Math.max(1.0, (double) micros.getValueAtPercentile(percentile)));
      points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(share), y(value, low, high)));
    }
    append("<polyline fill='none' stroke-width='2' stroke='%s' points='%s'/>", colour, points);
  }

  private static double x(double share) {
    return LEFT + share * (WIDTH - LEFT - RIGHT);
  }

  private static double y(double value, double low, double high) {
    return 200 - 180 * (value - low) / (high - low);
  }

  private void line(double x1, double y1, double x2, double y2, String colour) {
    append("<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='%s'/>", x1, y1, x2, y2, colour);
  }

  private void text(double x, double y, String anchor, String text) {
    text(x, y, anchor, "#000000", text);
  }

  private void text(double x, double y, String anchor, String colour, String text) {
    append(
        "<text x='%.1f' y='%.1f' text-anchor='%s' fill='%s'>%s</text>",
        x, y, anchor, colour, Html.escaped(text));
  }

  private void append(String format, Object... values) {
    body.append(String.format(Locale.ROOT, format, values));
  }

  private String drawn() {
    return "<svg viewBox='0 0 %d %d' width='%d' font-family='sans-serif' font-size='11'>%s</svg>"
        .formatted(WIDTH, height, WIDTH, body);
  }
}
