package io.quipu.engine.checkpoint;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.names.Series;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.SeriesNotes;
import io.quipu.engine.state.StateSize;
import io.quipu.engine.store.CounterSlices;
import io.quipu.engine.store.CounterSlices.NamedState;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Writes idle series of counters that note many resets. A series is idle if it took no step since a
 * noted reset. A pass goes through all series of a counter, some with each step that changes the
 * counter. At its end, the counter drops the resets that it noted when the pass began. So a series
 * is written once for a step of its own, and a counter notes about as many resets as {@link
 * StepBounds#resets()} and the steps of a pass. Confined to one context.
 *
 * <p>Invariant: a reset is dropped in or after the step that wrote the last series that it took
 * back. Series are looked for after the header of the step was read, so each state that is found
 * has all earlier steps. A series that takes a step during the pass took it after each reset that
 * the pass drops.
 */
final class IdleSeries {
  /** The maximum number of counters of which a step writes idle series. */
  private static final int COUNTERS_AT_ONCE = 8;

  /** The maximum number of counters with a pass that is not at its end. */
  private static final int MOST_PASSES = 1_000;

  private final int page;
  private final CounterSlices slices;
  private final StepBounds bounds;
  private final Map<CounterName, Pass> passes = new HashMap<>();

  /**
   * A pass through the series of a counter.
   *
   * @param last the last reset that the counter drops at the end of the pass
   * @param after the stored name up to which all series are written; empty at the beginning
   */
  private record Pass(EventTime last, String after) {}

  IdleSeries(int page, CounterSlices slices, StepBounds bounds) {
    this.page = page;
    this.slices = slices;
    this.bounds = bounds;
  }

  void forget() {
    passes.clear();
  }

  /**
   * Finds some idle series of the counters of a step that note many resets.
   *
   * @param from the states before the step
   * @param counters the counters of the rows of the step
   */
  CompletionStage<Found> find(PageState from, Collection<CounterName> counters) {
    List<CounterName> due =
        counters.stream()
            .filter(counter -> noted(from, counter) > bounds.resets())
            .sorted(Comparator.comparingInt(counter -> -noted(from, counter)))
            .limit(COUNTERS_AT_ONCE)
            .toList();
    Found found = new Found();
    return due.isEmpty()
        ? CompletableFuture.completedStage(found)
        : BoundedConcurrency.forEach(1, due, counter -> find(counter, from.of(counter), found))
            .thenApply(all -> found);
  }

  private static int noted(PageState from, CounterName counter) {
    return from.of(counter).series().resets().size();
  }

  private CompletionStage<Void> find(CounterName counter, CounterState whole, Found found) {
    if (found.isFull()) {
      return CompletableFuture.completedStage(null);
    }
    List<EventTime> noted = whole.series().resets();
    Pass pass = passes.getOrDefault(counter, new Pass(noted.get(noted.size() - 1), ""));
    NameRange range = Series.stored(counter.name()).after(pass.after);
    String stored = CounterName.ofSeries(counter.stored());
    int most = bounds.looksAt();
    return slices
        .states(page, List.of(stored), range, most)
        .thenAccept(
            some -> {
              Chunk chunk = new Chunk(pass.last, pass.after, some.size() < most, new ArrayList<>());
              for (NamedState one : some) {
                if (isIdle(whole.series(), one.state())) {
                  if (found.isFull()) {
                    chunk = chunk.upTo(chunk.after, false);
                    break;
                  }
                  chunk.idle.add(one.counter());
                  found.takes(one.state());
                }
                chunk = chunk.upTo(one.counter().key(), chunk.isLast);
              }
              found.chunks.put(counter, chunk);
            });
  }

  private static boolean isIdle(SeriesNotes notes, CounterState state) {
    return !state.total().isZero() && notes.resetSince(state.until()) != null;
  }

  /**
   * Some series of a counter, in the order of their names.
   *
   * @param last the last reset that the counter drops at the end of the pass
   * @param after the stored name of the last series that was looked at
   * @param isLast whether the counter has no series behind these
   * @param idle those that are idle
   */
  private record Chunk(EventTime last, String after, boolean isLast, List<CounterName> idle) {
    Chunk upTo(String name, boolean isEnd) {
      return new Chunk(last, name, isEnd, idle);
    }
  }

  /** The idle series that a step writes. */
  final class Found {
    private final Map<CounterName, Chunk> chunks = new HashMap<>();
    private int number;
    private long bytes;

    private Found() {}

    private boolean isFull() {
      return number >= bounds.series() || bytes >= bounds.bytes() / 4;
    }

    private void takes(CounterState state) {
      number++;
      bytes += StateSize.ofKept(state);
    }

    /** The names of the series. */
    List<CounterName> names() {
      return chunks.values().stream().flatMap(chunk -> chunk.idle.stream()).toList();
    }

    /**
     * Adds the series to the changes of the step. Leaves out those of counters that the step does
     * not change.
     *
     * @param from the states before the step of all counters, and of the series
     * @param until the exclusive end of the step
     */
    void change(
        Map<CounterName, CounterFold> folds,
        PageState from,
        EventTime until,
        Map<CounterName, CounterState> changed) {
      chunks.keySet().removeIf(counter -> !changed.containsKey(counter));
      chunks.forEach(
          (counter, chunk) -> {
            CounterFold fold = Objects.requireNonNull(folds.get(counter));
            for (CounterName series : chunk.idle) {
              CounterState before = from.of(series);
              if (!before.isNew()) {
                changed.computeIfAbsent(series, name -> fold.idle(before, until));
              }
            }
            if (chunk.isLast) {
              changed.computeIfPresent(
                  counter, (name, state) -> state.with(state.series().writtenUpTo(chunk.last)));
            }
          });
    }

    /** Goes on with the passes, after the step was applied. */
    void applied() {
      chunks.forEach(
          (counter, chunk) -> {
            passes.remove(counter);
            if (!chunk.isLast && passes.size() < MOST_PASSES) {
              passes.put(counter, new Pass(chunk.last, chunk.after));
            }
          });
    }
  }
}
