package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import io.quipu.store.WriteOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** A minute for each slot, all in one partition, which is read and written whole. */
final class SlotMinutes {
  /** The one partition. */
  private static final int PART = 0;

  private final Table table;
  private final CassandraSession session;
  private final Requests requests;

  SlotMinutes(Table table, CassandraSession session, Requests requests) {
    this.table = table;
    this.session = session;
    this.requests = requests;
  }

  /** The statements of one table. */
  record Table(Cql select, Cql insert) {
    static Table of(String name) {
      return new Table(
          Cql.read("SELECT slot, minute FROM $ks." + name + " WHERE part = ?"),
          Cql.write("INSERT INTO $ks." + name + " (part, slot, minute) VALUES (?, ?, ?)"));
    }
  }

  CompletionStage<Map<Integer, Long>> read() {
    Map<Integer, Long> minutes = new HashMap<>();
    return requests
        .readAll(
            () -> session.bind(table.select(), PART),
            row ->
                minutes.put(
                    row.getInt(0), Objects.requireNonNull(row.getInstant(1)).getEpochSecond()))
        .thenApply(done -> minutes);
  }

  /** Sets the same minute for several slots, in one mutation. */
  CompletionStage<WriteOutcome> write(Collection<Integer> slots, long minute) {
    Instant start = Instant.ofEpochSecond(minute);
    return together(requests, slots, slot -> session.bind(table.insert(), PART, slot, start));
  }

  /** Writes rows of one partition at once; nothing, if there are none. */
  static <T> CompletionStage<WriteOutcome> together(
      Requests requests, Collection<T> values, Function<T, BatchableStatement<?>> insertion) {
    return values.isEmpty()
        ? CompletableFuture.completedFuture(WriteOutcome.WRITTEN)
        : requests.write(() -> batch(values, insertion));
  }

  private static <T> BatchStatement batch(
      Collection<T> values, Function<T, BatchableStatement<?>> insertion) {
    List<BatchableStatement<?>> rows = new ArrayList<>(values.size());
    values.forEach(value -> rows.add(insertion.apply(value)));
    return BatchStatement.newInstance(BatchType.UNLOGGED, rows)
        .setIdempotent(true)
        .setConsistencyLevel(rows.get(0).getConsistencyLevel());
  }
}
