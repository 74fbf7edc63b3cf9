package io.quipu.engine.model;

/**
 * The time for which an event id is remembered, in whole seconds of event time. Of two events with
 * one id in one counter, the later is a duplicate if it lies less than the windows of both after
 * the one that was counted: they differ only where the setting was changed in between.
 */
public final class DeduplicationWindow {
  /** Remembered for ever. */
  public static final int FOREVER = 0;

  /** A day. */
  public static final int USUAL = 86_400;

  /** Not remembered at all: the id is not even stored. */
  public static final int OFF = -1;

  /**
   * From here down these are no windows, but the numbers of other rules by which rows of a subject
   * count; which there are, the kinds of counters say.
   */
  public static final int OTHER_RULES = -2;

  private DeduplicationWindow() {}

  /** The window of a setting; what an {@code int} cannot hold is for ever. */
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

  /** Tells whether {@code window} holds an id from {@code counted} until {@code later}. */
  public static boolean covers(int window, EventTime counted, EventTime later) {
    return window == FOREVER
        || later.ticks() - counted.ticks() < window * EventTime.TICKS_PER_SECOND;
  }
}
