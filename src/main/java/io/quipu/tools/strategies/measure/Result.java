package io.quipu.tools.strategies.measure;

import java.time.Duration;
import java.util.Map;

/**
 * The result of one way to count. What could not be measured is missing.
 *
 * @param title what it is called
 * @param ours whether it is a kind of Quipu
 * @param perSecond increments that were answered; NaN if that was not measured
 * @param failed increments that were not, in the same time
 * @param reads the median time of a read, by the number of events
 * @param outcomes the count after each trouble
 */
public record Result(
    String title,
    boolean ours,
    double perSecond,
    long failed,
    Map<Integer, Duration> reads,
    Map<Trouble, Outcome> outcomes) {
  public boolean hasSpeed() {
    return !Double.isNaN(perSecond);
  }

  /**
   * The outcome of increments in trouble.
   *
   * @param expected the number of distinct increments
   * @param injected how many were sent again, or how many answers were lost
   * @param unanswered how many of them nobody answered, so that the count may be less by as many
   */
  public record Outcome(long expected, long counted, long injected, long unanswered) {
    public long difference() {
      return counted - expected;
    }

    public boolean isRight() {
      return difference() == 0 && unanswered == 0;
    }
  }
}
