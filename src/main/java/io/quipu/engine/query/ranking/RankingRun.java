package io.quipu.engine.query.ranking;

import io.quipu.engine.kind.answer.Ranked;
import io.quipu.engine.kind.answer.Ranking;
import io.quipu.engine.kind.answer.Reader;
import io.quipu.engine.kind.answer.WindowAnswers.WindowAnswer;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Lateness;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.query.ranking.Slices.Placed;
import io.quipu.engine.state.ListedCounter;
import io.quipu.engine.state.ListedValue;
import io.quipu.engine.state.Tally;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.TimeRange;
import java.util.ArrayList;
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
 * Makes rankings that are read together. Reads every counter of them once, a chunk of each slice at
 * a time. Confined to one context.
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
  final List<Ranked> all;
  final StoredNames names;
  final @Nullable WindowCover cover;
  final int chunk;
  private final List<TopCounters> tops;
  private final Slices slices;
  private EventTime asOf = EventTime.MAX;
  private EventTime settled = EventTime.MAX;
  private long taken;

  /**
   * @param all rankings that are {@linkplain Ranked#isReadWith read together}
   * @param chunk number of counters of a page that one query reads
   * @param horizon the horizon that was announced before this ranking
   */
  RankingRun(
      RankingStores stores,
      Layout layout,
      RankingPace pace,
      List<Ranked> all,
      int chunk,
      EventTime horizon) {
    this.stores = stores;
    this.layout = layout;
    this.pace = pace;
    this.all = all;
    this.cover = all.get(0).cover();
    this.chunk = chunk;
    int ranges = cover == null ? 0 : cover.size();
    this.tops = all.stream().map(ranked -> new TopCounters(ranked.most(), ranges)).toList();
    Reader own = stores.readers().get(all.get(0).namespace().kind());
    this.names = own == null ? StoredNames.ofRanked(all) : StoredNames.ofCounters(all);
    this.slices = own == null ? new PageSlices(this, horizon) : new NamedSlices(this, own, horizon);
  }

  /** The nanoseconds that the queries took, added up. */
  long taken() {
    return taken;
  }

  /** Makes the rankings, in their order. Fails with the store unavailable. */
  CompletionStage<List<Ranking>> make() {
    List<Integer> each = IntStream.range(0, slices.count()).boxed().toList();
    CompletionStage<?> read =
        all.get(0).shards() == 1
            ? BoundedConcurrency.forEach(
                RankingPace.AT_ONCE,
                each,
                slice -> begin(slice).thenCompose(known -> all(cursor(slice))))
            : BoundedConcurrency.forEach(RankingPace.AT_ONCE, each, this::begin)
                .thenCompose(known -> merged(each.stream().map(this::cursor).toList()));
    return read.thenApply(done -> IntStream.range(0, all.size()).mapToObj(this::ranking).toList());
  }

  private Ranking ranking(int index) {
    TopCounters top = tops.get(index);
    return top.hasTooMany()
        ? Ranking.TOO_MANY
        : new Ranking(top.first(), top.offered(), top.sum(), ranges(index), asOf);
  }

  private List<WindowAnswer> ranges(int index) {
    WindowCover ranges = cover;
    if (ranges == null) {
      return List.of();
    }
    EventTime end = Lateness.of(all.get(index).namespace()).finalUpTo(settled);
    List<WindowAnswer> answers = new ArrayList<>();
    for (ListedValue value : tops.get(index).ranges()) {
      TimeRange range = ranges.range(answers.size());
      answers.add(new WindowAnswer(range, value, value::write, !range.end().isAfter(end)));
    }
    return answers;
  }

  /** Sends a query as soon as a slot for queries is free. */
  <T> CompletionStage<T> query(Supplier<CompletionStage<T>> query) {
    return pace.read(query, nanos -> taken += nanos);
  }

  /** Adds to the sum of a range what a counter counts in it. */
  void add(CounterName counter, int range, ListedValue value) {
    tops.get(names.ranking(counter)).add(range, value);
  }

  /** Notes that a namespace cannot be ranked, because this counter of it has too many series. */
  void hasTooMany(CounterName counter) {
    tops.get(names.ranking(counter)).tooMany();
  }

  private void offer(int stored, ListedCounter counter) {
    tops.get(names.ranking(stored)).offer(counter);
  }

  private CompletionStage<Void> begin(int slice) {
    return slices
        .begin(slice)
        .thenAccept(
            begun -> {
              asOf = EventTime.min(asOf, begun.reached());
              settled = EventTime.min(settled, begun.settled());
            });
  }

  private SliceCursor cursor(int slice) {
    return new SliceCursor(slices, slice, names.first(), chunk);
  }

  private CompletionStage<Void> all(SliceCursor cursor) {
    return cursor
        .fill()
        .thenCompose(
            filled -> {
              while (cursor.peek() != null) {
                Placed next = cursor.remove();
                offer(next.stored(), next.counter());
              }
              return cursor.isLast() ? CompletableFuture.completedStage(null) : all(cursor);
            });
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

  /** Offers counters as long as every page was read up to the next one. */
  private void offerWhole(List<SliceCursor> cursors) {
    PriorityQueue<SliceCursor> inOrder =
        new PriorityQueue<>(
            Comparator.comparing(cursor -> Objects.requireNonNull(cursor.peek()), Placed.ORDER));
    for (SliceCursor cursor : cursors) {
      if (cursor.peek() != null) {
        inOrder.add(cursor);
      } else if (!cursor.isLast()) {
        return;
      }
    }
    while (!inOrder.isEmpty()) {
      if (!offerNext(inOrder)) {
        return;
      }
    }
  }

  /**
   * Offers the next counter. Returns false if a page must be read before another counter is known.
   */
  private boolean offerNext(PriorityQueue<SliceCursor> inOrder) {
    Placed first = Objects.requireNonNull(inOrder.element().peek());
    Tally sum = Tally.ZERO;
    boolean whole = true;
    while (!inOrder.isEmpty() && isNext(inOrder.element(), first)) {
      SliceCursor cursor = inOrder.remove();
      sum = sum.plus(cursor.remove().counter().tally());
      if (cursor.peek() != null) {
        inOrder.add(cursor);
      } else {
        whole &= cursor.isLast();
      }
    }
    offer(first.stored(), new ListedCounter(first.counter().counter(), sum));
    return whole;
  }

  private static boolean isNext(SliceCursor cursor, Placed first) {
    Placed next = cursor.peek();
    return next != null && Placed.ORDER.compare(next, first) == 0;
  }
}
