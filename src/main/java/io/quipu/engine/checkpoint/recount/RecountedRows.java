package io.quipu.engine.checkpoint.recount;

import io.quipu.engine.checkpoint.dedup.IdRow;
import io.quipu.engine.checkpoint.dedup.Replay;
import io.quipu.engine.state.Resets;
import io.quipu.engine.state.RunningTally;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventMinute;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The totals of rows of a counter, or of one of its series, by minute. Rows come in any order. So
 * the amounts that resets take away can be found only if the times of all resets are known before
 * the first row. Confined to one context.
 */
final class RecountedRows implements Replay.Sink {
  /**
   * The maximum number of resets among the retained rows of a counter on a page; with more, the
   * recount fails.
   */
  static final int MOST_RESETS = 10_000;

  private final Map<Long, RunningTally> minutes = new HashMap<>();
  private final Map<Long, RowTally> undecided = new HashMap<>();
  private final Set<Integer> inDoubt = new HashSet<>();
  private final Set<Long> unknown = new HashSet<>();
  private final String series;
  private final Resets resets;
  private final Set<EventTime> found = new HashSet<>();

  /**
   * @param series the key of the series; empty for the counter itself
   * @param known the times of the resets that earlier counts of these rows have found
   */
  RecountedRows(String series, Set<EventTime> known) {
    this.series = series;
    resets = new Resets(known);
  }

  /** Takes a row without an id. */
  void row(EventTime at, long minute, long delta, int events, List<String> keys) {
    if (!EventRow.isReset(events)) {
      if (isIn(keys)) {
        add(at, minute, delta, events);
      }
    } else if (!resets.reset(at) && found.add(at) && found.size() > MOST_RESETS) {
      throw tooManyResets();
    }
  }

  private boolean isIn(List<String> keys) {
    return series.isEmpty() || keys.contains(series);
  }

  static StoreUnavailable tooManyResets() {
    return StoreUnavailable.busy("The counter was reset too often to be recounted.");
  }

  /** The resets that are not among the known ones. If there is one, rows must be counted again. */
  Set<EventTime> found() {
    return found;
  }

  /** The resets that were taken, in event order. */
  List<EventTime> resets() {
    return resets.taken();
  }

  private void add(EventTime at, long minute, long delta, long events) {
    resets.counts(at, delta, events);
    minute(EventMinute.within(at, minute)).add(delta, events);
  }

  private RunningTally minute(EventTime at) {
    return minutes.computeIfAbsent(EventMinute.of(at), start -> new RunningTally());
  }

  /**
   * Takes away the amounts of the resets. To be called after the last row. The amount of a reset is
   * unknown if rows since the previous reset may be deleted or are undecided.
   *
   * @param complete whether no row of the counter lies before these rows
   */
  void takeAway(boolean complete) {
    boolean[] doubt = {!complete};
    resets.takeAway(
        Tally.ZERO,
        (at, away) -> {
          // The index of this reset, noted for undecided rows since the previous reset.
          if (doubt[0] || inDoubt.contains(resets.after(at) - 1)) {
            unknown.add(EventMinute.of(at));
          } else if (!away.isZero()) {
            minute(at).subtract(away);
          }
          doubt[0] = false;
        });
  }

  /** The windows with a reset of unknown amount. */
  Set<Window> unknown(Granularity granularity) {
    Set<Window> windows = new HashSet<>();
    unknown.forEach(start -> windows.add(windowOf(granularity, start)));
    return windows;
  }

  @Override
  public void counts(IdRow row) {
    if (isIn(row.series())) {
      add(EventTime.of(row.at()), row.minute(), row.delta(), row.events());
    }
  }

  @Override
  public void undecided(IdRow row, long least, long most) {
    if (!isIn(row.series())) {
      return;
    }
    EventTime at = EventTime.of(row.at());
    inDoubt.add(resets.after(at));
    undecided.merge(
        EventMinute.of(EventMinute.within(at, row.minute())),
        RowTally.undecided(least, most, row.events()),
        RowTally::plus);
  }

  /** The count of the rows that certainly count, minus the known amounts of the resets. */
  BigInteger total() {
    return minutes.values().stream()
        .map(tally -> tally.tally().count())
        .reduce(BigInteger.ZERO, BigInteger::add);
  }

  /** The tallies of all windows with rows, after the known amounts of resets were taken away. */
  Map<Window, RowTally> windows(Granularity granularity) {
    Map<Window, RowTally> windows = new HashMap<>();
    minutes.forEach(
        (start, tally) ->
            windows.merge(
                windowOf(granularity, start), new RowTally(tally.tally()), RowTally::plus));
    undecided.forEach(
        (start, tally) -> windows.merge(windowOf(granularity, start), tally, RowTally::plus));
    return windows;
  }

  private static Window windowOf(Granularity granularity, long second) {
    return granularity.windowOf(EventTime.ofEpochSecond(second));
  }
}
