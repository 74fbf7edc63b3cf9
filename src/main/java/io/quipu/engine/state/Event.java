package io.quipu.engine.state;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.Limits;
import io.quipu.engine.input.Utf8;
import io.quipu.engine.names.Series;
import io.quipu.engine.windows.EventMinute;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One event to count. An event may stand for several happenings. With an id, all of them count or
 * none.
 *
 * @param delta the amount that the event adds, for all its happenings together
 * @param events the number of happenings, at least 1
 * @param id the name that the caller gave the event, or null
 * @param minute the minute in which the event counts, see {@link EventMinute}
 * @param series the {@linkplain Series#key keys} of the series in which the event counts
 */
public record Event(long delta, int events, @Nullable String id, long minute, List<String> series) {
  /** An event without an id that adds 1. */
  public static final Event ONE = new Event(1, null);

  public Event {
    EventMinute.checked(minute);
  }

  /** An event without labels. */
  public Event(long delta, int events, @Nullable String id, long minute) {
    this(delta, events, id, minute, List.of());
  }

  /** An event that counts when it is recorded. */
  public Event(long delta, int events, @Nullable String id) {
    this(delta, events, id, EventMinute.OWN);
  }

  /** An event that stands for one happening. */
  public Event(long delta, @Nullable String id) {
    this(delta, 1, id);
  }

  /**
   * Makes the event that a caller has sent, and checks it.
   *
   * @param delta not 0, at most {@value Limits#DELTA} in either direction
   * @param events 1 to {@value Limits#HAPPENINGS}
   * @param id 1 to {@value Limits#ID_BYTES} bytes of UTF-8, or null
   * @throws InvalidInput naming {@code delta}, {@code events} or {@code id}, if that member is not
   *     valid
   */
  public static Event adding(long delta, long events, @Nullable String id) {
    if (events < 1 || events > Limits.HAPPENINGS) {
      throw new InvalidInput("events", "events must lie between 1 and 10^6");
    }
    if (delta == 0) {
      throw new InvalidInput("delta", "delta must not be 0");
    }
    if (delta > Limits.DELTA || delta < -Limits.DELTA) {
      throw new InvalidInput("delta", "delta must lie between -10^15 and 10^15");
    }
    if (id != null) {
      checkId("id", id);
    }
    return new Event(delta, (int) events, id);
  }

  /** This event, counted in another minute. */
  public Event in(long another) {
    return another == minute ? this : new Event(delta, events, id, another, series);
  }

  /** This event, counted in some series. */
  public Event of(List<String> some) {
    return some.isEmpty() ? this : new Event(delta, events, id, minute, some);
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
