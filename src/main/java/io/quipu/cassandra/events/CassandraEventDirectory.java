package io.quipu.cassandra.events;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.cql.SpanTimestamp;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EventPartition;
import io.vertx.core.Context;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;

/**
 * The directory of event partitions in Cassandra. The hours of a part are listed in a partition of
 * their own, with one row for each hour and retention. The row has the last bucket of the hour, so
 * that one query with one lower bound on the bucket lists both hours and event partitions.
 */
public final class CassandraEventDirectory implements EventDirectory {
  public static final Cql INSERT =
      Cql.write("INSERT INTO $ks.event_directory (hour, part, bucket, class) VALUES (?, ?, ?, ?)");
  public static final Cql SELECT =
      Cql.read(
          "SELECT hour, bucket, class FROM $ks.event_directory"
              + " WHERE hour IN ? AND part = ? AND bucket >= ?");
  private static final Cql DELETE =
      Cql.write(
          "DELETE FROM $ks.event_directory"
              + " WHERE hour = ? AND part = ? AND bucket = ? AND class = ?");

  public static final List<Cql> STATEMENTS = List.of(INSERT, SELECT, DELETE);

  /** The key of the partition that lists the hours: an hour centuries before the first timeuuid. */
  public static final Instant HOURS = Instant.parse("0001-01-01T00:00:00Z");

  private final CassandraSession session;
  private final Requests requests;

  /**
   * @param context completes every stage that this store returns
   */
  public CassandraEventDirectory(CassandraSession session, Context context) {
    this.session = session;
    this.requests = session.requests(context);
  }

  @Override
  public CompletionStage<WriteOutcome> name(EventPartition partition) {
    long timestamp = SpanTimestamp.ofWrite(partition.bucket());
    return write(INSERT, hourOf(partition), partition, timestamp);
  }

  @Override
  public CompletionStage<WriteOutcome> name(Hour hour) {
    return write(INSERT, HOURS, hour.last(), SpanTimestamp.ofWrite(hour.start()));
  }

  @Override
  public CompletionStage<Listing> look(int part, Collection<Long> hours, long from) {
    Listing listing = new Listing(new TreeSet<>(), new TreeSet<>());
    return requests
        .readAll(
            () -> select(part, hours, from),
            row -> {
              long bucket = Objects.requireNonNull(row.getInstant(1)).getEpochSecond();
              EventPartition found = new EventPartition(row.getInt(2), bucket, part);
              if (HOURS.equals(row.getInstant(0))) {
                listing.hours().add(Hour.of(found));
              } else {
                listing.partitions().add(found);
              }
            })
        .thenApply(read -> listing);
  }

  /** Selects one driver page. With several pages, Cassandra would read one partition at a time. */
  public BoundStatement select(int part, Collection<Long> hours, long from) {
    List<Instant> keys = new ArrayList<>(hours.size() + 1);
    keys.add(HOURS);
    hours.forEach(hour -> keys.add(Instant.ofEpochSecond(hour)));
    return session
        .bind(SELECT, keys, part, Instant.ofEpochSecond(from))
        // the driver finds no routing key for IN; each query reads the partition of the hours
        .setRoutingKey(
            TypeCodecs.TIMESTAMP.encode(HOURS, ProtocolVersion.DEFAULT),
            TypeCodecs.INT.encode(part, ProtocolVersion.DEFAULT))
        .setPageSize(Integer.MAX_VALUE);
  }

  @Override
  public CompletionStage<WriteOutcome> forget(EventPartition partition) {
    long timestamp = SpanTimestamp.ofDeletion(partition.bucket());
    return write(DELETE, hourOf(partition), partition, timestamp);
  }

  @Override
  public CompletionStage<WriteOutcome> forget(Hour hour) {
    return write(DELETE, HOURS, hour.last(), SpanTimestamp.ofDeletion(hour.start()));
  }

  private static Instant hourOf(EventPartition partition) {
    return Instant.ofEpochSecond(partition.hour());
  }

  private CompletionStage<WriteOutcome> write(
      Cql cql, Instant hour, EventPartition row, long timestamp) {
    return requests.write(
        () ->
            session
                .bind(cql, hour, row.part(), Instant.ofEpochSecond(row.bucket()), row.retention())
                .setQueryTimestamp(timestamp));
  }
}
