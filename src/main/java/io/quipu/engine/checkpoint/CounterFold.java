package io.quipu.engine.checkpoint;

import io.quipu.engine.checkpoint.StepRows.Row;
import io.quipu.engine.checkpoint.dedup.Deduplicated;
import io.quipu.engine.checkpoint.dedup.IdRow;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.SeriesNotes;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Folds the rows of one counter in one step into its state, and into the states of its series.
 * Confined to one context.
 *
 * <p>Invariant: what counts for the counter counts once for each series that its row names, in the
 * same step. So at every step the series of a breakdown that all events have sum to the counter.
 */
final class CounterFold {
  private final TallyFold whole;
  private final List<EventTime> resets;
  private final List<IdRow> undecided = new ArrayList<>();
  private final List<Row> ofSeries = new ArrayList<>();
  private final Set<String> series = new HashSet<>();
  private int retentions;

  /** Takes all rows of the step. A row with an id counts only if the decision says so. */
  CounterFold(List<Row> rows) {
    resets = resets(rows);
    whole = new TallyFold(resets);
    for (Row row : rows) {
      retentions |= 1 << row.retention();
      if (row.id() != null) {
        undecided.add(
            new IdRow(
                row.at(),
                row.delta(),
                row.events(),
                row.id(),
                row.window(),
                row.minute(),
                row.series()));
        series.addAll(row.series());
      } else if (!EventRow.isReset(row.events())) {
        whole.count(EventTime.of(row.at()), row.minute(), row.delta(), row.events());
        if (!row.series().isEmpty()) {
          ofSeries.add(row);
          series.addAll(row.series());
        }
      }
    }
  }

  private static List<EventTime> resets(List<Row> rows) {
    List<EventTime> found = List.of();
    for (Row row : rows) {
      if (row.id() == null && EventRow.isReset(row.events())) {
        found = found.isEmpty() ? new ArrayList<>() : found;
        found.add(EventTime.of(row.at()));
      }
    }
    return found;
  }

  /** The rows with ids, for a {@link io.quipu.engine.checkpoint.dedup.RowRule} to decide. */
  List<IdRow> undecided() {
    return undecided;
  }

  /** The keys of the series that may change. */
  Set<String> series() {
    return series;
  }

  /** The times of the resets among the rows, in any order. */
  List<EventTime> resets() {
    return resets;
  }

  /** The number of events that count; complete after {@link #next}. */
  long events() {
    return whole.events();
  }

  /**
   * Tells whether the step changes the state of the counter. Without a row that counts, the state
   * changes only by a reset of a total that is not zero or, if there are rows with ids, by a new
   * retention class. So a reset of a counter that never counted leaves nothing behind.
   */
  private boolean changes(CounterState before, Deduplicated resolved) {
    boolean onlyReset = !resets.isEmpty() && undecided.isEmpty();
    return whole.hasCounted()
        || whole.takesAway(before)
        || resetsSeries(before)
        || !resolved.counted().isEmpty()
        || (!onlyReset && (before.retentions() | retentions) != before.retentions());
  }

  /** A total of 0 may be one of series that are not. */
  private boolean resetsSeries(CounterState before) {
    return !resets.isEmpty() && before.series().hasSeries();
  }

  /**
   * Hands over the states that change by the step; to be called only once.
   *
   * @param from the states of the counter and of all its {@link #series} before the step
   * @param resolved the decision about the rows of {@link #undecided}
   * @param until the exclusive end of the step
   */
  void next(
      CounterName counter,
      PageState from,
      Deduplicated resolved,
      EventTime until,
      BiConsumer<CounterName, CounterState> changed) {
    CounterState before = from.of(counter);
    if (!changes(before, resolved)) {
      return;
    }
    for (IdRow row : resolved.counted()) {
      whole.count(EventTime.of(row.at()), row.minute(), row.delta(), row.events());
    }
    Map<String, TallyFold> folds = series.isEmpty() ? Map.of() : folds(resolved);
    List<String> fresh = new ArrayList<>();
    folds.forEach(
        (key, fold) -> {
          CounterName one = counter.with(key);
          CounterState of = from.of(one);
          if (of.isNew()) {
            fresh.add(key);
          }
          changed.accept(
              one, fold.next(of, List.of(), until, retentions, SeriesNotes.NONE, EventTime.MIN));
        });
    SeriesNotes notes = before.series().after(fresh, resets);
    EventTime last = resets.stream().reduce(before.reset(), EventTime::max);
    changed.accept(counter, whole.next(before, resolved.facts(), until, retentions, notes, last));
  }

  /**
   * The state after the step of a series that no row of the step names.
   *
   * @param before as the resets that are noted before the step leave it
   */
  CounterState idle(CounterState before, EventTime until) {
    return new TallyFold(resets).next(before, List.of(), until, 0, SeriesNotes.NONE, EventTime.MIN);
  }

  private Map<String, TallyFold> folds(Deduplicated resolved) {
    Map<String, TallyFold> folds = new HashMap<>();
    for (Row row : ofSeries) {
      for (String key : row.series()) {
        fold(folds, key).count(EventTime.of(row.at()), row.minute(), row.delta(), row.events());
      }
    }
    for (IdRow row : resolved.counted()) {
      for (String key : row.series()) {
        fold(folds, key).count(EventTime.of(row.at()), row.minute(), row.delta(), row.events());
      }
    }
    return folds;
  }

  private TallyFold fold(Map<String, TallyFold> folds, String key) {
    return folds.computeIfAbsent(key, any -> new TallyFold(resets));
  }
}
