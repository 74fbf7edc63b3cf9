package io.quipu.lab.bench.cases;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.store.EventDirectory.Hour;
import io.quipu.engine.store.EventLog.CounterRows;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.testing.dev.KeyspaceStores;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Rows as a busy writer leaves them: many in a write, in partitions that can be found. */
final class RowWriter {
  private static final int TOGETHER = 100;
  private static final int AT_ONCE = 16;
  private static final int ATTEMPTS = 3;

  private final KeyspaceStores keyspace;

  RowWriter(KeyspaceStores keyspace) {
    this.keyspace = keyspace;
  }

  /** Writes rows of counters without shards, of any buckets, and waits until they are durable. */
  void write(Map<CounterName, List<EventRow>> rows) {
    Map<EventPartition, List<CounterRows>> all = new TreeMap<>();
    rows.forEach((counter, some) -> byPartition(counter, some, all));
    List<Supplier<CompletionStage<WriteOutcome>>> writes = new ArrayList<>();
    all.forEach(
        (partition, some) -> {
          writes.add(() -> keyspace.stores().directory().name(partition));
          writes.add(() -> keyspace.stores().directory().name(Hour.of(partition)));
          together(some)
              .forEach(
                  batch -> writes.add(() -> keyspace.stores().events().append(partition, batch)));
        });
    keyspace.call(() -> BoundedConcurrency.forEach(AT_ONCE, writes, RowWriter::persistently));
  }

  private void byPartition(
      CounterName counter, List<EventRow> rows, Map<EventPartition, List<CounterRows>> all) {
    int page = keyspace.layout().page(counter);
    Map<EventPartition, List<EventRow>> own = new TreeMap<>();
    for (EventRow row : rows) {
      long bucket = EventPartition.bucketOf(EventTime.of(row.at()));
      own.computeIfAbsent(
              new EventPartition(RetentionClass.USUAL, bucket, keyspace.layout().part(page)),
              any -> new ArrayList<>())
          .add(row);
    }
    own.forEach(
        (partition, some) ->
            BoundedConcurrency.chunks(some, TOGETHER)
                .forEach(
                    chunk ->
                        all.computeIfAbsent(partition, any -> new ArrayList<>())
                            .add(new CounterRows(page, counter, chunk))));
  }

  private static List<List<CounterRows>> together(List<CounterRows> rows) {
    List<List<CounterRows>> batches = new ArrayList<>();
    int room = 0;
    for (CounterRows some : rows) {
      if (room < some.rows().size()) {
        batches.add(new ArrayList<>());
        room = TOGETHER;
      }
      batches.get(batches.size() - 1).add(some);
      room -= some.rows().size();
    }
    return batches;
  }

  /** A write that may be repeated, as one of a million times out now and then. */
  static CompletionStage<Void> persistently(Supplier<CompletionStage<WriteOutcome>> write) {
    return persistently(ATTEMPTS, write);
  }

  private static CompletionStage<Void> persistently(
      int attempts, Supplier<CompletionStage<WriteOutcome>> write) {
    return write
        .get()
        .thenCompose(
            outcome -> {
              if (outcome == WriteOutcome.WRITTEN) {
                return CompletableFuture.completedStage(null);
              }
              return attempts == 1
                  ? CompletableFuture.failedStage(
                      new IllegalStateException("not written: " + outcome))
                  : persistently(attempts - 1, write);
            });
  }
}
