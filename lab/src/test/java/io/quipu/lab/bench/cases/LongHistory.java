package io.quipu.lab.bench.cases;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.PendingFacts;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.ClosedWindows.Closed;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.store.HandMadeStep;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowPartition.Table;
import io.quipu.testing.dev.KeyspaceStores;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Counters with more settled events than can be recorded in the time of a benchmark: rows, windows
 * and page, as the service leaves them, straight into the stores. Nothing may be recorded
 * meanwhile.
 */
final class LongHistory {
  private static final int ROWS_OF_A_BUCKET = 1_000;
  private static final int BUCKETS_TOGETHER = 50;
  private static final int AT_ONCE = 16;
  private static final Duration AGO = Duration.ofHours(1);

  private final KeyspaceStores keyspace;
  private final RowWriter writer;
  private final long end = EventPartition.bucketOf(EventTime.of(Instant.now().minus(AGO)));
  private final HandMadeStep step;

  LongHistory(KeyspaceStores keyspace) {
    this.keyspace = keyspace;
    this.writer = new RowWriter(keyspace);
    this.step = new HandMadeStep(keyspace.stores().pages(), EventTime.ofEpochSecond(end));
  }

  /**
   * @param rows of the counter, 1,000 in each bucket up to an hour ago
   */
  void settle(String name, int rows) {
    CounterName counter = new CounterName("default", name);
    int buckets = (rows + ROWS_OF_A_BUCKET - 1) / ROWS_OF_A_BUCKET;
    long start = end - buckets * EventPartition.BUCKET_SECONDS;
    Map<Window, Tally> windows = new TreeMap<>();
    List<EventRow> some = new ArrayList<>();
    for (int i = 0; i < buckets; i++) {
      EventTime bucket = EventTime.ofEpochSecond(start + i * EventPartition.BUCKET_SECONDS);
      int many = Math.min(ROWS_OF_A_BUCKET, rows - i * ROWS_OF_A_BUCKET);
      for (int row = 0; row < many; row++) {
        some.add(new EventRow(bucket.plusTicks(row).timeuuid(0, 1), 1, 1, null));
      }
      for (Granularity granularity : Granularity.values()) {
        windows.merge(granularity.windowOf(bucket), Tally.of(many, many), Tally::plus);
      }
      if ((i + 1) % BUCKETS_TOGETHER == 0 || i == buckets - 1) {
        writer.write(Map.of(counter, some));
        some.clear();
      }
    }
    settle(counter, Tally.of(rows, rows), windows);
  }

  private void settle(CounterName counter, Tally total, Map<Window, Tally> windows) {
    int page = keyspace.layout().page(counter);
    Map<Window, Tally> closed = new TreeMap<>();
    keyspace.call(
        () ->
            step.take(
                page,
                List.of(),
                (before, until) -> {
                  Map<Window, Tally> open = new TreeMap<>(windows);
                  open.keySet().removeIf(window -> !window.end().isAfter(until));
                  closed.putAll(windows);
                  closed.keySet().removeAll(open.keySet());
                  int retentions = 1 << RetentionClass.USUAL;
                  return Map.of(
                      counter, new CounterState(total, until, open, PendingFacts.NONE, retentions));
                }));
    CounterStores stores = keyspace.stores();
    List<Supplier<CompletionStage<WriteOutcome>>> facts = new ArrayList<>();
    closed.forEach(
        (window, tally) ->
            facts.add(
                () ->
                    stores
                        .windows()
                        .write(
                            Table.CLOSED.of(page, window),
                            List.of(new Closed(counter, window, tally)))));
    facts.add(() -> stores.names().enter(keyspace.layout().part(page), List.of(counter)));
    keyspace.call(() -> BoundedConcurrency.forEach(AT_ONCE, facts, RowWriter::persistently));
  }
}
