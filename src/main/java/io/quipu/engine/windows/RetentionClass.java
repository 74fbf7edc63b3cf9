package io.quipu.engine.windows;

import io.quipu.engine.state.PageHeader;

/**
 * The time for which rows are kept after they were settled. A retention is rounded up to a class,
 * so that rows of many counters share partitions, which are deleted whole. The number of a class is
 * part of keys and never changes its meaning.
 */
public final class RetentionClass {
  /** The class of rows that are never deleted. */
  public static final int FOREVER = 15;

  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  private static final long[] SECONDS = {
    0,
    MINUTE,
    10 * MINUTE,
    HOUR,
    6 * HOUR,
    DAY,
    2 * DAY,
    4 * DAY,
    7 * DAY,
    14 * DAY,
    31 * DAY,
    92 * DAY,
    183 * DAY,
    366 * DAY,
    3_660 * DAY,
    Long.MAX_VALUE
  };

  /** The default class: a day. */
  public static final int USUAL = of(new TimeSpan("1d"));

  private RetentionClass() {}

  /** The class with the shortest time that is at least {@code retain}. */
  public static int of(TimeSpan retain) {
    if (retain.isForever()) {
      return FOREVER;
    }
    int retention = 0;
    while (SECONDS[retention] < retain.length().toSeconds()) {
      retention++;
    }
    return retention;
  }

  /**
   * The point before which rows of a class may be deleted.
   *
   * @param collected the {@code collected} of the page, see {@link PageHeader}
   * @return exclusive; {@link EventTime#MIN} if no row may be deleted
   */
  public static EventTime deletable(int retention, EventTime collected) {
    if (retention == FOREVER) {
      return EventTime.MIN;
    }
    long kept = SECONDS[retention] * EventTime.TICKS_PER_SECOND;
    return new EventTime(Math.max(0, collected.ticks() - kept));
  }
}
