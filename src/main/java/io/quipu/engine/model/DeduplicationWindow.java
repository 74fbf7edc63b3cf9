package io.quipu.engine.model;

/**
 * The time for which an event id is remembered, in whole seconds of event time. Of two events with
 * one id in one counter, the later event is a duplicate if it lies less than both windows after the
 * counted event. The two windows differ only if the setting changed in between.
 */
public final class DeduplicationWindow {
  /** The window of an id that is remembered for ever. */
  public static final int FOREVER = 0;

  /** The usual window: a day. */
  public static final int USUAL = 86_400;

  /** The window of an id that is not remembered, and not stored. */
  public static final int OFF = -1;

  /**
   * The largest number of another rule. Numbers up to this one are no windows, but rules by which
   * rows of a subject count; kinds of counters define the rules.
   */
  public static final int OTHER_RULES = -2;

  private DeduplicationWindow() {}

  /** The window of a setting. A length that an {@code int} cannot hold becomes {@link #FOREVER}. */
  static int of(TimeSpan span) {
    if (span.isForever()) {
      return FOREVER;
    }
    if (span.equals(TimeSpan.OFF)) {
      return OFF;
    }
    long seconds = span.length().toSeconds();
    return seconds > Integer.MAX_VALUE ? FOREVER : (int) seconds;
  }

  /** Tells whether an id that was counted at {@code counted} is remembered at {@code later}. */
  public static boolean covers(int window, EventTime counted, EventTime later) {
    return window == FOREVER
        || later.ticks() - counted.ticks() < window * EventTime.TICKS_PER_SECOND;
  }
}
