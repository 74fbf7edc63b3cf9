package io.quipu.lab.bench.load;

import java.time.Duration;
import org.HdrHistogram.Histogram;

/**
 * The outcome of one phase of load.
 *
 * @param good requests answered with success
 * @param bad requests answered otherwise, or not at all
 * @param time from the first request to the last answer
 * @param micros latencies of the good ones in microseconds: from when a request was to be sent, in
 *     a phase at a stated rate
 */
public record Phase(long good, long bad, Duration time, Histogram micros) {
  /** Good requests per second. */
  public double perSecond() {
    return good / (time.toNanos() / 1e9);
  }

  public double micros(double percentile) {
    return micros.getValueAtPercentile(percentile);
  }
}
