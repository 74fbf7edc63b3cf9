package io.quipu.lab.bench.report;

import org.HdrHistogram.Histogram;

/**
 * Latencies at a stated rate, each from when its request was to be sent.
 *
 * @param side who answered
 * @param load the rate, in words
 * @param failed requests without a good answer
 * @param micros in microseconds
 */
public record Latency(String side, String load, long failed, Histogram micros) {
  public double micros(double percentile) {
    return micros.getValueAtPercentile(percentile);
  }
}
