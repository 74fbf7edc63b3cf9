package io.quipu.service.rates;

import io.quipu.engine.kind.answer.Question;

/**
 * The price list: the tokens of the rates that the parts of a request cost, besides the price that
 * a {@link Question} has. Each way in uses these prices. A request, message or command costs 1, and
 * that is the price of the first thing that it names. {@code docs/operations.md} has the same list
 * for callers.
 */
public final class Prices {
  /** The price of a recount, because a recount reads all retained rows of a counter. */
  public static final int RECOUNT = 100;

  /** The price of a ranking of counters or series: each of them is compared. */
  public static final int RANKING = Question.RANKING;

  /** The price of a followed prefix, because the names of up to 1,000 counters are followed. */
  public static final int PREFIX = 10;

  /** The price of a scrape of all metrics. */
  public static final int METRICS = 10;

  private Prices() {}

  /** The price of names or series that are read together: 1 for each full 100. */
  public static int together(long some) {
    return Question.together(some);
  }
}
