package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.counter.CounterName;
import io.quipu.store.DueBuckets;
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

/**
 * The collectors' list of work in Cassandra: a partition for each minute and slot. Entries are
 * written at the time of their bucket and removed at one microsecond after it, whatever the clocks.
 */
public final class CassandraDueBuckets implements DueBuckets {
  private static final Cql INSERT =
      Cql.write(
          "INSERT INTO $ks.due_bucket (due, slot, namespace, counter, bucket)"
              + " VALUES (?, ?, ?, ?, ?) USING TIMESTAMP ?");
  private static final Cql SELECT =
      Cql.read("SELECT namespace, counter, bucket FROM $ks.due_bucket WHERE due = ? AND slot = ?");
  private static final Cql DELETE =
      Cql.write(
          "DELETE FROM $ks.due_bucket USING TIMESTAMP ? WHERE due = ? AND slot = ?"
              + " AND namespace = ? AND counter = ? AND bucket = ?");
  private static final SlotMinutes.Table PROGRESS = SlotMinutes.Table.of("collection_progress");

  static final List<Cql> STATEMENTS =
      List.of(INSERT, SELECT, DELETE, PROGRESS.select(), PROGRESS.insert());

  private final CassandraSession session;
  private final Requests requests;
  private final SlotMinutes progress;

  /**
   * @param context completes every stage that this store returns
   */
  public CassandraDueBuckets(CassandraSession session, Context context) {
    this.session = session;
    this.requests = session.requests(context);
    this.progress = new SlotMinutes(PROGRESS, session, requests);
  }

  /** One partition, so one mutation. */
  @Override
  public CompletionStage<WriteOutcome> add(long due, int slot, Collection<Bucket> buckets) {
    return requests.writeTogether(buckets, bucket -> insertion(due, slot, bucket));
  }

  private BatchableStatement<?> insertion(long due, int slot, Bucket bucket) {
    return session.bind(
        INSERT,
        Instant.ofEpochSecond(due),
        slot,
        bucket.counter().namespace(),
        bucket.counter().name(),
        Instant.ofEpochSecond(bucket.start()),
        BucketTimestamp.ofWrite(bucket.start()));
  }

  @Override
  public CompletionStage<List<Bucket>> dueIn(long minute, Collection<Integer> slots) {
    CompletionStage<List<Bucket>> all = CompletableFuture.completedFuture(new ArrayList<>());
    for (int slot : slots) {
      all =
          all.thenCombine(
              requests.readList(
                  () -> session.bind(SELECT, Instant.ofEpochSecond(minute), slot),
                  CassandraDueBuckets::bucket),
              Requests::concatenated);
    }
    return all;
  }

  private static Bucket bucket(Row row) {
    CounterName counter =
        new CounterName(
            Objects.requireNonNull(row.getString(0)), Objects.requireNonNull(row.getString(1)));
    return new Bucket(counter, Objects.requireNonNull(row.getInstant(2)).getEpochSecond());
  }

  @Override
  public CompletionStage<WriteOutcome> remove(long due, Bucket bucket) {
    return requests.write(
        () ->
            session.bind(
                DELETE,
                BucketTimestamp.ofDeletion(bucket.start()),
                Instant.ofEpochSecond(due),
                bucket.slot(),
                bucket.counter().namespace(),
                bucket.counter().name(),
                Instant.ofEpochSecond(bucket.start())));
  }

  @Override
  public CompletionStage<Map<Integer, Long>> progress() {
    return progress.read();
  }

  @Override
  public CompletionStage<WriteOutcome> collectedBefore(Collection<Integer> slots, long minute) {
    return progress.write(slots, minute);
  }
}
