package io.quipu.checkpoint;

import io.quipu.checkpoint.StepRows.Row;
import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import io.quipu.counter.RunningTally;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.dedup.Deduplicated;
import io.quipu.dedup.IdRow;
import io.quipu.page.CounterState;
import io.quipu.page.PendingFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Takes the rows of one counter into its state. Confined to one context. */
final class CounterFold {
  private final RunningTally total = new RunningTally();
  private final Map<Long, RunningTally> minutes = new HashMap<>();
  private final List<IdRow> undecided = new ArrayList<>();
  private boolean counted;
  private int retentions;

  /** Takes rows: those without an id count, the others are set aside until it is known. */
  CounterFold(List<Row> rows) {
    for (Row row : rows) {
      retentions |= 1 << row.retention();
      if (row.id() == null) {
        count(EventTime.of(row.at()), row.delta(), row.events());
      } else {
        undecided.add(new IdRow(row.at(), row.delta(), row.id(), row.window()));
      }
    }
  }

  /** The rows with ids, of which it is not known yet whether they count. */
  List<IdRow> undecided() {
    return undecided;
  }

  private void count(EventTime at, long delta, int events) {
    counted = true;
    total.add(delta, events);
    Window minute = Granularity.MINUTE.windowOf(at);
    minutes.computeIfAbsent(minute.startSecond(), start -> new RunningTally()).add(delta, events);
  }

  /** Whether the state of the counter changes. */
  boolean changes(CounterState before, Deduplicated resolved) {
    return counted
        || !resolved.counted().isEmpty()
        || (before.retentions() | retentions) != before.retentions();
  }

  /**
   * The state after the step, once.
   *
   * @param resolved what the rows with ids come to
   * @param until where the step ends
   */
  CounterState next(CounterState before, Deduplicated resolved, EventTime until) {
    for (IdRow row : resolved.counted()) {
      count(EventTime.of(row.at()), row.delta(), 1);
    }
    Map<Window, Tally> open = new HashMap<>(before.open());
    windows().forEach((window, tally) -> open.merge(window, tally, Tally::plus));
    Map<Window, Tally> closed = new HashMap<>();
    open.entrySet()
        .removeIf(
            window -> {
              boolean ended = !window.getKey().end().isAfter(until);
              if (ended) {
                closed.put(window.getKey(), window.getValue());
              }
              return ended;
            });
    return new CounterState(
        before.total().plus(total.tally()),
        until,
        open,
        new PendingFacts(before.isNew(), resolved.facts(), closed),
        before.retentions() | retentions);
  }

  /**
   * The tallies of every window that the rows touched, of all granularities.
   *
   * @throws IllegalStateException if those of a granularity do not sum to the total
   */
  private Map<Window, Tally> windows() {
    Map<Window, Tally> windows = new HashMap<>();
    Map<Granularity, Tally> sums = new HashMap<>();
    minutes.forEach(
        (start, tally) -> {
          EventTime within = EventTime.ofEpochSecond(start);
          Tally some = tally.tally();
          for (Granularity granularity : Granularity.values()) {
            windows.merge(granularity.windowOf(within), some, Tally::plus);
            sums.merge(granularity, some, Tally::plus);
          }
        });
    Tally all = total.tally();
    sums.forEach(
        (granularity, sum) -> {
          if (!sum.equals(all)) {
            throw new IllegalStateException(
                granularity + " windows sum to " + sum + ", not " + all);
          }
        });
    return windows;
  }
}
