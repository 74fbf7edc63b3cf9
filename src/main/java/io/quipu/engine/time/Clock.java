package io.quipu.engine.time;

import io.quipu.engine.windows.EventTime;
import java.time.Instant;

/** The two clocks of a process. Correctness depends only on the rate of the monotonic clock. */
public interface Clock {
  /** Nanoseconds from an arbitrary origin; never goes backwards. */
  long monotonicNanos();

  /** The time of the wall clock; may jump forwards and backwards. */
  EventTime wall();

  /** The clocks of this machine. */
  static Clock system() {
    return new Clock() {
      @Override
      public long monotonicNanos() {
        return System.nanoTime();
      }

      @Override
      public EventTime wall() {
        return EventTime.of(Instant.now());
      }
    };
  }
}
