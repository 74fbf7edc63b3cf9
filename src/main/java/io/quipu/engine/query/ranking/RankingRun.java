package io.quipu.engine.query.ranking;

import io.quipu.engine.model.EventPartition;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Layout;
import io.quipu.engine.model.Tally;
import io.quipu.engine.model.Utf8Order;
import io.quipu.engine.model.WindowCover;
import io.quipu.engine.store.CounterSlices.Settled;
import io.quipu.engine.time.BoundedConcurrency;
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
 * Makes one ranking. Reads every counter of the ranked names once, a chunk of each page at a time.
 * Confined to one context.
 *
 * <p>The header of each page is read serially before the counters of the page. So the state of the
 * header is on a quorum, and no counter is read in an older state. A counter without shards is on
 * one page, and each page is read by itself. A counter with shards is ranked by the sum over its
 * pages. The largest sum may belong to a counter that is large on no page. So all pages are read in
 * parallel, in the order of names, and a counter is summed when every page was read up to the name
 * of the counter.
 */
final class RankingRun {
  /**
   * The maximum number of ticks from a page to the horizon while the page is settled without delay.
   */
  private static final long NEAR = EventPartition.BUCKET_SECONDS * EventTime.TICKS_PER_SECOND;

  /** Ticks from a page to the horizon beyond which the page has much to settle. */
  private static final long FAR = EventPartition.HOUR_SECONDS * EventTime.TICKS_PER_SECOND;

  final RankingStores stores;
  private final Layout layout;
  private final RankingPace pace;
  final Ranked ranked;
  final @Nullable WindowCover cover;
  final int chunk;
  private final TopCounters top = new TopCounters(Ranking.MOST);
  private final EventTime horizon;
  private EventTime asOf = EventTime.MAX;
  private long taken;

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
    this.horizon = horizon;
  }

  /** The nanoseconds that the queries took, added up. */
  long taken() {
    return taken;
  }

  /** Makes the ranking. Fails with the store unavailable. */
  CompletionStage<Ranking> make() {
    List<Integer> pages = IntStream.range(0, layout.pages()).boxed().toList();
    List<Integer> lives = IntStream.range(0, ranked.storedNames().size()).boxed().toList();
    CompletionStage<?> read =
        ranked.shards() == 1
            ? BoundedConcurrency.forEach(
                RankingPace.AT_ONCE,
                pages,
                page ->
                    readHeader(page)
                        .thenCompose(
                            known ->
                                BoundedConcurrency.forEach(
                                    1, lives, purged -> all(new PageCursor(this, page, purged)))))
            : BoundedConcurrency.forEach(RankingPace.AT_ONCE, pages, this::readHeader)
                .thenCompose(
                    known -> BoundedConcurrency.forEach(1, lives, purged -> merged(pages, purged)));
    return read.thenApply(done -> new Ranking(top.first(), top.offered(), top.sum(), asOf));
  }

  /** Sends a query as soon as a slot for queries is free. */
  <T> CompletionStage<T> query(Supplier<CompletionStage<T>> query) {
    return pace.read(query, nanos -> taken += nanos);
  }

  private CompletionStage<Void> readHeader(int page) {
    return query(() -> stores.pages().readSerial(page, List.of()))
        .thenCompose(state -> reached(page, state.header().until()))
        .thenAccept(reached -> asOf = EventTime.min(asOf, reached));
  }

  /**
   * The point before which all rows of a page are settled. A page without rows is moved only
   * seldom. A row after the last move would be in a partition that was named before the horizon
   * passed the row. If no such partition is named, the point is the horizon. For near and far
   * pages, the point is {@code until}, without a lookup. But a page that was never settled is
   * looked up even if far.
   */
  private CompletionStage<EventTime> reached(int page, EventTime until) {
    long behind = horizon.ticks() - until.ticks();
    if (behind <= NEAR || (behind > FAR && !until.equals(EventTime.MIN))) {
      return CompletableFuture.completedStage(until);
    }
    return query(() -> stores.directory().named(layout.part(page), until))
        .thenApply(
            named -> named.isEmpty() || !named.last().end().isAfter(until) ? horizon : until);
  }

  private CompletionStage<Void> all(PageCursor cursor) {
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

  private CompletionStage<Void> merged(List<Integer> pages, int purged) {
    return merged(pages.stream().map(page -> new PageCursor(this, page, purged)).toList());
  }

  private CompletionStage<Void> merged(List<PageCursor> cursors) {
    List<PageCursor> low = cursors.stream().filter(PageCursor::isLow).toList();
    return BoundedConcurrency.forEach(RankingPace.AT_ONCE, low, PageCursor::fill)
        .thenCompose(
            filled -> {
              offerWhole(cursors);
              boolean over = cursors.stream().allMatch(PageCursor::isLast);
              return over ? CompletableFuture.completedStage(null) : merged(cursors);
            });
  }

  /** Offers counters as long as every page was read up to the next name. */
  private void offerWhole(List<PageCursor> cursors) {
    PriorityQueue<PageCursor> byName =
        new PriorityQueue<>(
            Comparator.comparing(
                cursor -> Objects.requireNonNull(cursor.peek()).counter(), Utf8Order.INSTANCE));
    for (PageCursor cursor : cursors) {
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
  private boolean offerNext(PriorityQueue<PageCursor> byName) {
    String name = Objects.requireNonNull(byName.element().peek()).counter();
    Tally sum = Tally.ZERO;
    boolean whole = true;
    while (!byName.isEmpty() && isNext(byName.element(), name)) {
      PageCursor cursor = byName.remove();
      sum = sum.plus(cursor.remove().tally());
      if (cursor.peek() != null) {
        byName.add(cursor);
      } else {
        whole &= cursor.isLast();
      }
    }
    top.offer(new Settled(name, sum));
    return whole;
  }

  private static boolean isNext(PageCursor cursor, String name) {
    Settled next = cursor.peek();
    return next != null && next.counter().equals(name);
  }
}
