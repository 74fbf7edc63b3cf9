package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.counter.CounterName;
import io.quipu.store.DirtyCounters;
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
import java.util.concurrent.Executor;

/** The checkpointers' list of work in Cassandra: a partition for each minute and slot. */
public final class CassandraDirtyCounters implements DirtyCounters {
  /** The one partition that holds the progress of every slot. */
  private static final int PART = 0;

  private static final Cql SELECT_CHANGED =
      Cql.read("SELECT namespace, counter FROM $ks.dirty_counter WHERE minute = ? AND slot = ?");
  private static final Cql SELECT_PROGRESS =
      Cql.read("SELECT slot, minute FROM $ks.slot_progress WHERE part = ?");
  private static final Cql SET_PROGRESS =
      Cql.write("INSERT INTO $ks.slot_progress (part, slot, minute) VALUES (?, ?, ?)");
  private static final Cql DELETE =
      Cql.write("DELETE FROM $ks.dirty_counter WHERE minute = ? AND slot = ?");

  static final List<Cql> STATEMENTS =
      List.of(SELECT_CHANGED, SELECT_PROGRESS, SET_PROGRESS, DELETE);

  private final CassandraSession session;
  private final Requests requests;

  /**
   * @param context completes every stage that this store returns
   */
  public CassandraDirtyCounters(CassandraSession session, Executor context) {
    this.session = session;
    this.requests = new Requests(session, context);
  }

  @Override
  public CompletionStage<List<CounterName>> changedIn(long minute, Collection<Integer> slots) {
    CompletionStage<List<CounterName>> all = CompletableFuture.completedFuture(new ArrayList<>());
    for (int slot : slots) {
      all =
          all.thenCombine(
              requests.readList(
                  () -> session.bind(SELECT_CHANGED, Instant.ofEpochSecond(minute), slot),
                  CassandraDirtyCounters::counter),
              Requests::join);
    }
    return all;
  }

  private static CounterName counter(Row row) {
    return new CounterName(
        Objects.requireNonNull(row.getString(0)), Objects.requireNonNull(row.getString(1)));
  }

  @Override
  public CompletionStage<Map<Integer, Long>> progress() {
    Map<Integer, Long> progress = new HashMap<>();
    return requests
        .readAll(
            () -> session.bind(SELECT_PROGRESS, PART),
            row ->
                progress.put(
                    row.getInt(0), Objects.requireNonNull(row.getInstant(1)).getEpochSecond()))
        .thenApply(done -> progress);
  }

  /** All slots are rows of one partition, so this is one mutation. */
  @Override
  public CompletionStage<WriteOutcome> settledBefore(Collection<Integer> slots, long minute) {
    if (slots.isEmpty()) {
      return CompletableFuture.completedFuture(WriteOutcome.WRITTEN);
    }
    return requests.write(() -> progress(slots, minute));
  }

  private Statement<?> progress(Collection<Integer> slots, long minute) {
    List<BatchableStatement<?>> rows = new ArrayList<>(slots.size());
    for (int slot : slots) {
      rows.add(session.bind(SET_PROGRESS, PART, slot, Instant.ofEpochSecond(minute)));
    }
    return BatchStatement.newInstance(BatchType.UNLOGGED, rows)
        .setIdempotent(true)
        .setConsistencyLevel(rows.get(0).getConsistencyLevel());
  }

  @Override
  public CompletionStage<WriteOutcome> forget(long minute, Collection<Integer> slots) {
    CompletionStage<WriteOutcome> all = null;
    for (int slot : slots) {
      CompletionStage<WriteOutcome> one = requests.write(() -> deletion(minute, slot));
      all = all == null ? one : all.thenCombine(one, WriteOutcome::and);
    }
    return all == null ? CompletableFuture.completedFuture(WriteOutcome.WRITTEN) : all;
  }

  private BoundStatement deletion(long minute, int slot) {
    return session
        .bind(DELETE, Instant.ofEpochSecond(minute), slot)
        .setQueryTimestamp(BucketTimestamp.ofDeletion(minute));
  }
}
