package io.quipu.engine.state;

import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.RetentionClass;

/**
 * The values that hold for all counters of a page.
 *
 * @param until exclusive end of the settled time of all counters; grows with every step, so that
 *     each value identifies one version of the page
 * @param collected rows older than {@code collected} by the length of their class may be deleted,
 *     see {@link RetentionClass#deletable}; never after {@code until}
 * @param ids the runs of settled ids
 * @param step the number of steps of the page. A store uses the number to tell whether an answer
 *     has all recent steps, because a replica may have a step and lack the previous step
 */
public record PageHeader(EventTime until, EventTime collected, IdRuns ids, long step) {
  /** The header of a page without any step. */
  public static final PageHeader NONE =
      new PageHeader(EventTime.MIN, EventTime.MIN, IdRuns.NONE, 0);

  /**
   * @throws IllegalArgumentException if {@code collected} is after {@code until}, or {@code until}
   *     does not fit the number of steps
   */
  public PageHeader {
    if (step < 0 || (step == 0) != until.equals(EventTime.MIN)) {
      throw new IllegalArgumentException("until " + until + " after " + step + " steps");
    }
    if (collected.isAfter(until)) {
      throw new IllegalArgumentException("collected " + collected + " is after until " + until);
    }
  }

  /** Tells whether the page had no step yet. */
  public boolean isFirst() {
    return step == 0;
  }

  /**
   * The header after one more step. Rows that the current header no longer needs may be deleted
   * some time after that step.
   *
   * @throws IllegalArgumentException if {@code until} does not grow
   */
  public PageHeader next(EventTime nextUntil, IdRuns nextIds) {
    if (!nextUntil.isAfter(until)) {
      throw new IllegalArgumentException("until " + nextUntil + " does not grow from " + until);
    }
    return new PageHeader(nextUntil, until, nextIds, step + 1);
  }
}
