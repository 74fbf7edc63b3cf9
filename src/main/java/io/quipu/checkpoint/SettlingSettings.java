package io.quipu.checkpoint;

import io.quipu.collect.Collector;
import java.time.Duration;

/**
 * How a process settles and collects.
 *
 * @param period pause between rounds
 * @param throttle how long settling rests after a long walk
 * @param takeoverWait how long an epoch that somebody else has prepared is left to him
 * @param collectionWait see {@link Collector}
 */
public record SettlingSettings(
    Duration period, SettlingThrottle throttle, Duration takeoverWait, Duration collectionWait) {
  /** With the usual throttle, and the usual wait before a takeover. */
  public static SettlingSettings of(Duration period, Duration collectionWait) {
    return new SettlingSettings(
        period, SettlingThrottle.USUAL, EpochTakeover.USUAL_WAIT, collectionWait);
  }
}
