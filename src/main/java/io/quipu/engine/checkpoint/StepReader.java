package io.quipu.engine.checkpoint;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.CounterRange;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.PageSizes;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a page that a step may take in. A counter with many rows in the bucket of the
 * last step is busy. In that bucket, each busy counter is read by itself, from {@code from} on, and
 * the ranges between the busy counters are read as a whole. So the settled rows of a busy counter
 * are not read again with each step. Confined to one context.
 *
 * <p>Invariant: a read hands over every row of the page in {@code [from, before)} of the due
 * partitions, but only rows of the given counters if counters are given. All queries begin after
 * the call.
 */
final class StepReader {
  private static final int PARTITIONS_AT_ONCE = 4;

  /** The largest number of busy counters: each of them costs two more queries. */
  static final int MOST_BUSY = 4;

  private final int page;
  private final EventLog events;
  private final RowShare.Taker share;
  private final int rowsToBegin;
  private final StepBounds bounds;
  private final int busyRows;

  /** The busy counters, and how many rows each of them has in the bucket of the last step. */
  private SortedMap<CounterName, Integer> busy = Collections.emptySortedMap();

  StepReader(int page, EventLog events, RowShare.Taker share, int rowsToBegin, StepBounds bounds) {
    this.page = page;
    this.events = events;
    this.share = share;
    this.rowsToBegin = rowsToBegin;
    this.bounds = bounds;
    this.busyRows = Math.min(EventLog.PAGE_ROWS, rowsToBegin);
  }

  /**
   * Reads the rows between two times. The rows are held until the stage of {@code then} completes.
   *
   * @param due partitions in order; partitions outside of the two times are not read
   * @param only the only counters that can have rows; null if these are not known
   */
  <T> CompletionStage<T> read(
      EventTime from,
      EventTime before,
      List<EventPartition> due,
      @Nullable Set<CounterName> only,
      Function<StepRows, CompletionStage<T>> then) {
    return share
        .take(rowsToBegin)
        .thenCompose(
            held -> {
              Read read = new Read(from, before, held);
              return BoundedConcurrency.forEach(
                      PARTITIONS_AT_ONCE,
                      due.stream()
                          .filter(part -> part.end().isAfter(from))
                          .filter(part -> part.start().isBefore(before))
                          .toList(),
                      part -> only == null ? read.whole(part) : read.slices(part, only))
                  .thenCompose(
                      done -> {
                        if (only == null) {
                          read.ended();
                        }
                        return then.apply(read.rows);
                      })
                  .whenComplete((done, failure) -> held.close());
            });
  }

  /** One read, which finds the busy counters of its last bucket. */
  private final class Read {
    final StepRows rows;
    private final EventTime from;
    private final EventTime before;
    private final RowShare.Held held;
    private final Map<CounterName, Integer> many = new HashMap<>();
    private boolean goesOn;
    private int quiet;

    Read(EventTime from, EventTime before, RowShare.Held held) {
      this.rows = new StepRows(from, before, held, bounds);
      this.from = from;
      this.before = before;
      this.held = held;
    }

    CompletionStage<Void> whole(EventPartition part) {
      boolean isLast = !part.end().isBefore(before);
      boolean again = part.start().isBefore(from);
      Sink sink = new Sink(part, isLast);
      if (busy.isEmpty() || !again) {
        return events.slicePage(part, page, CounterRange.ALL, sink).thenRun(sink::endOfCounter);
      }
      goesOn |= isLast;
      List<Supplier<CompletionStage<Void>>> queries = new ArrayList<>();
      CounterName last = null;
      for (CounterName counter : busy.keySet()) {
        CounterRange range = new CounterRange(last, counter);
        queries.add(() -> events.slicePage(part, page, range, sink));
        queries.add(() -> slice(part, counter, sink));
        last = counter;
      }
      CounterRange range = new CounterRange(last, null);
      queries.add(() -> events.slicePage(part, page, range, sink));
      return BoundedConcurrency.forEach(1, queries, Supplier::get).thenRun(sink::endOfCounter);
    }

    CompletionStage<Void> slices(EventPartition part, Collection<CounterName> counters) {
      Sink sink = new Sink(part, false);
      return BoundedConcurrency.forEach(1, counters, counter -> slice(part, counter, sink));
    }

    private CompletionStage<Void> slice(EventPartition part, CounterName counter, Sink sink) {
      return events.slice(part, page, counter, from, before, sink.of(counter));
    }

    private void note(CounterName counter, int count) {
      quiet += count;
      if (count >= busyRows || busy.containsKey(counter)) {
        many.merge(counter, count, Integer::sum);
      }
    }

    /**
     * Chooses the busy counters from now on, and counts the rows that a further step in the bucket
     * would read again: the rows of all other counters.
     */
    void ended() {
      SortedMap<CounterName, Integer> most = new TreeMap<>(CounterRange.ORDER);
      Map<CounterName, Integer> sums = new HashMap<>(many);
      if (goesOn) {
        busy.forEach((counter, sum) -> sums.merge(counter, sum, Integer::sum));
      }
      sums.entrySet().stream()
          .filter(one -> one.getValue() >= busyRows)
          .sorted(Map.Entry.<CounterName, Integer>comparingByValue().reversed())
          .limit(MOST_BUSY)
          .forEach(one -> most.put(one.getKey(), one.getValue()));
      for (CounterName counter : most.keySet()) {
        quiet -= many.getOrDefault(counter, 0);
      }
      rows.quiet(quiet);
      busy = most;
    }

    /** Takes the rows of one partition, and counts the consecutive rows of each counter. */
    private final class Sink implements EventLog.PageSink {
      private final EventLog.PageSink to;
      private final boolean counts;
      private final PageSizes sizes = new PageSizes(held::growIfIdle, rows::mayHold);
      private @Nullable CounterName counter;
      private int count;

      /**
       * @param counts whether the rows are of the last bucket
       */
      Sink(EventPartition part, boolean counts) {
        this.to = rows.of(part.retention());
        this.counts = counts;
      }

      @Override
      public void row(
          CounterName of,
          UUID at,
          long delta,
          int coalesced,
          @Nullable String id,
          int window,
          long minute,
          List<String> series) {
        if (!of.equals(counter)) {
          endOfCounter();
          counter = of;
        }
        count++;
        to.row(of, at, delta, coalesced, id, window, minute, series);
      }

      @Override
      public int nextPage() {
        return sizes.next();
      }

      void endOfCounter() {
        if (counts && counter != null) {
          note(counter, count);
        }
        count = 0;
      }

      /** Makes a sink for the rows of one counter. */
      EventLog.RowSink of(CounterName one) {
        return new EventLog.RowSink() {
          @Override
          public void row(
              UUID at,
              long delta,
              int coalesced,
              @Nullable String id,
              int window,
              long minute,
              List<String> series) {
            Sink.this.row(one, at, delta, coalesced, id, window, minute, series);
          }

          @Override
          public int nextPage() {
            return sizes.next();
          }
        };
      }
    }
  }
}
