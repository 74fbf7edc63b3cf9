package io.quipu.engine.kinds.sketch;

import java.time.Duration;

/**
 * The bounds on recording in one context, for all counters together. An update that would exceed
 * {@code queuedEvents} or {@code heldBytes} is refused, unless there is no other update.
 *
 * @param queuedEvents the maximum number of events that wait or are being written
 * @param heldBytes the approximate maximum number of bytes of the updates with these events
 * @param stateBytes the approximate maximum number of bytes of the states in memory
 * @param eventsPerWrite the maximum number of events that one write adds to one counter, unless the
 *     write adds a single update
 * @param requests the bound on requests to the store, see {@link SketchRequests}
 * @param patience the time that an update waits for the store before the update is given up
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

  /** The usual settings. Waiting updates and states may each take half of {@code bytes}. */
  public static SketchSettings of(int queuedEvents, long bytes) {
    return new SketchSettings(
        queuedEvents, bytes / 2, bytes / 2, 20_000, 128, Duration.ofSeconds(8));
  }
}
