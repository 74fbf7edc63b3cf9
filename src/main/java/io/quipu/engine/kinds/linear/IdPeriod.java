package io.quipu.engine.kinds.linear;

/**
 * The period that a counter fills with ids. Even periods have one place for ids, and odd periods
 * have another. When a period ends, the ids of the period before are forgotten, to make room for
 * the next period. So an id is remembered until the period after its own period has ended.
 *
 * @param number of the period, from 0
 * @param count number of ids in the period
 */
public record IdPeriod(long number, long count) {
  /** The period of a counter that never had ids. */
  public static final IdPeriod FIRST = new IdPeriod(0, 0);

  public IdPeriod {
    if (number < 0 || count < 0) {
      throw new IllegalArgumentException(count + " ids in period " + number);
    }
  }

  /** This period with more ids, none of which ends the period. */
  public IdPeriod plus(int ids) {
    return new IdPeriod(number, count + ids);
  }

  /**
   * The period that the counter fills after more ids were added to this period. It is the next
   * period if ids were added and this period then has at least {@code least} ids. Then the ids of
   * the period before this period may be forgotten.
   *
   * @param ids number of added ids
   * @param least minimum number of remembered ids, from the current settings of the namespace
   */
  IdPeriod after(int ids, long least) {
    IdPeriod filled = plus(ids);
    return ids > 0 && filled.count >= least ? new IdPeriod(number + 1, 0) : filled;
  }

  /** Tells whether {@code before} can become this period by the addition of {@code ids} ids. */
  boolean follows(IdPeriod before, int ids) {
    return equals(before.plus(ids)) || (ids > 0 && equals(new IdPeriod(before.number + 1, 0)));
  }
}
