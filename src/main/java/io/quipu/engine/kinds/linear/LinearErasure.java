package io.quipu.engine.kinds.linear;

import io.quipu.engine.kind.Eraser;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.NamespaceStore.Created;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.WindowPartition;
import io.quipu.engine.windows.WindowPartition.Table;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/**
 * Deletes linear counters for good, with their windows. Confined to one context.
 *
 * <p>Invariant: windows are looked for where the states say that they may be, and the states are
 * deleted after them. Times of events come from wall clocks, which may be days off; no clock says
 * where windows lie. Every exported window lies between the first and the last event of the state:
 * only windows of a decided state are exported.
 */
final class LinearErasure {
  private static final int AT_ONCE = 8;

  private final LinearStore store;

  LinearErasure(LinearStore store) {
    this.store = store;
  }

  /** The time in which counters had events, in seconds of Unix time, both ends included. */
  private record Span(long from, long to) {
    static Span of(LinearState state, Created namespace) {
      long last = state.last().epochSecond();
      // an earlier version did not note when the first event was
      long from =
          state.began() == null
              ? Math.min(namespace.beforeRows(), last)
              : state.began().epochSecond();
      return new Span(from, last);
    }

    Span and(Span other) {
      return new Span(Math.min(from, other.from), Math.max(to, other.to));
    }

    Stream<WindowPartition> partitions(int page) {
      return Arrays.stream(Granularity.values())
          .flatMap(granularity -> Table.CLOSED.between(page, granularity, from, to));
    }
  }

  /** Fails with the store unavailable; may be repeated. */
  CompletionStage<Void> erase(Created namespace, Extent extent) {
    Map<Integer, Span> pages = new TreeMap<>();
    return store
        .states(extent, (page, state) -> note(pages, page, state, namespace))
        .thenCompose(
            read ->
                BoundedConcurrency.forEach(
                    AT_ONCE,
                    () ->
                        pages.entrySet().stream()
                            .flatMap(one -> one.getValue().partitions(one.getKey()))
                            .iterator(),
                    partition ->
                        store
                            .eraseWindows(partition, extent)
                            .thenAccept(outcome -> outcome.require(Eraser.FAILED))))
        .thenCompose(gone -> store.erase(extent));
  }

  private static void note(
      Map<Integer, Span> pages, int page, LinearState state, Created namespace) {
    if (state.version() > 0) {
      pages.merge(page, Span.of(state, namespace), Span::and);
    }
  }
}
