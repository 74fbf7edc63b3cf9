package io.quipu.engine.checkpoint.recount;

import io.quipu.engine.state.Tally;
import java.math.BigInteger;

/**
 * The tally of some rows: the rows that certainly count, and the bounds of the undecided rows.
 *
 * @param counted the tally of the rows that certainly count
 * @param least the minimum that the undecided rows add, not above 0
 * @param most the maximum that the undecided rows add, not below 0
 * @param undecided the number of events in the undecided rows
 */
record RowTally(Tally counted, BigInteger least, BigInteger most, long undecided) {
  RowTally {
    if (least.signum() > 0 || most.signum() < 0 || undecided < 0) {
      throw new IllegalArgumentException(
          undecided + " others may add from " + least + " to " + most);
    }
  }

  static final RowTally ZERO = new RowTally(Tally.ZERO);

  RowTally(Tally counted) {
    this(counted, BigInteger.ZERO, BigInteger.ZERO, 0);
  }

  /** The tally of one undecided row. */
  static RowTally undecided(long least, long most, int events) {
    return new RowTally(Tally.ZERO, BigInteger.valueOf(least), BigInteger.valueOf(most), events);
  }

  RowTally plus(RowTally other) {
    return new RowTally(
        counted.plus(other.counted),
        least.add(other.least),
        most.add(other.most),
        undecided + other.undecided);
  }

  boolean isDecided() {
    return undecided == 0;
  }

  /**
   * The distance of a settled tally from the nearest tally that is possible with these rows: the
   * larger of the distance in counts and the distance in events.
   */
  BigInteger difference(Tally settled) {
    BigInteger counts = settled.count().subtract(counted.count());
    BigInteger events =
        BigInteger.valueOf(settled.events()).subtract(BigInteger.valueOf(counted.events()));
    return outside(counts, least, most)
        .max(outside(events, BigInteger.ZERO, BigInteger.valueOf(undecided)));
  }

  private static BigInteger outside(BigInteger value, BigInteger least, BigInteger most) {
    return value.subtract(most).max(least.subtract(value)).max(BigInteger.ZERO);
  }
}
