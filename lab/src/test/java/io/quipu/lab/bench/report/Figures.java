package io.quipu.lab.bench.report;

import java.util.Locale;

/** Numbers as text, with the digits that mean something. */
public final class Figures {
  private Figures() {}

  /** A figure with its unit; three digits that count. */
  public static String of(double figure, String unit) {
    return digits(figure) + " " + unit;
  }

  static String digits(double figure) {
    if (figure == 0) {
      return "0";
    }
    double size = Math.abs(figure);
    String format = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f";
    return String.format(Locale.ROOT, format, figure);
  }

  static String ratio(double ratio) {
    return String.format(Locale.ROOT, ratio >= 100 ? "%,.0f" : "%.2f", ratio);
  }
}
