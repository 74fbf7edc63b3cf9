package io.quipu.engine.checkpoint;

import io.quipu.engine.checkpoint.StepRows.Row;
import io.quipu.engine.checkpoint.dedup.Deduplicated;
import io.quipu.engine.checkpoint.dedup.IdRow;
import io.quipu.engine.model.CounterState;
import io.quipu.engine.model.EventMinute;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Granularity;
import io.quipu.engine.model.PendingFacts;
import io.quipu.engine.model.Resets;
import io.quipu.engine.model.RunningTally;
import io.quipu.engine.model.Tally;
import io.quipu.engine.model.Window;
import io.quipu.engine.store.EventRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Folds the rows of one counter in one step into its state. Confined to one context. */
final class CounterFold {
  private final RunningTally total = new RunningTally();
  private final Map<Long, RunningTally> minutes = new HashMap<>();
  private final Map<Long, RunningTally> otherMinutes = new HashMap<>();
  private final List<IdRow> undecided = new ArrayList<>();
  private @Nullable Resets resets;
  private List<EventTime> found = List.of();
  private boolean counted;
  private long events;
  private int retentions;

  /** Takes all rows of the step. A row with an id counts only if the decision says so. */
  CounterFold(List<Row> rows) {
    for (Row row : rows) {
      retentions |= 1 << row.retention();
      if (row.id() != null) {
        undecided.add(
            new IdRow(row.at(), row.delta(), row.events(), row.id(), row.window(), row.minute()));
      } else if (EventRow.isReset(row.events())) {
        found = found.isEmpty() ? new ArrayList<>() : found;
        found.add(EventTime.of(row.at()));
      } else {
        count(EventTime.of(row.at()), row.minute(), row.delta(), row.events());
      }
    }
    if (!found.isEmpty()) {
      resets = divided(rows, found);
    }
  }

  private static Resets divided(List<Row> rows, List<EventTime> found) {
    Resets resets = new Resets(found);
    found.forEach(resets::reset);
    for (Row row : rows) {
      if (row.id() == null && !EventRow.isReset(row.events())) {
        resets.counts(EventTime.of(row.at()), row.delta(), row.events());
      }
    }
    return resets;
  }

  /** The rows with ids, for a {@link io.quipu.engine.checkpoint.dedup.RowRule} to decide. */
  List<IdRow> undecided() {
    return undecided;
  }

  /** The times of the resets among the rows, in any order. */
  List<EventTime> resets() {
    return found;
  }

  private void count(EventTime at, long minute, long delta, int more) {
    counted = true;
    events += more;
    total.add(delta, more);
    RunningTally tally =
        minute == EventMinute.OWN
            ? minute(at)
            : otherMinutes.computeIfAbsent(minute, start -> new RunningTally());
    tally.add(delta, more);
  }

  private RunningTally minute(EventTime at) {
    return minutes.computeIfAbsent(EventMinute.of(at), start -> new RunningTally());
  }

  /**
   * The number of events that count; complete after {@link #next}. A reset does not lower the
   * number.
   */
  long events() {
    return events;
  }

  /**
   * Tells whether the step changes the state of the counter. Without a row that counts, the state
   * changes only by a reset of a total that is not zero or, if there are rows with ids, by a new
   * retention class. So a reset of a counter that never counted leaves nothing behind.
   */
  boolean changes(CounterState before, Deduplicated resolved) {
    boolean takesAway = resets != null && !before.total().isZero();
    boolean onlyReset = resets != null && undecided.isEmpty();
    return counted
        || takesAway
        || !resolved.counted().isEmpty()
        || (!onlyReset && (before.retentions() | retentions) != before.retentions());
  }

  /**
   * Makes the state after the step; to be called only once.
   *
   * @param resolved the decision about the rows of {@link #undecided}
   * @param until the exclusive end of the step
   */
  CounterState next(CounterState before, Deduplicated resolved, EventTime until) {
    for (IdRow row : resolved.counted()) {
      count(EventTime.of(row.at()), row.minute(), row.delta(), row.events());
      if (resets != null) {
        resets.counts(EventTime.of(row.at()), row.delta(), row.events());
      }
    }
    if (resets != null) {
      resets.takeAway(before.total(), this::takeAway);
    }
    Map<Window, Tally> open = new HashMap<>(before.open());
    windows(minutes).forEach((window, tally) -> open.merge(window, tally, Tally::plus));
    requireWhole();
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
    Supplements supplements = Supplements.after(before.supplements(), windows(otherMinutes));
    return new CounterState(
        before.total().plus(total.tally()),
        until,
        open,
        supplements.kept(),
        new PendingFacts(before.isNew(), resolved.facts(), closed, supplements.exported()),
        before.supplemented() || !supplements.exported().isEmpty(),
        before.retentions() | retentions,
        found.stream().reduce(before.reset(), EventTime::max));
  }

  /**
   * Subtracts a tally from the total, and from the minute of a reset, so that the windows still sum
   * to the total.
   */
  private void takeAway(EventTime at, Tally away) {
    if (!away.isZero()) {
      total.subtract(away);
      minute(at).subtract(away);
    }
  }

  /** The tallies of some minutes in each window of each granularity. */
  private static Map<Window, Tally> windows(Map<Long, RunningTally> minutes) {
    Map<Window, Tally> windows = new HashMap<>();
    minutes.forEach(
        (start, tally) -> {
          EventTime within = EventTime.ofEpochSecond(start);
          Tally some = tally.tally();
          for (Granularity granularity : Granularity.values()) {
            windows.merge(granularity.windowOf(within), some, Tally::plus);
          }
        });
    return windows;
  }

  /**
   * @throws IllegalStateException if the minutes do not sum to the total of the rows
   */
  private void requireWhole() {
    RunningTally sum = new RunningTally();
    minutes.values().forEach(sum::add);
    otherMinutes.values().forEach(sum::add);
    if (!sum.tally().equals(total.tally())) {
      throw new IllegalStateException("minutes sum to " + sum.tally() + ", not " + total.tally());
    }
  }
}
