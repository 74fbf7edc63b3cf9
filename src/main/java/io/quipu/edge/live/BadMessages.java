package io.quipu.edge.live;

import io.quipu.engine.time.Clock;
import java.time.Duration;

/** Detects a stream of bad messages on one connection. Confined to one context. */
final class BadMessages {
  /** The maximum number of bad messages within {@link #SPAN} that are no stream. */
  static final int TOLERATED = 20;

  static final Duration SPAN = Duration.ofSeconds(10);

  private final Clock clock;
  private final long[] times = new long[TOLERATED];
  private long count;

  BadMessages(Clock clock) {
    this.clock = clock;
  }

  /** Notes a bad message. Returns true if more than {@link #TOLERATED} lie within {@link #SPAN}. */
  boolean isStreamWithOneMore() {
    long now = clock.monotonicNanos();
    int oldest = (int) (count % TOLERATED);
    boolean stream = count >= TOLERATED && now - times[oldest] < SPAN.toNanos();
    times[oldest] = now;
    count++;
    return stream;
  }
}
