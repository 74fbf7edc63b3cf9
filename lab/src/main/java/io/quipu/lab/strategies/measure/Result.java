package io.quipu.lab.strategies.measure;

import java.time.Duration;
import java.util.Map;

/**
 * The result of one way to count. The maps have no entry for a value that was not measured.
 *
 * @param title the name of the way
 * @param ours whether the way is a kind of Quipu
 * @param perSecond answered increments per second; NaN if speed was not measured
 * @param failed the number of increments that failed while speed was measured
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
   * The outcome of increments under one trouble.
   *
   * @param expected the number of distinct increments
   * @param injected the number of increments sent again, plus the number of lost answers
   * @param unanswered the number of increments without an answer to the first or a second sending;
   *     at most so many may be missing from the count
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
