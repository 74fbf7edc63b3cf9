package io.quipu.engine.kinds.sketch;

import java.time.Duration;

/**
 * Bounds of recording, of one context.
 *
 * @param queuedEvents most events that wait or are being written; more are refused
 * @param heldBytes most bytes of their updates; more are refused
 * @param stateBytes about how many bytes the states in memory take at most
 * @param eventsPerWrite most events that are added by one write, unless a single update has more
 * @param requests most requests to the store at once
 * @param patience how long an update waits for the store before it is given up
 */
public record SketchSettings(
    int queuedEvents,
    long heldBytes,
    long stateBytes,
    int eventsPerWrite,
    int requests,
    Duration patience) {
  public SketchSettings {
    if (Math.min(queuedEvents, Math.min(eventsPerWrite, requests)) < 1
        || Math.min(heldBytes, stateBytes) < 1) {
      throw new IllegalArgumentException("a bound lets nothing through");
    }
  }

  /** For a queue of the given length, and so many bytes for what waits and states together. */
  public static SketchSettings of(int queuedEvents, long bytes) {
    return new SketchSettings(
        queuedEvents, bytes / 2, bytes / 2, 20_000, 128, Duration.ofSeconds(8));
  }
}
