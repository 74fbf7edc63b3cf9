package io.quipu.cli.bench;

import java.math.BigInteger;
import java.time.Duration;
import org.HdrHistogram.Histogram;

/**
 * The result of a load.
 *
 * @param acknowledged events that were acknowledged, including the warm-up
 * @param refused events that were certainly not written
 * @param unknown events that may be counted or not
 * @param unsent events that were due but never sent, because no connection was free
 * @param measuredRequests successful requests that were due in the measured time
 * @param measuredEvents the events of the measured requests
 * @param measured the length of the measured time
 * @param latency the latencies of the measured requests in microseconds, from the time when the
 *     request was due, so with the wait for a free connection; at most an hour
 */
public record LoadResult(
    long acknowledged,
    long refused,
    long unknown,
    long unsent,
    long measuredRequests,
    long measuredEvents,
    Duration measured,
    Histogram latency) {

  /** The verdict on the acknowledgements, from the sum of the counts of all counters. */
  public enum Verdict {
    /** All acknowledged events are counted, and no other events except unknown events. */
    EXACT,
    LOST,
    TOO_MANY
  }

  public Verdict verdict(BigInteger counted) {
    if (counted.compareTo(BigInteger.valueOf(acknowledged)) < 0) {
      return Verdict.LOST;
    }
    return counted.compareTo(BigInteger.valueOf(acknowledged + unknown)) > 0
        ? Verdict.TOO_MANY
        : Verdict.EXACT;
  }

  public double requestsPerSecond() {
    return measuredRequests * 1e9 / measured.toNanos();
  }

  public double eventsPerSecond() {
    return measuredEvents * 1e9 / measured.toNanos();
  }
}
