package io.quipu.engine.checkpoint.recount;

import io.quipu.engine.state.Tally;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import java.math.BigInteger;
import java.util.Map;
import java.util.Set;

/** Compares settled windows of one granularity with rows, and adds the windows up. Used once. */
final class WindowComparison {
  private final Map<Window, RowTally> rows;
  private final Set<Window> unknown;
  private final EventTime retained;
  private Tally sum = Tally.ZERO;
  private Tally settled = Tally.ZERO;
  private Tally recounted = Tally.ZERO;
  private BigInteger difference = BigInteger.ZERO;
  private long checked;

  /**
   * @param recounted totals of the retained settled rows
   * @param retained the time from which on no row is deleted; earlier windows are not compared
   */
  WindowComparison(Granularity granularity, RecountedRows recounted, EventTime retained) {
    this.rows = recounted.windows(granularity);
    this.unknown = recounted.unknown(granularity);
    this.retained = retained;
  }

  /** Takes the settled tally of one window. */
  void add(Window window, Tally tally) {
    sum = sum.plus(tally);
    compare(window, tally, rows.getOrDefault(window, RowTally.ZERO));
    rows.remove(window);
  }

  /** Compares windows that have rows but no settled tally. To be called after the last window. */
  void addMissing() {
    rows.forEach((window, tally) -> compare(window, Tally.ZERO, tally));
  }

  private void compare(Window window, Tally tally, RowTally rowTally) {
    if (window.start().isBefore(retained) || unknown.contains(window)) {
      return;
    }
    difference = difference.add(rowTally.difference(tally));
    if (rowTally.isDecided()) {
      checked++;
      settled = settled.plus(tally);
      recounted = recounted.plus(rowTally.counted());
    }
  }

  /** The sum of the settled tallies of all windows, including windows that were not compared. */
  Tally sum() {
    return sum;
  }

  /** The sum of the settled tallies of the checked windows, see {@link #checked}. */
  Tally settled() {
    return settled;
  }

  /** The sum of the tallies of the rows in the checked windows, see {@link #checked}. */
  Tally recounted() {
    return recounted;
  }

  /** The sum of {@link RowTally#difference} of all compared windows. */
  BigInteger difference() {
    return difference;
  }

  /** The number of checked windows: the compared windows that have no undecided rows. */
  long checked() {
    return checked;
  }
}
