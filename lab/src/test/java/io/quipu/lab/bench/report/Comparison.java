package io.quipu.lab.bench.report;

import java.util.List;

/**
 * Two things measured in turn.
 *
 * @param what is measured
 * @param a what is judged, and {@code b} what it is held against
 * @param rounds a figure of each for each round
 */
public record Comparison(
    String what, String unit, String a, String b, Aim aim, List<Round> rounds) {

  /** One round: A, then B. */
  public record Round(double a, double b) {}

  public Comparison {
    rounds = List.copyOf(rounds);
    if (rounds.isEmpty()) {
      throw new IllegalArgumentException("nothing was measured: " + what);
    }
  }

  Spread ofA() {
    return Spread.of(rounds.stream().map(Round::a).toList());
  }

  Spread ofB() {
    return Spread.of(rounds.stream().map(Round::b).toList());
  }

  /** A over B, for each round. */
  Spread ratio() {
    return Spread.of(rounds.stream().map(round -> round.a() / round.b()).toList());
  }

  String verdict() {
    return aim.verdict(ratio().median());
  }

  @Override
  public String toString() {
    Spread ratio = ratio();
    return "%s: %s %s, %s %s, ratio %s (%s to %s), aim %s %s"
        .formatted(
            what,
            a,
            Figures.of(ofA().median(), unit),
            b,
            Figures.of(ofB().median(), unit),
            Figures.ratio(ratio.median()),
            Figures.ratio(ratio.least()),
            Figures.ratio(ratio.most()),
            aim,
            verdict());
  }
}
