package io.quipu.engine.kinds.linear;

import java.time.Duration;

/**
 * The bounds of recording in one context.
 *
 * @param queuedEvents most events that wait or are being counted; more are refused
 * @param heldBytes most bytes of the increments of these events; more are refused
 * @param eventsPerStep most events in one compare-and-set, unless a single increment has more
 * @param idsPerStep most events with ids in one compare-and-set, with the same exception
 * @param requests most concurrent requests to the store
 * @param counters most counters in memory; only idle counters are dropped
 * @param patience how long an increment waits for the store or other writers before it is given up
 */
public record LinearSettings(
    int queuedEvents,
    long heldBytes,
    int eventsPerStep,
    int idsPerStep,
    int requests,
    int counters,
    Duration patience) {
  public LinearSettings {
    int least =
        Math.min(
            Math.min(queuedEvents, eventsPerStep),
            Math.min(idsPerStep, Math.min(requests, counters)));
    if (least < 1 || heldBytes < 1) {
      throw new IllegalArgumentException("a bound lets nothing through: " + least);
    }
  }

  /** The usual settings with a queue of the given length. */
  public static LinearSettings of(int queuedEvents, long heldBytes) {
    return new LinearSettings(
        queuedEvents, heldBytes, 5_000, 500, 128, 10_000, Duration.ofSeconds(8));
  }
}
