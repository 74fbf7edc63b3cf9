package io.quipu.engine.names;

import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.TimeSpan;

/**
 * The time for which an event id is remembered, in whole seconds of event time. An event is a
 * duplicate if an event with the same id and counter was counted before, and the time between both
 * events is shorter than both windows. The windows differ only if the setting changed in between.
 */
public final class DeduplicationWindow {
  /** The window of an id that is remembered for ever. */
  public static final int FOREVER = 0;

  /** The default window: a day. */
  public static final int USUAL = 86_400;

  /** The window of an id that is not remembered, and not stored. */
  public static final int OFF = -1;

  /**
   * The largest number of another rule. This number and all smaller numbers are no windows, but
   * stand for rules by which rows of a subject count. Kinds of counters define the rules.
   */
  public static final int OTHER_RULES = -2;

  private DeduplicationWindow() {}

  /** The window of a setting; {@link #FOREVER} for a length that an {@code int} cannot hold. */
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
