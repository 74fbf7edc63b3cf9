package io.quipu.recount;

import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import io.quipu.counter.RunningTally;
import io.quipu.counter.Window;
import io.quipu.dedup.IdRow;
import io.quipu.dedup.Replay;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;

/** What rows come to, by minute. Confined to one context. */
final class RecountedRows implements Replay.Sink {
  private final Map<Long, RunningTally> minutes = new HashMap<>();
  private final Map<Long, RowTally> undecided = new HashMap<>();

  void add(EventTime at, long delta, long events) {
    minutes.computeIfAbsent(minuteOf(at), start -> new RunningTally()).add(delta, events);
  }

  @Override
  public void counts(IdRow row) {
    add(EventTime.of(row.at()), row.delta(), 1);
  }

  @Override
  public void undecided(IdRow row, long least, long most) {
    undecided.merge(
        minuteOf(EventTime.of(row.at())), RowTally.undecided(least, most), RowTally::plus);
  }

  private static long minuteOf(EventTime at) {
    return Granularity.MINUTE.windowOf(at).startSecond();
  }

  /** Of the rows that are known to count. */
  BigInteger total() {
    return minutes.values().stream()
        .map(tally -> tally.tally().count())
        .reduce(BigInteger.ZERO, BigInteger::add);
  }

  /** The tallies of all windows with rows. */
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
