package io.quipu.engine.names;

import io.quipu.engine.windows.EventTime;
import java.util.List;

/**
 * A value that the {@link Lateness} of a namespace had or has.
 *
 * @param ticks the lateness, in ticks of event time
 * @param since the time from which on it holds; {@link EventTime#MIN} if it is as old as the
 *     namespace
 * @param floor no event of an earlier time is recorded, because its window may have been final
 * @param end the time from which on the next value holds; {@link EventTime#MAX} of the last one
 */
public record LatenessChange(long ticks, EventTime since, EventTime floor, EventTime end) {
  /** A change from its {@link #parts}. */
  static LatenessChange of(long ticks, long since, long floor, long end) {
    return new LatenessChange(
        ticks, new EventTime(since), new EventTime(floor), new EventTime(end));
  }

  /** All numbers, as they are stored. */
  List<Long> parts() {
    return List.of(ticks, since.ticks(), floor.ticks(), end.ticks());
  }

  /** This change once the next one is made. */
  LatenessChange until(EventTime next) {
    return new LatenessChange(ticks, since, floor, next);
  }

  /** Tells whether all that is recorded after a point was checked by this change or a later one. */
  boolean holdsAt(EventTime point) {
    return since.equals(EventTime.MIN) || !point.isBefore(since.plusTicks(Lateness.DELAY_TICKS));
  }

  /** The point up to which windows are final, if all pages of a counter are settled up to one. */
  EventTime finalUpTo(EventTime until) {
    EventTime point = EventTime.min(until, end);
    return EventTime.max(Lateness.minus(point, ticks + Lateness.delay(ticks)), floor);
  }
}
