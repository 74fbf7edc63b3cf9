package io.quipu.testing.sim.cassandra;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.CounterRange;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.EventOrder;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.store.rows.LogRow;
import io.quipu.engine.store.rows.PackedRow;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.cassandra.PlainRead.Slice;
import io.quipu.testing.sim.core.Ability;
import io.quipu.testing.sim.core.Mishap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntSupplier;

/** Event rows over the simulated replicas. */
public final class SimulatedEventLog implements EventLog {
  private static final TimeuuidKey FIRST = TimeuuidKey.boundary(EventTime.MIN);

  private final Driver driver;
  private final IntSupplier pageSizes;
  private final Reading reading;

  /** How rows become events. */
  public static class Reading {
    /** The time from which on rows are read for events from a time on. */
    protected EventTime firstRow(EventTime from) {
      return EventOrder.firstRow(from);
    }

    /** Hands over a row of which the events before a time are wanted. */
    protected void packed(PackedRow row, EventTime before, EventOrder order) {
      order.row(row);
    }
  }

  /** With result pages so small that most slices take several, read at different times. */
  public SimulatedEventLog(Driver driver) {
    this(driver, () -> 2 + driver.random().below(12));
  }

  private SimulatedEventLog(Driver driver, IntSupplier pageSizes) {
    this(driver, pageSizes, new Reading());
  }

  private SimulatedEventLog(Driver driver, IntSupplier pageSizes, Reading reading) {
    this.driver = driver;
    this.pageSizes = pageSizes;
    this.reading = reading;
  }

  /** One of which the rows become events in another way. */
  public SimulatedEventLog read(Reading another) {
    return new SimulatedEventLog(driver, pageSizes, another);
  }

  /** One that reads every slice at once, however many rows it has. */
  public static SimulatedEventLog withoutPages(Driver driver) {
    return new SimulatedEventLog(driver, () -> Integer.MAX_VALUE);
  }

  /** The place of a row in its partition. */
  record RowKey(int page, String namespace, String counter, TimeuuidKey at)
      implements Comparable<RowKey>, OfCounter {
    @Override
    public CounterName ofCounter() {
      return name();
    }

    static RowKey of(int page, CounterName counter, TimeuuidKey at) {
      return new RowKey(page, counter.stored(), counter.name(), at);
    }

    /** Before all rows of a page. */
    static RowKey first(int page) {
      return new RowKey(page, "", "", FIRST);
    }

    CounterName name() {
      return CounterName.ofStored(namespace, counter);
    }

    @Override
    public int compareTo(RowKey other) {
      int order = Integer.compare(page, other.page);
      order = order != 0 ? order : Utf8Order.compare(namespace, other.namespace);
      order = order != 0 ? order : Utf8Order.compare(counter, other.counter);
      return order != 0 ? order : at.compareTo(other.at);
    }
  }

  /** When the rows of a bucket are written, in microseconds, whatever any clock says. */
  static long writtenAt(long bucket) {
    return bucket * 1_000_000;
  }

  @Override
  public CompletionStage<WriteOutcome> append(EventPartition partition, List<CounterRows> rows) {
    return append(partition, rows, writtenAt(partition.bucket()));
  }

  /** The same at another timestamp than that of the bucket. */
  public CompletionStage<WriteOutcome> append(
      EventPartition partition, List<CounterRows> rows, long timestamp) {
    Map<RowKey, LogRow> values = new TreeMap<>();
    for (CounterRows some : rows) {
      boolean packs = packs(some.rows());
      if (!packs && some.rows().size() > 1) {
        driver.met().struck(Mishap.OLD_VERSION);
      }
      for (LogRow row : packs ? PackedRow.pack(some.rows()) : apart(some.rows())) {
        if (row instanceof PackedRow) {
          driver.met().used(Ability.PACKED_IDS);
        }
        values.put(RowKey.of(some.page(), some.counter(), new TimeuuidKey(row.at())), row);
      }
    }
    return driver.write(Mutation.rows(partition, values, timestamp));
  }

  /** In rows of their own, as ids that were not minted one after the other are. */
  private static List<? extends LogRow> apart(List<EventRow> rows) {
    return rows.stream().flatMap(row -> PackedRow.pack(List.of(row)).stream()).toList();
  }

  /** Some writes pack ids; always the same of one write. */
  private static boolean packs(List<EventRow> rows) {
    return !rows.isEmpty() && Long.bitCount(rows.get(0).at().timestamp()) % 4 != 0;
  }

  @Override
  public CompletionStage<Void> slicePage(
      EventPartition partition, int page, CounterRange counters, PageSink sink) {
    PageOrder rows = new PageOrder(sink);
    return rows(
            partition,
            counters.after() == null
                ? RowKey.first(page)
                : RowKey.of(page, counters.after(), TimeuuidKey.boundary(EventTime.MAX)),
            counters.before() == null
                ? RowKey.first(page + 1)
                : RowKey.of(page, counters.before(), FIRST),
            rows,
            sink::nextPage)
        .thenRun(rows::end);
  }

  /** Takes the rows of a page, counter by counter. */
  private final class PageOrder implements KeyedSink {
    private final PageSink sink;
    private CounterName counter;
    private EventOrder order;

    PageOrder(PageSink sink) {
      this.sink = sink;
    }

    @Override
    public void row(RowKey key, LogRow row) {
      if (!key.name().equals(counter)) {
        end();
        CounterName next = key.name();
        counter = next;
        order =
            new EventOrder(
                EventTime.MIN,
                EventTime.MAX,
                (at, delta, events, id, window, minute, series) ->
                    sink.row(next, at, delta, events, id, window, minute, series));
      }
      take(row, EventTime.MAX, order);
    }

    void end() {
      if (order != null) {
        order.end();
      }
    }
  }

  private void take(LogRow row, EventTime before, EventOrder order) {
    if (row instanceof PackedRow packed) {
      reading.packed(packed, before, order);
    } else {
      EventRow one = (EventRow) row;
      order.row(one.at(), one.delta(), one.events(), one.id(), one.window());
    }
  }

  @Override
  public CompletionStage<Void> slice(
      EventPartition partition,
      int page,
      CounterName counter,
      EventTime from,
      EventTime before,
      RowSink sink) {
    EventOrder order = new EventOrder(from, before, sink);
    return rows(
            partition,
            RowKey.of(page, counter, TimeuuidKey.boundary(reading.firstRow(from))),
            RowKey.of(page, counter, TimeuuidKey.boundary(before)),
            (key, row) -> take(row, before, order),
            sink::nextPage)
        .thenRun(order::end);
  }

  /** Receives rows with their places. */
  @FunctionalInterface
  private interface KeyedSink {
    void row(RowKey key, LogRow row);
  }

  /**
   * Reads rows.
   *
   * @param nextPage asked before each further page, as by the real log; its answer decides nothing
   */
  private CompletionStage<Void> rows(
      EventPartition partition, RowKey from, RowKey before, KeyedSink sink, IntSupplier nextPage) {
    if (from.compareTo(before) >= 0) {
      return CompletableFuture.completedStage(null);
    }
    int size = pageSizes.getAsInt();
    return driver
        .read(new Slice(partition, from, before, size))
        .thenCompose(
            rows -> {
              RowKey last = null;
              for (Map.Entry<Comparable<?>, Object> entry : rows.entrySet()) {
                last = (RowKey) entry.getKey();
                sink.row(last, (LogRow) entry.getValue());
              }
              if (rows.size() < size) {
                return CompletableFuture.completedStage(null);
              }
              var unused = nextPage.getAsInt();
              return rows(
                  partition,
                  new RowKey(last.page, last.namespace, last.counter, last.at.next()),
                  before,
                  sink,
                  nextPage);
            });
  }

  @Override
  public CompletionStage<WriteOutcome> delete(EventPartition partition) {
    return driver
        .write(Mutation.deletePartition(partition, writtenAt(partition.bucket()) + 1))
        .thenApply(
            outcome -> {
              if (outcome == WriteOutcome.WRITTEN) {
                driver.collected(partition);
              }
              return outcome;
            });
  }
}
