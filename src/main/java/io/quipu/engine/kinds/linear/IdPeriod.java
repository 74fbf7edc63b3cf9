package io.quipu.engine.kinds.linear;

/**
 * The ids that a counter is filling a period with. They lie where its parity says; those of the
 * period before lie in the other place, and are forgotten when this one ends, to make room for the
 * next. So an id is remembered until a period that began after it has ended.
 *
 * @param number of the period, from 0
 * @param count ids that are in it
 */
public record IdPeriod(long number, long count) {
  /** Of a counter without ids. */
  public static final IdPeriod FIRST = new IdPeriod(0, 0);

  public IdPeriod {
    if (number < 0 || count < 0) {
      throw new IllegalArgumentException(count + " ids in period " + number);
    }
  }

  /** With more ids, none of which ends it. */
  public IdPeriod plus(int ids) {
    return new IdPeriod(number, count + ids);
  }

  /**
   * With more ids, all of which are in it; the next one if it has so many then that those of the
   * period before may be forgotten.
   *
   * @param least that are remembered at least, as the namespace says now
   */
  IdPeriod after(int ids, long least) {
    IdPeriod filled = plus(ids);
    return ids > 0 && filled.count >= least ? new IdPeriod(number + 1, 0) : filled;
  }

  /** Tells whether it comes of another by so many ids. */
  boolean follows(IdPeriod before, int ids) {
    return equals(before.plus(ids)) || (ids > 0 && equals(new IdPeriod(before.number + 1, 0)));
  }
}
