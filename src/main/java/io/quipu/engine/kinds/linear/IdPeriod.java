package io.quipu.engine.kinds.linear;

import io.quipu.engine.windows.EventTime;
import java.time.Duration;

/**
 * The period that a counter fills with ids. Even periods have one place for ids, and odd periods
 * have another. When a period ends, the ids of the period before are forgotten, to make room for
 * the next period. So an id is remembered until the period after its own period has ended.
 *
 * <p>A period ends when it has enough ids <em>and</em> is old. No wall clock says how old: one that
 * is ahead would end the period of a counter that other instances count. Either this process has
 * known of the period for {@link #LEAST}, or the steps of the period say so: each adds the time of
 * the counter since the step before, but at most {@link #LONGEST_GAP}. So a clock that is hours
 * ahead makes a period a second older.
 *
 * @param number of the period, from 0
 * @param count number of ids in the period
 * @param age of the period, as far as its steps say, in ticks; at most {@link #LEAST}
 */
public record IdPeriod(long number, long count, long age) {
  /** The time for which an id is remembered at least, as the interface promises. */
  public static final Duration REMEMBERED = Duration.ofMinutes(2);

  /**
   * The age of a period before which it does not end: {@link #REMEMBERED}, even where a clock runs
   * at 1.5 times the rate, or sixty clocks that are each ahead of the others count for the first
   * time.
   */
  static final Duration LEAST = REMEMBERED.multipliedBy(3).dividedBy(2);

  private static final long LEAST_TICKS = LEAST.toSeconds() * EventTime.TICKS_PER_SECOND;

  /** The longest time that one step adds to the age of a period, in ticks. */
  private static final long LONGEST_GAP = EventTime.TICKS_PER_SECOND;

  /** The period of a counter that never had ids. */
  public static final IdPeriod FIRST = new IdPeriod(0, 0);

  public IdPeriod {
    if (number < 0 || count < 0 || age < 0) {
      throw new IllegalArgumentException(count + " ids of age " + age + " in period " + number);
    }
  }

  /** A period that has just begun, or of which no step has said how old it is. */
  public IdPeriod(long number, long count) {
    this(number, count, 0);
  }

  /** This period with more ids, none of which ends the period. */
  public IdPeriod plus(int ids) {
    return new IdPeriod(number, count + ids, age);
  }

  /**
   * The period that the counter fills after one more step. It is the next period if the step has
   * ids, and this period then has at least {@code least} ids and is old. Then the ids of the period
   * before this period may be forgotten.
   *
   * @param ids number of added ids
   * @param least minimum number of remembered ids, from the current settings of the namespace
   * @param gap the time of the counter between this step and the step before, in ticks
   * @param known for how long this process has known of this period
   */
  IdPeriod after(int ids, long least, long gap, Duration known) {
    long older = Math.min(LEAST_TICKS, age + Math.min(gap, LONGEST_GAP));
    boolean old = older >= LEAST_TICKS || known.compareTo(LEAST) >= 0;
    return ids > 0 && count + ids >= least && old
        ? new IdPeriod(number + 1, 0)
        : new IdPeriod(number, count + ids, older);
  }

  /** Tells whether {@code before} can become this period by the addition of {@code ids} ids. */
  boolean follows(IdPeriod before, int ids) {
    boolean goesOn = number == before.number && count == before.count + ids;
    return goesOn || (ids > 0 && equals(new IdPeriod(before.number + 1, 0)));
  }
}
