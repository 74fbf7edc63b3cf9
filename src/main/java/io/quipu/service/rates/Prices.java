package io.quipu.service.rates;

/**
 * The price list: the tokens of the rates that the parts of a request cost. Each way in uses these
 * prices. A request, message or command costs 1, and that is the price of the first thing that it
 * names. {@code docs/operations.md} has the same list for callers.
 */
public final class Prices {
  /** The price of a recount, because a recount reads all retained rows of a counter. */
  public static final int RECOUNT = 100;

  /** The price of a ranking of counters or series: each of them is compared. */
  public static final int RANKING = 10;

  /** The price of a followed prefix, because the names of up to 1,000 counters are followed. */
  public static final int PREFIX = 10;

  /** The price of a scrape of all metrics. */
  public static final int METRICS = 10;

  /** The number of windows, names or series for 1 token: they are read many together. */
  private static final int FOR_ONE = 100;

  private Prices() {}

  /** The price of a ranking by so many windows, which are added up for each counter. */
  public static int ranking(long windows) {
    return RANKING + (int) (windows / FOR_ONE);
  }

  /** The price of windows, names or series that are read together: 1 for each full 100. */
  public static int together(long some) {
    return (int) Math.max(1, some / FOR_ONE);
  }
}
