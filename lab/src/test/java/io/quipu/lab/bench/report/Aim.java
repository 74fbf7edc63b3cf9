package io.quipu.lab.bench.report;

/**
 * The aim for a ratio.
 *
 * @param bound the least or the most that it may be
 * @param kind which of the two; neither for a ratio that is only told
 */
public record Aim(double bound, Kind kind) {
  /** Which side of the bound is good. */
  public enum Kind {
    AT_LEAST,
    AT_MOST,
    NONE
  }

  public static final Aim NONE = new Aim(Double.NaN, Kind.NONE);

  public static Aim atLeast(double bound) {
    return new Aim(bound, Kind.AT_LEAST);
  }

  public static Aim atMost(double bound) {
    return new Aim(bound, Kind.AT_MOST);
  }

  boolean isMetBy(double figure) {
    return switch (kind) {
      case AT_LEAST -> figure >= bound;
      case AT_MOST -> figure <= bound;
      case NONE -> true;
    };
  }

  /** Says if a figure meets it, or by how much it does not. */
  String verdict(double figure) {
    if (kind == Kind.NONE) {
      return "";
    }
    if (isMetBy(figure)) {
      return "met";
    }
    return "missed by %.0f %%".formatted(Math.ceil(100 * Math.abs(figure - bound) / bound));
  }

  @Override
  public String toString() {
    return switch (kind) {
      case AT_LEAST -> "≥ " + Figures.ratio(bound);
      case AT_MOST -> "≤ " + Figures.ratio(bound);
      case NONE -> "–";
    };
  }
}
