package io.quipu.checkpoint;

import io.quipu.counter.CounterName;
import io.quipu.store.Epochs;
import io.quipu.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * When an epoch that somebody else has prepared may be aborted: after it was seen unfinished for a
 * while. Taking over at once would be as correct, but two settlers with the same slot could then
 * abort each other for ever. Bounded; confined to one context.
 */
final class EpochTakeover {
  private static final int MOST = 10_000;
  static final Duration USUAL_WAIT = Duration.ofSeconds(3);

  private final Clock clock;
  private final Duration wait;
  private final Map<CounterName, PreparedEpoch> seen =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<CounterName, PreparedEpoch> eldest) {
          return size() > MOST;
        }
      };

  /**
   * @param since when it was first seen, in nanoseconds of the monotonic clock
   */
  private record PreparedEpoch(long epoch, boolean own, long since) {}

  /**
   * @param wait how long an epoch must have been seen unfinished
   */
  EpochTakeover(Clock clock, Duration wait) {
    this.clock = clock;
    this.wait = wait;
  }

  /** Whether the next epoch may be prepared over what is there. */
  boolean may(CounterName counter, Epochs epochs) {
    if (!epochs.preparing()) {
      seen.remove(counter);
      return true;
    }
    long now = clock.monotonicNanos();
    PreparedEpoch before = seen.get(counter);
    if (before == null || before.epoch != epochs.current()) {
      seen.put(counter, new PreparedEpoch(epochs.current(), false, now));
      return false;
    }
    return before.own || now - before.since >= wait.toNanos();
  }

  /** The epoch was prepared by this settler. */
  void own(CounterName counter, Epochs epochs) {
    seen.put(counter, new PreparedEpoch(epochs.current(), true, clock.monotonicNanos()));
  }
}
