package io.quipu.engine.kinds.linear;

import java.time.Duration;

/**
 * The bounds of recording in one context. The bounds of queued events, held bytes, requests and
 * counters are for all counters together.
 *
 * @param queuedEvents the maximum number of events that wait or are being counted; further events
 *     are refused
 * @param heldBytes the maximum size in bytes of the increments of these events; further increments
 *     are refused
 * @param eventsPerStep the maximum number of events in one compare-and-set, unless a single
 *     increment has more
 * @param idsPerStep the maximum number of events with ids in one compare-and-set, unless a single
 *     increment has more
 * @param requests the maximum number of concurrent requests to the store
 * @param counters number of counters in memory above which idle counters are dropped
 * @param patience how long an increment waits for the store or for other writers, before it is
 *     refused or its outcome is given up as unknown
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

  /** The usual settings with the given bounds on events and bytes. */
  public static LinearSettings of(int queuedEvents, long heldBytes) {
    return new LinearSettings(
        queuedEvents, heldBytes, 5_000, 500, 128, 10_000, Duration.ofSeconds(8));
  }
}
