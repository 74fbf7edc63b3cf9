package io.quipu.service.rates;

import io.quipu.service.failure.ServiceFailure;
import io.quipu.service.failure.ServiceFailure.RateLimit;
import io.quipu.service.rates.RateLimits.Excess;

/** Makes the failures of requests that exceed a rate limit. Such a request has written nothing. */
final class RateFailures {
  private static final int SECONDS_OF_AN_HOUR = 3_600;

  private RateFailures() {}

  /**
   * @param cost the tokens that were asked for
   */
  static ServiceFailure tooMuch(Excess excess, int cost) {
    return excess(excess, "caller", 1, "A caller gets " + tokens(excess, cost));
  }

  /**
   * @param cost the tokens that were asked for
   */
  static ServiceFailure tooMuchOfNamespace(Excess excess, int cost) {
    return excess(
        excess, "namespace", 1, "All callers of a namespace together get " + tokens(excess, cost));
  }

  private static String tokens(Excess excess, int cost) {
    return excess.rate()
        + " tokens a second on each instance, and this takes "
        + cost
        + " more. An event or a small request takes 1, a larger one what it reads.";
  }

  static ServiceFailure tooManyNewCounters(Excess excess, int counters) {
    return excess(
        excess,
        "new-counters",
        SECONDS_OF_AN_HOUR,
        "At most "
            + excess.rate()
            + " new counters an hour are allowed, and this is of "
            + counters
            + " that have no events yet.");
  }

  static ServiceFailure tooManyNewSeries(Excess excess, int series) {
    return excess(
        excess,
        "new-series",
        SECONDS_OF_AN_HOUR,
        "At most "
            + excess.rate()
            + " new series an hour of one namespace are allowed, and the labels are of "
            + series
            + " that have no events yet.");
  }

  /**
   * @param window the period of the limit, in seconds
   */
  private static ServiceFailure excess(Excess excess, String policy, int window, String detail) {
    return new ServiceFailure(
        detail + " Nothing has been written.",
        new RateLimit(policy, excess.rate(), window, excess.seconds()));
  }
}
