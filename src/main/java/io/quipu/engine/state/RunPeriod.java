package io.quipu.engine.state;

import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.windows.EventTime;

/**
 * A period in which ids were counted that are remembered about equally long. Windows share a class,
 * so that a page has few periods at a time, whatever windows its namespaces have. A span as long as
 * the class overlaps at most three periods.
 *
 * @param window the seconds of the class, which no window in it exceeds; 0 for {@link
 *     DeduplicationWindow#FOREVER}
 * @param start start of the period in seconds of Unix time; 0 for ids that are remembered for ever
 */
public record RunPeriod(long window, long start) implements Comparable<RunPeriod> {
  /** The shortest class; a day is 64 times as long. */
  private static final long SHORTEST = 1_350;

  public RunPeriod {
    if (window != 0 && (window < SHORTEST || Math.floorMod(start, window / 2) != 0)) {
      throw new IllegalArgumentException("no period of " + window + " s starts at " + start);
    }
  }

  /** The period of ids with a window that were counted at a time. */
  public static RunPeriod of(int window, EventTime at) {
    if (window == DeduplicationWindow.FOREVER) {
      return new RunPeriod(0, 0);
    }
    long longest = SHORTEST;
    while (longest < window) {
      longest *= 2;
    }
    long second = at.epochSecond();
    return new RunPeriod(longest, second - Math.floorMod(second, longest / 2));
  }

  /** The period of a counted id. */
  public static RunPeriod of(CountedId id) {
    return of(id.window(), EventTime.of(id.at()));
  }

  /** The exclusive end of the period; never for ids that are remembered for ever. */
  public EventTime end() {
    return window == 0 ? EventTime.MAX : EventTime.ofEpochSecond(start + window / 2);
  }

  /** The point from which on no id of this period is remembered. */
  public EventTime forgotten() {
    return window == 0 ? EventTime.MAX : EventTime.ofEpochSecond(start + window / 2 + window);
  }

  /**
   * Tells whether an id of this period may have been counted before a row by less than the window
   * of the row and less than its own. Equal for all times of one second.
   *
   * @param remembered the window of the row
   */
  public boolean mayCover(EventTime at, int remembered) {
    if (window == 0) {
      return true;
    }
    long shorter =
        remembered == DeduplicationWindow.FOREVER ? window : Math.min(remembered, window);
    return start <= at.epochSecond() && start + window / 2 > at.epochSecond() - shorter;
  }

  @Override
  public int compareTo(RunPeriod other) {
    int order = Long.compare(window, other.window);
    return order != 0 ? order : Long.compare(start, other.start);
  }
}
