package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.counter.CounterName;
import io.quipu.store.DirtyCounters;
import io.quipu.store.WriteOutcome;
import io.vertx.core.Context;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The checkpointers' list of work in Cassandra: a partition for each minute and slot. */
public final class CassandraDirtyCounters implements DirtyCounters {
  private static final Cql SELECT_CHANGED =
      Cql.read("SELECT namespace, counter FROM $ks.dirty_counter WHERE minute = ? AND slot = ?");
  private static final Cql DELETE =
      Cql.write("DELETE FROM $ks.dirty_counter WHERE minute = ? AND slot = ?");

  private static final SlotMinutes.Table PROGRESS = SlotMinutes.Table.of("slot_progress");

  static final List<Cql> STATEMENTS =
      List.of(SELECT_CHANGED, PROGRESS.select(), PROGRESS.insert(), DELETE);

  private final PreparedStatement selectChanged;
  private final PreparedStatement delete;
  private final Requests requests;
  private final SlotMinutes progress;

  /**
   * @param context completes every stage that this store returns
   */
  public CassandraDirtyCounters(CassandraSession session, Context context) {
    this.selectChanged = session.prepared(SELECT_CHANGED);
    this.delete = session.prepared(DELETE);
    this.requests = session.requests(context);
    this.progress = new SlotMinutes(PROGRESS, session, requests);
  }

  @Override
  public CompletionStage<List<CounterName>> changedIn(long minute, Collection<Integer> slots) {
    CompletionStage<List<CounterName>> all = CompletableFuture.completedFuture(new ArrayList<>());
    for (int slot : slots) {
      all =
          all.thenCombine(
              requests.readList(
                  () -> selectChanged.bind(Instant.ofEpochSecond(minute), slot),
                  CassandraDirtyCounters::counter),
              Requests::concatenated);
    }
    return all;
  }

  private static CounterName counter(Row row) {
    return new CounterName(
        Objects.requireNonNull(row.getString(0)), Objects.requireNonNull(row.getString(1)));
  }

  @Override
  public CompletionStage<Map<Integer, Long>> progress() {
    return progress.read();
  }

  @Override
  public CompletionStage<WriteOutcome> settledBefore(Collection<Integer> slots, long minute) {
    return progress.write(slots, minute);
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
    return delete
        .bind(Instant.ofEpochSecond(minute), slot)
        .setQueryTimestamp(BucketTimestamp.ofDeletion(minute));
  }
}
