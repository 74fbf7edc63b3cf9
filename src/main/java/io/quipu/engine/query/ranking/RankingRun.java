package io.quipu.engine.query.ranking;

import io.quipu.engine.input.Utf8Order;
import io.quipu.engine.kind.answer.Ranked;
import io.quipu.engine.kind.answer.Ranking;
import io.quipu.engine.kind.answer.Reader;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.state.ListedCounter;
import io.quipu.engine.state.Tally;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventTime;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes one ranking. Reads every counter of the ranked names once, a chunk of each slice at a time.
 * Confined to one context.
 *
 * <p>A counter without shards is in one slice, and each slice is read by itself. A counter with
 * shards is ranked by the sum over its pages. The largest sum may belong to a counter that is large
 * on no page. So all pages are read in parallel, in the order of names, and a counter is summed
 * when every page was read up to the name of the counter.
 */
final class RankingRun {
  final RankingStores stores;
  final Layout layout;
  private final RankingPace pace;
  final Ranked ranked;
  final @Nullable WindowCover cover;
  final int chunk;
  private final TopCounters top = new TopCounters(Ranking.MOST);
  private final Slices slices;
  private EventTime asOf = EventTime.MAX;
  private long taken;

  /** Set where a counter has too many series to rank all of them. */
  boolean tooMany;

  /**
   * @param chunk number of counters of a page that one query reads
   * @param horizon the horizon that was announced before this ranking
   */
  RankingRun(
      RankingStores stores,
      Layout layout,
      RankingPace pace,
      Ranked ranked,
      int chunk,
      EventTime horizon) {
    this.stores = stores;
    this.layout = layout;
    this.pace = pace;
    this.ranked = ranked;
    this.cover = ranked.cover();
    this.chunk = chunk;
    Reader own = stores.readers().get(ranked.namespace().kind());
    this.slices = own == null ? new PageSlices(this, horizon) : new NamedSlices(this, own, horizon);
  }

  /** The nanoseconds that the queries took, added up. */
  long taken() {
    return taken;
  }

  /** Makes the ranking. Fails with the store unavailable. */
  CompletionStage<Ranking> make() {
    List<Integer> all = IntStream.range(0, slices.count()).boxed().toList();
    List<Integer> lives = IntStream.range(0, ranked.storedNames().size()).boxed().toList();
    CompletionStage<?> read =
        ranked.shards() == 1
            ? BoundedConcurrency.forEach(
                RankingPace.AT_ONCE,
                all,
                slice ->
                    begin(slice)
                        .thenCompose(
                            known ->
                                BoundedConcurrency.forEach(
                                    1, lives, purged -> all(cursor(slice, purged)))))
            : BoundedConcurrency.forEach(RankingPace.AT_ONCE, all, this::begin)
                .thenCompose(
                    known -> BoundedConcurrency.forEach(1, lives, purged -> merged(all, purged)));
    return read.thenApply(
        done ->
            tooMany ? Ranking.TOO_MANY : new Ranking(top.first(), top.offered(), top.sum(), asOf));
  }

  /** Sends a query as soon as a slot for queries is free. */
  <T> CompletionStage<T> query(Supplier<CompletionStage<T>> query) {
    return pace.read(query, nanos -> taken += nanos);
  }

  private CompletionStage<Void> begin(int slice) {
    return slices.begin(slice).thenAccept(reached -> asOf = EventTime.min(asOf, reached));
  }

  private SliceCursor cursor(int slice, int purged) {
    return new SliceCursor(slices, slice, purged, slices.names(), chunk);
  }

  /** Tells whether a counter was not purged since. */
  boolean isShown(String counter, int purged) {
    return ranked.namespace().knownLives().of(counter) == purged;
  }

  private CompletionStage<Void> all(SliceCursor cursor) {
    return cursor
        .fill()
        .thenCompose(
            filled -> {
              while (cursor.peek() != null) {
                top.offer(cursor.remove());
              }
              return cursor.isLast() ? CompletableFuture.completedStage(null) : all(cursor);
            });
  }

  private CompletionStage<Void> merged(List<Integer> all, int purged) {
    return merged(all.stream().map(slice -> cursor(slice, purged)).toList());
  }

  private CompletionStage<Void> merged(List<SliceCursor> cursors) {
    List<SliceCursor> low = cursors.stream().filter(SliceCursor::isLow).toList();
    return BoundedConcurrency.forEach(RankingPace.AT_ONCE, low, SliceCursor::fill)
        .thenCompose(
            filled -> {
              offerWhole(cursors);
              boolean over = cursors.stream().allMatch(SliceCursor::isLast);
              return over ? CompletableFuture.completedStage(null) : merged(cursors);
            });
  }

  /** Offers counters as long as every page was read up to the next name. */
  private void offerWhole(List<SliceCursor> cursors) {
    PriorityQueue<SliceCursor> byName =
        new PriorityQueue<>(
            Comparator.comparing(
                cursor -> Objects.requireNonNull(cursor.peek()).counter(), Utf8Order.INSTANCE));
    for (SliceCursor cursor : cursors) {
      if (cursor.peek() != null) {
        byName.add(cursor);
      } else if (!cursor.isLast()) {
        return;
      }
    }
    while (!byName.isEmpty()) {
      if (!offerNext(byName)) {
        return;
      }
    }
  }

  /**
   * Offers the next counter. Returns false if a page must be read before another counter is known.
   */
  private boolean offerNext(PriorityQueue<SliceCursor> byName) {
    String name = Objects.requireNonNull(byName.element().peek()).counter();
    Tally sum = Tally.ZERO;
    boolean whole = true;
    while (!byName.isEmpty() && isNext(byName.element(), name)) {
      SliceCursor cursor = byName.remove();
      sum = sum.plus(cursor.remove().tally());
      if (cursor.peek() != null) {
        byName.add(cursor);
      } else {
        whole &= cursor.isLast();
      }
    }
    top.offer(new ListedCounter(name, sum));
    return whole;
  }

  private static boolean isNext(SliceCursor cursor, String name) {
    ListedCounter next = cursor.peek();
    return next != null && next.counter().equals(name);
  }
}
