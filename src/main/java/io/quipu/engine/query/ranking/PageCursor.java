package io.quipu.engine.query.ranking;

import io.quipu.engine.model.NameRange;
import io.quipu.engine.model.WindowCover;
import io.quipu.engine.store.CounterSlices;
import io.quipu.engine.store.CounterSlices.Settled;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The counters of a namespace on one page, in the order of their names, a chunk at a time. Confined
 * to one context.
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
    WindowCover cover = run.cover;
    CounterSlices slices = run.stores.slices();
    return cover == null
        ? run.query(() -> slices.totals(page, namespace, left, run.chunk))
            .thenAccept(
                found -> {
                  found.stream().filter(one -> isShown(one.counter())).forEach(read::add);
                  passed(found.size(), i -> found.get(i).counter());
                })
        : run.query(() -> slices.states(page, namespace, left, run.chunk))
            .thenCompose(
                found -> {
                  passed(found.size(), i -> found.get(i).counter());
                  WindowTallies tallies = new WindowTallies(run, page, namespace, cover);
                  return tallies
                      .add(found.stream().filter(one -> isShown(one.counter())).toList())
                      .thenAccept(read::addAll);
                });
  }

  private void passed(int size, IntFunction<String> name) {
    last = size < run.chunk;
    if (!last) {
      left = left.after(name.apply(size - 1));
    }
  }
}
