package io.quipu.engine.kinds.sketch;

import java.time.Duration;

/**
 * The bounds on recording in one context.
 *
 * @param queuedEvents most events that wait or are being written; further events are refused
 * @param heldBytes most bytes of the updates with these events; further updates are refused
 * @param stateBytes most bytes of the states in memory, about
 * @param eventsPerWrite most events that one write adds, unless a single update has more
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

  /** The settings for a queue length, and for the bytes of waiting updates and states together. */
  public static SketchSettings of(int queuedEvents, long bytes) {
    return new SketchSettings(
        queuedEvents, bytes / 2, bytes / 2, 20_000, 128, Duration.ofSeconds(8));
  }
}
