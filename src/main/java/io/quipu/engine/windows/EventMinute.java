package io.quipu.engine.windows;

/**
 * The minute in which an event counts, as its start in seconds of Unix time. An event counts in the
 * minute of its timeuuid, unless it says that it happened in another minute.
 */
public final class EventMinute {
  /** Stands for the minute of the event's own timeuuid. */
  public static final long OWN = Long.MIN_VALUE;

  private EventMinute() {}

  /** The start of the minute that holds a point. */
  public static long of(EventTime time) {
    return Granularity.MINUTE.windowOf(time).startSecond();
  }

  /** The minute of an event that was recorded at {@code at}: {@link #OWN} if it is the same. */
  public static long of(EventTime at, long minute) {
    return minute == OWN || minute == of(at) ? OWN : minute;
  }

  /** A point in the minute in which an event counts that was recorded at {@code at}. */
  public static EventTime within(EventTime at, long minute) {
    return minute == OWN ? at : EventTime.ofEpochSecond(minute);
  }

  /**
   * Checks a minute.
   *
   * @throws IllegalArgumentException if it is no start of a minute
   */
  public static long checked(long minute) {
    if (minute != OWN && Math.floorMod(minute, Granularity.MINUTE.seconds()) != 0) {
      throw new IllegalArgumentException("not the start of a minute: " + minute);
    }
    return minute;
  }
}
