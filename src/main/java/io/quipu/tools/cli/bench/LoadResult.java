package io.quipu.tools.cli.bench;

import java.math.BigInteger;
import java.time.Duration;
import org.HdrHistogram.Histogram;

/**
 * The result of a load.
 *
 * @param acknowledged events, those of the warm-up too
 * @param refused events of which certainly nothing was written
 * @param unknown events that may be counted or not
 * @param unsent events that were due, and had no free connection until the end
 * @param measuredRequests requests that were due while it was measured, and answered with success
 * @param measuredEvents their events
 * @param measured how long that was
 * @param latency of those requests in microseconds, from when each was due: one that had to wait
 *     for those before it is as late as it is to whoever waits
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

  /** The verdicts of a count of all counters together on the acknowledgements. */
  public enum Verdict {
    /** All that was acknowledged is counted, once, and no more than was in doubt besides. */
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
