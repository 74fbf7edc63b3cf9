package io.quipu.engine.kinds.linear;

import java.time.Duration;

/**
 * Bounds of recording, of one context.
 *
 * @param queuedEvents most events that wait or are being counted; more are refused
 * @param heldBytes most bytes of their increments; more are refused
 * @param eventsPerStep most events in one compare-and-set, unless a single increment has more
 * @param idsPerStep most of them with ids
 * @param requests most requests to the store at once
 * @param counters that are known at most while nobody asks for them
 * @param patience how long an increment waits for a store or for others before it is given up
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

  /** For a queue of the given length. */
  public static LinearSettings of(int queuedEvents, long heldBytes) {
    return new LinearSettings(
        queuedEvents, heldBytes, 5_000, 500, 128, 10_000, Duration.ofSeconds(8));
  }
}
