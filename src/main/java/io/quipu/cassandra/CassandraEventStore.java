package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.store.DirtyCounters;
import io.quipu.store.EventStore;
import io.quipu.store.Partition;
import io.quipu.store.PartitionRows;
import io.quipu.store.WriteOutcome;
import io.vertx.core.Context;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** Event rows, with the index of the partitions that hold them, in Cassandra. */
public final class CassandraEventStore implements EventStore {
  private static final Cql INSERT_BUCKET =
      Cql.write(
          "INSERT INTO $ks.event_bucket (namespace, counter, bucket, shard) VALUES (?, ?, ?, ?)");
  private static final Cql INSERT_DIRTY =
      Cql.write(
          "INSERT INTO $ks.dirty_counter (minute, slot, namespace, counter) VALUES (?, ?, ?, ?)");
  private static final Cql SELECT_SHARDS =
      Cql.read(
          "SELECT bucket, shard FROM $ks.event_bucket"
              + " WHERE namespace = ? AND counter = ? AND bucket = ?");
  private static final Cql DELETE_ROWS =
      Cql.write(
          "DELETE FROM $ks.event"
              + " WHERE namespace = ? AND counter = ? AND bucket = ? AND shard = ?");
  private static final Cql DELETE_BUCKET =
      Cql.write(
          "DELETE FROM $ks.event_bucket"
              + " WHERE namespace = ? AND counter = ? AND bucket = ? AND shard = ?");

  static final List<Cql> STATEMENTS =
      Stream.of(
              List.of(INSERT_BUCKET, INSERT_DIRTY, SELECT_SHARDS, DELETE_ROWS, DELETE_BUCKET),
              AppendRows.STATEMENTS,
              FindPartitions.STATEMENTS,
              SliceRows.STATEMENTS)
          .flatMap(List::stream)
          .toList();

  private final CassandraSession session;
  private final Requests requests;
  private final AppendRows appendRows;
  private final CoalescedReads<FindPartitions.From, List<Partition>> partitions;
  private final CoalescedReads<SliceRows.Part, Optional<Throwable>> slices;

  /**
   * @param context calls this store, and completes every stage that it returns
   */
  public CassandraEventStore(CassandraSession session, Context context) {
    this.session = session;
    this.requests = session.requests(context);
    this.appendRows = new AppendRows(session);
    this.partitions =
        new CoalescedReads<>(requests::afterThisTurn, new FindPartitions(session, requests));
    this.slices = new CoalescedReads<>(requests::afterThisTurn, new SliceRows(session, requests));
  }

  @Override
  public CompletionStage<WriteOutcome> append(List<PartitionRows> parts) {
    return parts.stream().allMatch(part -> part.rows().isEmpty())
        ? CompletableFuture.completedFuture(WriteOutcome.WRITTEN)
        : requests.write(() -> appendRows.statement(parts));
  }

  @Override
  public CompletionStage<WriteOutcome> announce(Partition partition) {
    long timestamp = BucketTimestamp.ofWrite(partition.bucket());
    CompletionStage<WriteOutcome> findable =
        requests.write(() -> bind(INSERT_BUCKET, partition).setQueryTimestamp(timestamp));
    CompletionStage<WriteOutcome> dirty =
        requests.write(() -> markDirty(partition).setQueryTimestamp(timestamp));
    return findable.thenCombine(dirty, WriteOutcome::and);
  }

  private BoundStatement markDirty(Partition partition) {
    CounterName counter = partition.counter();
    return session.bind(
        INSERT_DIRTY,
        Instant.ofEpochSecond(partition.bucket()),
        DirtyCounters.slotOf(counter),
        counter.namespace(),
        counter.name());
  }

  @Override
  public CompletionStage<List<Partition>> partitions(CounterName counter, EventTime from) {
    return partitions.read(new FindPartitions.From(counter, Partition.bucketOf(from)));
  }

  /** A counter may have very many buckets after this one. */
  @Override
  public CompletionStage<List<Partition>> shards(CounterName counter, long bucket) {
    Instant start = Instant.ofEpochSecond(bucket);
    return requests.readList(
        () -> session.bind(SELECT_SHARDS, counter.namespace(), counter.name(), start),
        row -> FindPartitions.partition(counter, row));
  }

  @Override
  public CompletionStage<Void> slice(
      Partition partition, EventTime from, EventTime before, int limit, RowSink sink) {
    return limit < 1
        ? CompletableFuture.completedFuture(null)
        : slices
            .read(new SliceRows.Part(partition, from, before, limit, sink))
            .thenCompose(
                failure ->
                    failure.isPresent()
                        ? CompletableFuture.failedStage(failure.get())
                        : CompletableFuture.completedStage(null));
  }

  /** The name goes last: a partition that still has rows can always be found again. */
  @Override
  public CompletionStage<WriteOutcome> delete(Partition partition) {
    return delete(DELETE_ROWS, partition)
        .thenCompose(
            rows ->
                rows == WriteOutcome.WRITTEN
                    ? delete(DELETE_BUCKET, partition).thenApply(rows::and)
                    : CompletableFuture.completedFuture(rows));
  }

  private CompletionStage<WriteOutcome> delete(Cql cql, Partition partition) {
    long timestamp = BucketTimestamp.ofDeletion(partition.bucket());
    return requests.write(() -> bind(cql, partition).setQueryTimestamp(timestamp));
  }

  private BoundStatement bind(Cql cql, Partition partition) {
    return session.bind(
        cql,
        partition.counter().namespace(),
        partition.counter().name(),
        Instant.ofEpochSecond(partition.bucket()),
        partition.shard());
  }
}
