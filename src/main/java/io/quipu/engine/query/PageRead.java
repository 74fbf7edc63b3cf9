package io.quipu.engine.query;

import io.quipu.engine.checkpoint.dedup.IdRow;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.CounterRange;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.PageSizes;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One read of a page and its tail. Used once; confined to one context.
 *
 * <p>One query returns the page's {@code until} and the settled part. So a row is in the settled
 * part or in the tail, never in both. The tail covers every partition that is named from {@code
 * until} on. All queries for the tail begin after the question. A guess of {@code until} saves
 * time: the tail is read from the guess on, while the page is read. Then rows that turn out to be
 * settled are dropped, and rows that the guess missed are read. So no answer depends on the guess.
 */
final class PageRead {
  /**
   * The maximum number of counters that are read one by one. With more counters, the whole page is
   * read.
   */
  private static final int SLICED_ALONE = 8;

  /**
   * The maximum number of partitions that are read on a guess. A tail seldom has more partitions,
   * because settling moves even a page without rows past fewer partitions than these.
   */
  private static final int MOST_GUESSED = 12;

  private static final int SLICES_AT_ONCE = 8;

  private final PageReads reads;
  private final int page;
  private final int part;
  private final Set<CounterName> counters;
  private final Set<CounterName> withRows;
  private final EventTime before;
  private final TailRows.Room held;
  private final HeldTail tail;
  private final long started;
  private int slicesAtOnce = 1;

  /**
   * The rows of a partition from {@code from} (inclusive) to {@code before} (exclusive), of one
   * counter, or of the whole page if {@code counter} is null.
   */
  private record Slice(
      EventPartition partition, @Nullable CounterName counter, EventTime from, EventTime before) {}

  PageRead(
      PageReads reads,
      int page,
      Collection<CounterName> counters,
      EventTime before,
      TailRows.Room held,
      KnownResets known,
      PageReads.Sink sink) {
    this.reads = reads;
    this.page = page;
    this.part = reads.layout.part(page);
    this.counters = new TreeSet<>(counters);
    this.withRows = withRows(this.counters);
    this.before = before;
    this.held = held;
    this.tail = new HeldTail(held, page, known, this.counters, sink);
    this.started = reads.deadline.start();
  }

  CompletionStage<PageReading> read() {
    EventTime guess = reads.tailStart(page);
    return (guess == null ? pageFirst() : inParallel(guess)).thenCompose(this::deduplicated);
  }

  /** The counters whose rows are read: themselves, or those of which series are asked for. */
  private static Set<CounterName> withRows(Set<CounterName> counters) {
    if (counters.stream().noneMatch(CounterName::isSeries)) {
      return counters;
    }
    Set<CounterName> some = new TreeSet<>();
    counters.forEach(counter -> some.add(counter.whole()));
    return some;
  }

  private CompletionStage<PageState> state() {
    Set<CounterName> all = counters;
    if (withRows != counters) {
      all = new TreeSet<>(counters);
      all.addAll(withRows);
    }
    return reads
        .stores
        .pages()
        .read(page, all)
        .thenApply(
            state -> {
              EventTime until = state.header().until();
              reads.passed(page, until);
              tail.settled(until);
              return state;
            });
  }

  private CompletionStage<PageState> pageFirst() {
    return state()
        .thenCompose(
            state -> {
              EventTime until = state.header().until();
              return reads
                  .directory
                  .named(part, until)
                  .thenCompose(named -> read(unread(named, Set.of(), until, until)))
                  .thenApply(read -> state);
            });
  }

  private CompletionStage<PageState> inParallel(EventTime guess) {
    Set<EventPartition> guessed = guessed(guess);
    CompletionStage<Void> early = read(slices(guessed, guess));
    CompletionStage<NavigableSet<EventPartition>> named = reads.directory.named(part, guess);
    return state()
        .thenCombine(early, (state, read) -> state)
        .thenCombine(named, (state, found) -> rest(state, found, guessed, guess))
        .thenCompose(rest -> rest);
  }

  /** The latest known partitions, which are read before the page has answered. */
  private Set<EventPartition> guessed(EventTime guess) {
    Set<EventPartition> guessed = new TreeSet<>();
    for (EventPartition partition : reads.directory.known(part, guess).descendingSet()) {
      if (guessed.size() < MOST_GUESSED && partition.start().isBefore(before)) {
        guessed.add(partition);
      }
    }
    return guessed;
  }

  /**
   * Reads what the guess missed: whole partitions that were not guessed, and the rows before the
   * guess.
   */
  private CompletionStage<PageState> rest(
      PageState state,
      NavigableSet<EventPartition> found,
      Set<EventPartition> guessed,
      EventTime guess) {
    EventTime until = state.header().until();
    CompletionStage<NavigableSet<EventPartition>> named =
        until.isBefore(guess)
            ? reads.directory.named(part, until)
            : CompletableFuture.completedStage(found);
    return named
        .thenCompose(all -> read(unread(all, guessed, until, guess)))
        .thenApply(read -> state);
  }

  private List<Slice> unread(
      Set<EventPartition> named, Set<EventPartition> guessed, EventTime until, EventTime guess) {
    List<Slice> slices = new ArrayList<>();
    for (EventPartition partition : named) {
      if (partition.end().isAfter(until)) {
        boolean read = guessed.contains(partition);
        add(partition, until, read ? EventTime.min(guess, before) : before, slices);
      }
    }
    return slices;
  }

  private List<Slice> slices(Set<EventPartition> partitions, EventTime from) {
    List<Slice> slices = new ArrayList<>();
    partitions.forEach(partition -> add(partition, from, before, slices));
    return slices;
  }

  private void add(EventPartition partition, EventTime from, EventTime end, List<Slice> slices) {
    if (!from.isBefore(end) || !partition.start().isBefore(end)) {
      return;
    }
    if (withRows.size() > SLICED_ALONE) {
      slices.add(new Slice(partition, null, from, end));
    } else {
      withRows.forEach(counter -> slices.add(new Slice(partition, counter, from, end)));
    }
  }

  private CompletionStage<Void> read(List<Slice> slices) {
    int most = Math.min(SLICES_AT_ONCE, slices.size());
    if (most > slicesAtOnce) {
      // One driver page is held already. Each further slice at once needs one driver page more.
      int more = held.growIfIdle((most - slicesAtOnce) * EventLog.PAGE_ROWS);
      tail.mayHold(more);
      slicesAtOnce += more / EventLog.PAGE_ROWS;
    }
    return BoundedConcurrency.forEach(slicesAtOnce, slices, this::read);
  }

  private CompletionStage<Void> read(Slice slice) {
    EventLog events = reads.stores.events();
    CounterName only = slice.counter();
    if (only == null) {
      return events.slicePage(
          slice.partition(),
          page,
          CounterRange.ALL,
          (counter, at, delta, coalesced, id, window, minute, series) -> {
            if (isIn(slice, at) && withRows.contains(counter)) {
              tail.row(counter, at, delta, coalesced, id, window, minute, series);
            }
          });
    }
    return events.slice(
        slice.partition(), page, only, slice.from(), slice.before(), new SliceSink(slice, only));
  }

  /** Takes the rows of one counter. The pages of a long slice get larger while rows are free. */
  private final class SliceSink implements EventLog.RowSink {
    private final Slice slice;
    private final CounterName counter;
    private final PageSizes sizes = new PageSizes(held::growIfIdle, tail::mayHold);

    SliceSink(Slice slice, CounterName counter) {
      this.slice = slice;
      this.counter = counter;
    }

    @Override
    public void row(
        UUID at,
        long delta,
        int coalesced,
        @Nullable String id,
        int window,
        long minute,
        List<String> series) {
      if (!isIn(slice, at)) {
        throw new IllegalStateException(at + " is not in the tail since " + slice.from());
      }
      tail.row(counter, at, delta, coalesced, id, window, minute, series);
    }

    @Override
    public int nextPage() {
      return sizes.next();
    }
  }

  private static boolean isIn(Slice slice, UUID at) {
    return at.timestamp() >= slice.from().ticks() && at.timestamp() < slice.before().ticks();
  }

  private CompletionStage<PageReading> deduplicated(PageState state) {
    if (tail.ids().isEmpty()) {
      return CompletableFuture.completedStage(reading(state));
    }
    return reads
        .rules
        .resolve(page, state, tail.ids(), tail.resets())
        .thenApply(
            resolved -> {
              resolved.forEach(
                  (counter, ids) -> ids.counted().forEach(row -> counts(counter, row)));
              return reading(state);
            });
  }

  private void counts(CounterName counter, IdRow row) {
    tail.counts(
        counter, EventTime.of(row.at()), row.minute(), row.delta(), row.events(), row.series());
  }

  private PageReading reading(PageState state) {
    tail.resets(state);
    reads.deadline.check(started);
    return new PageReading(state, tail.rows(), started);
  }
}
