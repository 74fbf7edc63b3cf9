package io.quipu.engine.query.ranking;

import io.quipu.engine.model.CounterState;
import io.quipu.engine.model.NameRange;
import io.quipu.engine.model.Tally;
import io.quipu.engine.model.Window;
import io.quipu.engine.store.CounterSlices;
import io.quipu.engine.store.CounterSlices.NamedState;
import io.quipu.engine.store.CounterSlices.Settled;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The counters of a namespace on one page, in the order of their names, a chunk at a time. Confined
 * to one context.
 *
 * <p>The count of a window is in the state of the counter if the window is open or pending in that
 * state. Otherwise, the window is empty if the last step of the counter ended before the end of the
 * window. If the step reached the end of the window, the window may be among the exported closed
 * windows. In addition there may be supplements, in the state and exported. Closed windows and
 * supplements are read after the states, because both are exported before the state without them is
 * written.
 */
final class PageCursor {
  private final RankingRun run;
  private final int page;
  private final int purged;
  private final String namespace;
  private final Queue<Settled> read = new ArrayDeque<>();
  private NameRange left;
  private boolean last;

  /**
   * @param purged how often the counters were purged
   */
  PageCursor(RankingRun run, int page, int purged) {
    this.run = run;
    this.page = page;
    this.purged = purged;
    this.namespace = run.ranked.namespace().storedNames().get(purged);
    this.left = run.ranked.names();
  }

  /** The next counter that was read; null if none is left at present. */
  @Nullable Settled peek() {
    return read.peek();
  }

  Settled remove() {
    return read.remove();
  }

  /** Tells whether a counter was not purged since. */
  private boolean isShown(String counter) {
    return run.ranked.namespace().knownLives().of(counter) == purged;
  }

  /** Tells whether the last chunk was read. */
  boolean isLast() {
    return last;
  }

  /** Tells whether another chunk is to be read, because few read counters are left. */
  boolean isLow() {
    return !last && read.size() < run.chunk / 2 + 1;
  }

  /** Reads another chunk, which may add no counters. Fails with the store unavailable. */
  CompletionStage<Void> fill() {
    Window window = run.ranked.window();
    CounterSlices slices = run.stores.slices();
    return window == null
        ? run.query(() -> slices.totals(page, namespace, left, run.chunk))
            .thenAccept(
                found -> {
                  found.stream().filter(one -> isShown(one.counter())).forEach(read::add);
                  passed(found.size(), i -> found.get(i).counter());
                })
        : run.query(() -> slices.states(page, namespace, left, run.chunk))
            .thenCompose(found -> inWindow(found, window));
  }

  private CompletionStage<Void> inWindow(List<NamedState> found, Window window) {
    passed(found.size(), i -> found.get(i).counter());
    List<String> closed = new ArrayList<>();
    for (NamedState one : found) {
      CounterState state = one.state();
      if (of(state, window) == null && !state.until().isBefore(window.end())) {
        closed.add(one.counter());
      }
    }
    CompletionStage<Map<String, Tally>> elsewhere =
        closed.isEmpty()
            ? CompletableFuture.completedStage(Map.of())
            : run.query(() -> run.stores.slices().closed(page, namespace, closed, window));
    return elsewhere.thenCombine(
        supplements(found, window),
        (tallies, sums) -> {
          for (NamedState one : found) {
            Tally own = of(one.state(), window);
            Tally tally = own == null ? tallies.get(one.counter()) : own;
            if (tally != null) {
              sums.merge(one.counter(), tally, Tally::plus);
            }
            Tally sum = sums.get(one.counter());
            if (sum != null && isShown(one.counter())) {
              read.add(new Settled(one.counter(), sum));
            }
          }
          return null;
        });
  }

  /** The sum of the supplements of each counter in the window. */
  private CompletionStage<Map<String, Tally>> supplements(List<NamedState> found, Window window) {
    Map<String, Tally> sums = new HashMap<>();
    Map<String, CounterState> exporting = new HashMap<>();
    for (NamedState one : found) {
      one.state()
          .forEachSupplement(
              (of, tally) -> {
                if (of.equals(window)) {
                  sums.merge(one.counter(), tally, Tally::plus);
                }
              });
      if (one.state().supplemented()) {
        exporting.put(one.counter(), one.state());
      }
    }
    if (exporting.isEmpty()) {
      return CompletableFuture.completedStage(sums);
    }
    return run.query(
            () ->
                run.stores
                    .slices()
                    .supplements(
                        page,
                        namespace,
                        exporting.keySet(),
                        window,
                        (counter, step, tally) -> {
                          CounterState state = exporting.get(counter);
                          if (state != null && state.counts(window, step)) {
                            sums.merge(counter, tally, Tally::plus);
                          }
                        }))
        .thenApply(read -> sums);
  }

  private static @Nullable Tally of(CounterState state, Window window) {
    Tally open = state.open().get(window);
    return open == null ? state.pending().closed().get(window) : open;
  }

  private void passed(int size, IntFunction<String> name) {
    last = size < run.chunk;
    if (!last) {
      left = left.after(name.apply(size - 1));
    }
  }
}
