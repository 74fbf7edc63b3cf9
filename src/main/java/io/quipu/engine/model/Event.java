package io.quipu.engine.model;

import org.jspecify.annotations.Nullable;

/**
 * One event to count.
 *
 * @param delta the amount that the event adds
 * @param id the name that the caller gave the event, or null
 */
public record Event(long delta, @Nullable String id) {
  /** An event without an id that adds 1. */
  public static final Event ONE = new Event(1, null);

  /**
   * Makes the event that a caller has sent, and checks it.
   *
   * @param delta not 0, at most {@value Limits#DELTA} in either direction
   * @param id 1 to {@value Limits#ID_BYTES} bytes of UTF-8, or null
   * @throws InvalidInput naming {@code delta} or {@code id}, if that member is not valid
   */
  public static Event adding(long delta, @Nullable String id) {
    if (delta == 0) {
      throw new InvalidInput("delta", "delta must not be 0");
    }
    if (delta > Limits.DELTA || delta < -Limits.DELTA) {
      throw new InvalidInput("delta", "delta must lie between -10^15 and 10^15");
    }
    if (id != null) {
      checkId("id", id);
    }
    return new Event(delta, id);
  }

  /**
   * Checks the id of an event, or another short text that a caller has sent.
   *
   * @throws InvalidInput naming {@code field} if the text is empty, too long or not valid UTF-8
   */
  public static void checkId(String field, String id) {
    int bytes = Utf8.length(id);
    if (bytes < 0) {
      throw new InvalidInput(field, field + " is not valid UTF-8");
    }
    if (bytes == 0 || bytes > Limits.ID_BYTES) {
      throw new InvalidInput(
          field, field + " is " + bytes + " bytes long; 1 to " + Limits.ID_BYTES + " are allowed");
    }
  }
}
