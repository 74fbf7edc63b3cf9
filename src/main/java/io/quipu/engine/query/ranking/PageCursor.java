package io.quipu.engine.query.ranking;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.NameRange;
import io.quipu.engine.model.WindowCover;
import io.quipu.engine.store.CounterSlices;
import io.quipu.engine.store.CounterSlices.NamedState;
import io.quipu.engine.store.CounterSlices.Settled;
import io.quipu.engine.store.PageStore.PageState;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The counters of a namespace on one page, or their series, in the order of their stored names, a
 * chunk at a time. Confined to one context.
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
    this.namespace = run.ranked.storedNames().get(purged);
    this.left = run.ranked.storedRange();
  }

  /** The next counter that was read; null if none is left at present. */
  @Nullable Settled peek() {
    return read.peek();
  }

  Settled remove() {
    return read.remove();
  }

  /** Tells whether a counter is ranked, and was not purged since. */
  private boolean isShown(String stored) {
    CounterName name = CounterName.ofStored(namespace, stored);
    return run.ranked.isRanked(name)
        && run.ranked.namespace().knownLives().of(name.name()) == purged;
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
    CounterSlices slices = run.stores.slices();
    return run.cover == null && run.ranked.series().isEmpty()
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
                  return asResetsLeaveThem(
                      found.stream().filter(one -> isShown(one.counter())).toList());
                })
            .thenCompose(this::tallies)
            .thenAccept(read::addAll);
  }

  private CompletionStage<List<Settled>> tallies(List<NamedState> some) {
    WindowCover cover = run.cover;
    return cover == null
        ? CompletableFuture.completedStage(
            some.stream().map(one -> new Settled(one.counter(), one.state().total())).toList())
        : new WindowTallies(run, page, namespace, cover).add(some);
  }

  /** The states of series after the resets of their counters, which are not written to them. */
  private CompletionStage<List<NamedState>> asResetsLeaveThem(List<NamedState> some) {
    if (run.ranked.series().isEmpty() || some.isEmpty()) {
      return CompletableFuture.completedStage(some);
    }
    Set<CounterName> counters =
        some.stream().map(one -> name(one).whole()).collect(Collectors.toSet());
    return run.query(() -> run.stores.pages().read(page, counters))
        .thenApply(state -> some.stream().map(one -> reset(one, state)).toList());
  }

  private CounterName name(NamedState one) {
    return CounterName.ofStored(namespace, one.counter());
  }

  private NamedState reset(NamedState one, PageState state) {
    return new NamedState(one.counter(), state.of(name(one).whole()).ofSeries(one.state()));
  }

  private void passed(int size, IntFunction<String> name) {
    last = size < run.chunk;
    if (!last) {
      left = left.after(name.apply(size - 1));
    }
  }
}
