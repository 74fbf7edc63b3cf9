package io.quipu.engine.query.ranking;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.query.ranking.Slices.Placed;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.CounterSlices;
import io.quipu.engine.store.CounterSlices.NamedState;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowPartition;
import io.quipu.engine.windows.WindowPartition.Table;
import io.quipu.engine.windows.WindowRun;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Adds up the windows of a cover for some counters of a page. Confined to one context.
 *
 * <p>The count of a window is in the state of the counter if the window is open or pending in that
 * state. Otherwise, the window is empty if the last step of the counter ended before the end of the
 * window. If the step reached the end of the window, the window may be among the exported closed
 * windows. In addition there may be supplements, in the state and exported. Closed windows and
 * supplements are read after the states, because both are exported before the state without them is
 * written.
 */
final class WindowTallies {
  private final RankingRun run;
  private final int page;
  private final WindowCover cover;
  private final Map<CounterName, CounterState> states = new HashMap<>();

  /** The sums of counters in the last range. */
  private final Map<CounterName, Tally> sums = new HashMap<>();

  WindowTallies(RankingRun run, int page, WindowCover cover) {
    this.run = run;
    this.page = page;
    this.cover = cover;
  }

  /** The sums of counters that have counted in the last range, in the order of the counters. */
  CompletionStage<List<Placed>> add(List<NamedState> counters) {
    for (NamedState one : counters) {
      states.put(one.counter(), one.state());
      add(one.counter(), one.state());
    }
    return BoundedConcurrency.forEach(RankingPace.AT_ONCE, cover.reads(), this::read)
        .thenApply(
            all ->
                counters.stream()
                    .map(NamedState::counter)
                    .filter(sums::containsKey)
                    .map(
                        counter ->
                            run.names.placed(counter, Objects.requireNonNull(sums.get(counter))))
                    .toList());
  }

  private void add(CounterName counter, CounterState state) {
    state.open().forEach((window, tally) -> add(counter, window, tally));
    state.pending().closed().forEach((window, tally) -> add(counter, window, tally));
    state.forEachSupplement((window, tally) -> add(counter, window, tally));
  }

  private void add(CounterName counter, Window window, Tally tally) {
    int range = cover.indexOf(window);
    if (range >= 0) {
      run.add(counter, range, tally);
    }
    if (range == cover.size() - 1) {
      sums.merge(counter, tally, Tally::plus);
    }
  }

  private CompletionStage<Void> read(WindowRun windows) {
    CounterSlices slices = run.stores.slices();
    Set<CounterName> closed = counters(state -> !state.until().isBefore(windows.first().end()));
    Set<CounterName> supplemented = counters(CounterState::supplemented);
    return read(
            Table.CLOSED,
            windows,
            closed,
            part -> slices.closed(part, closed, windows, this::addClosed))
        .thenCompose(
            read ->
                read(
                    Table.SUPPLEMENTS,
                    windows,
                    supplemented,
                    part -> slices.supplements(part, supplemented, windows, this::addSupplement)));
  }

  private Set<CounterName> counters(Predicate<CounterState> which) {
    return states.entrySet().stream()
        .filter(entry -> which.test(entry.getValue()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private CompletionStage<Void> read(
      Table table,
      WindowRun windows,
      Set<CounterName> counters,
      Function<WindowPartition, CompletionStage<Void>> partition) {
    List<WindowPartition> partitions =
        counters.isEmpty() ? List.of() : table.of(page, windows.first(), windows.last());
    return BoundedConcurrency.forEach(
        RankingPace.AT_ONCE, partitions, part -> run.query(() -> partition.apply(part)));
  }

  /** Ignores what belongs to a step that the state does not include, and what the state has. */
  private void addClosed(CounterName counter, Window window, Tally tally) {
    CounterState state = states.get(counter);
    if (state != null
        && !window.end().isAfter(state.until())
        && !state.pending().closed().containsKey(window)) {
      add(counter, window, tally);
    }
  }

  /** Ignores what the state does not count: what belongs to a step that it does not include. */
  private void addSupplement(CounterName counter, Window window, EventTime step, Tally tally) {
    CounterState state = states.get(counter);
    if (state != null && state.counts(window, step)) {
      add(counter, window, tally);
    }
  }
}
