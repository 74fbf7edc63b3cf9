package io.quipu.testing.sim.scripted;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.CounterRange;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.TestLayout;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.TestRows;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.testing.sim.cassandra.CalmCluster;
import io.quipu.testing.sim.cassandra.SimulatedEventLog;
import io.quipu.testing.sim.cassandra.StoredRows;
import io.quipu.testing.sim.cassandra.StoredRows.StoredRow;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntSupplier;

/** Event rows as simulated; appends may be held until the test says what becomes of them. */
public class ScriptedEventLog implements EventLog {
  /** What may be asked of it. */
  public enum Call {
    APPEND,
    SLICE_PAGE,
    SLICE,
    DELETE
  }

  /** What is asked is about a partition. */
  public final Script<Call> script = new Script<>();

  /** What {@link #put} makes findable; it knows nothing of appends. */
  public final ScriptedEventDirectory directory = new ScriptedEventDirectory();

  /** The sizes of the pages of all slices, without first pages. */
  public final List<Integer> pages = new ArrayList<>();

  private final Layout layout;
  private final CalmCluster cluster = CalmCluster.of(1);
  private final SimulatedEventLog store = SimulatedEventLog.withoutPages(cluster.driver());
  private final List<Held> held = new ArrayList<>();
  private boolean holding;

  public ScriptedEventLog() {
    this(TestLayout.SMALL);
  }

  public ScriptedEventLog(Layout layout) {
    this.layout = layout;
  }

  /** An append that waits for its fate. */
  public final class Held {
    private final EventPartition partition;
    private final List<CounterRows> parts;
    private final CompletableFuture<WriteOutcome> answer = new CompletableFuture<>();

    private Held(EventPartition partition, List<CounterRows> parts) {
      this.partition = partition;
      this.parts = parts;
    }

    public EventPartition partition() {
      return partition;
    }

    public List<CounterRows> parts() {
      return parts;
    }

    public List<CounterName> counters() {
      return parts.stream().map(CounterRows::counter).toList();
    }

    public List<EventRow> rows() {
      return parts.stream().flatMap(part -> part.rows().stream()).toList();
    }

    /** Takes effect and is answered. */
    public void written() {
      put(partition, parts);
      answer.complete(WriteOutcome.WRITTEN);
    }

    public void answered(WriteOutcome outcome) {
      answer.complete(outcome);
    }
  }

  /** From now on appends wait. */
  public void hold() {
    holding = true;
  }

  /** Every append that was held, answered or not, in the order in which they were sent. */
  public List<Held> held() {
    return held;
  }

  /** Every row of a counter that is not deleted, findable or not, by partition and page. */
  public List<EventRow> rowsOf(CounterName counter) {
    return stored(counter).stream().map(StoredRow::row).toList();
  }

  /** The same with their places. */
  public List<StoredRow> stored(CounterName counter) {
    return new StoredRows(cluster.nodes()).retained(counter);
  }

  /** Puts one findable row. */
  public UUID put(CounterName counter, EventTime at, long delta) {
    return put(RetentionClass.USUAL, 0, counter, new EventRow(at.timeuuid(0, 1), delta, 1, null));
  }

  /** Puts one findable row with an id. */
  public UUID put(CounterName counter, EventTime at, long delta, String id, int window) {
    EventRow row = new EventRow(at.timeuuid(0, 1), delta, 1, id, window);
    return put(RetentionClass.USUAL, 0, counter, row);
  }

  /**
   * Puts one findable row.
   *
   * @param retention its class
   * @param shard of the counter
   */
  public UUID put(int retention, int shard, CounterName counter, EventRow row) {
    int page = layout.page(layout.page(counter), shard);
    EventPartition partition =
        new EventPartition(
            retention, EventPartition.bucketOf(EventTime.of(row.at())), layout.part(page));
    directory.nameNow(partition);
    put(partition, List.of(new CounterRows(page, counter, List.of(row))));
    return row.at();
  }

  /** Puts rows as another writer would that has not named the partition yet. */
  public void put(EventPartition partition, List<CounterRows> rows) {
    cluster.write(store.append(partition, rows));
  }

  @Override
  public CompletionStage<WriteOutcome> append(EventPartition partition, List<CounterRows> rows) {
    List<CounterRows> sent = List.copyOf(rows);
    if (holding) {
      Held waiting = new Held(partition, sent);
      held.add(waiting);
      return waiting.answer;
    }
    return script.write(Call.APPEND, partition, () -> put(partition, sent));
  }

  @Override
  public CompletionStage<Void> slicePage(
      EventPartition partition, int page, CounterRange counters, PageSink sink) {
    return script
        .read(
            Call.SLICE_PAGE,
            partition,
            () -> cluster.await(TestRows.slicePage(store, partition, page, counters)))
        .thenAccept(
            all -> {
              Pages read = new Pages(sink::nextPage);
              for (CounterRows some : all) {
                for (EventRow row : some.rows()) {
                  read.row();
                  sink.row(
                      some.counter(),
                      row.at(),
                      row.delta(),
                      row.events(),
                      row.id(),
                      row.window(),
                      row.minute(),
                      row.series());
                }
              }
            });
  }

  @Override
  public CompletionStage<Void> slice(
      EventPartition partition,
      int page,
      CounterName counter,
      EventTime from,
      EventTime before,
      RowSink sink) {
    return script
        .read(
            Call.SLICE,
            partition,
            () -> cluster.await(TestRows.slice(store, partition, page, counter, from, before)))
        .thenAccept(
            rows -> {
              Pages read = new Pages(sink::nextPage);
              for (EventRow row : rows) {
                read.row();
                sink.row(
                    row.at(),
                    row.delta(),
                    row.events(),
                    row.id(),
                    row.window(),
                    row.minute(),
                    row.series());
              }
            });
  }

  /** The pages of one result. */
  private final class Pages {
    private final IntSupplier next;
    private int left = PAGE_ROWS;

    Pages(IntSupplier next) {
      this.next = next;
    }

    /** Begins a page where one is needed for the next row. */
    void row() {
      if (left == 0) {
        left = next.getAsInt();
        pages.add(left);
      }
      left--;
    }
  }

  @Override
  public CompletionStage<WriteOutcome> delete(EventPartition partition) {
    return script.write(Call.DELETE, partition, () -> cluster.write(store.delete(partition)));
  }
}
