package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.counter.CounterName;
import io.quipu.store.Partition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/**
 * The announced partitions of counters from some bucket on, those of counters with the same
 * replicas together. Together they are read from the first of their buckets on, so only those that
 * begin within the same quarter of an hour are: what is read too much for one counter is bounded.
 */
final class FindPartitions implements CoalescedReads.Query<FindPartitions.From, List<Partition>> {
  private static final Cql ONE =
      Cql.read(
          "SELECT bucket, shard FROM $ks.event_bucket"
              + " WHERE namespace = ? AND counter = ? AND bucket >= ?");
  private static final Cql SEVERAL =
      Cql.read(
          "SELECT bucket, shard, counter FROM $ks.event_bucket"
              + " WHERE namespace = ? AND counter IN ? AND bucket >= ?");

  static final List<Cql> STATEMENTS = List.of(ONE, SEVERAL);

  private static final long SPREAD_SECONDS = Duration.ofMinutes(15).toSeconds();

  private final PreparedStatement one;
  private final PreparedStatement several;
  private final Requests requests;
  private final ReplicaSets replicas;

  FindPartitions(CassandraSession session, Requests requests) {
    this.one = session.prepared(ONE);
    this.several = session.prepared(SEVERAL);
    this.requests = requests;
    this.replicas = new ReplicaSets(session);
  }

  /**
   * @param bucket the first that is wanted, its start in seconds of Unix time
   */
  record From(CounterName counter, long bucket) {}

  private record Group(String namespace, long quarter, Object replicas) {}

  @Override
  public Object group(From from) {
    return new Group(
        from.counter.namespace(),
        Math.floorDiv(from.bucket, SPREAD_SECONDS),
        replicas.of(from.counter));
  }

  @Override
  public CompletionStage<List<Partition>> readOne(From from) {
    return requests.readList(
        () ->
            one.bind(
                from.counter.namespace(), from.counter.name(), Instant.ofEpochSecond(from.bucket)),
        row -> partition(from.counter, row));
  }

  @Override
  public CompletionStage<List<List<Partition>>> readSeveral(List<From> all) {
    Map<String, List<Row>> found = new HashMap<>();
    return requests
        .readAll(
            () -> several(all),
            row ->
                found
                    .computeIfAbsent(
                        Objects.requireNonNull(row.getString(2)), name -> new ArrayList<>())
                    .add(row))
        .thenApply(read -> all.stream().map(from -> since(from, found)).toList());
  }

  private Statement<?> several(List<From> all) {
    long first = all.stream().mapToLong(From::bucket).min().orElseThrow();
    return several
        .bind(
            all.get(0).counter.namespace(),
            all.stream().map(from -> from.counter.name()).distinct().toList(),
            Instant.ofEpochSecond(first))
        .setRoutingKey(ReplicaSets.routingKey(all.get(0).counter));
  }

  private static List<Partition> since(From from, Map<String, List<Row>> found) {
    return found.getOrDefault(from.counter.name(), List.of()).stream()
        .map(row -> partition(from.counter, row))
        .filter(partition -> partition.bucket() >= from.bucket)
        .toList();
  }

  static Partition partition(CounterName counter, Row row) {
    Instant bucket = Objects.requireNonNull(row.getInstant(0));
    return new Partition(counter, bucket.getEpochSecond(), row.getInt(1));
  }
}
