package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import io.quipu.page.EventPartition;
import io.quipu.store.EventDirectory;
import io.quipu.store.WriteOutcome;
import io.vertx.core.Context;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/** The directory of event partitions in Cassandra. */
public final class CassandraEventDirectory implements EventDirectory {
  private static final Cql INSERT_PARTITION =
      Cql.write("INSERT INTO $ks.event_directory (hour, part, bucket, class) VALUES (?, ?, ?, ?)");
  private static final Cql INSERT_HOUR =
      Cql.write("INSERT INTO $ks.event_hour (part, hour, class) VALUES (?, ?, ?)");
  private static final Cql SELECT_PARTITIONS =
      Cql.read(
          "SELECT bucket, class FROM $ks.event_directory"
              + " WHERE hour = ? AND part = ? AND bucket >= ?");
  private static final Cql SELECT_HOURS =
      Cql.read("SELECT hour, class FROM $ks.event_hour WHERE part = ? AND hour >= ?");
  private static final Cql DELETE_PARTITION =
      Cql.write(
          "DELETE FROM $ks.event_directory"
              + " WHERE hour = ? AND part = ? AND bucket = ? AND class = ?");
  private static final Cql DELETE_HOUR =
      Cql.write("DELETE FROM $ks.event_hour WHERE part = ? AND hour = ? AND class = ?");

  static final List<Cql> STATEMENTS =
      List.of(
          INSERT_PARTITION,
          INSERT_HOUR,
          SELECT_PARTITIONS,
          SELECT_HOURS,
          DELETE_PARTITION,
          DELETE_HOUR);

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
    return requests.write(() -> bind(INSERT_PARTITION, partition).setQueryTimestamp(timestamp));
  }

  @Override
  public CompletionStage<WriteOutcome> name(Hour hour) {
    long timestamp = SpanTimestamp.ofWrite(hour.start());
    return requests.write(() -> bind(INSERT_HOUR, hour).setQueryTimestamp(timestamp));
  }

  @Override
  public CompletionStage<List<Hour>> hours(int part, long from) {
    return requests.readList(
        () -> session.bind(SELECT_HOURS, part, Instant.ofEpochSecond(from)),
        row ->
            new Hour(
                part, Objects.requireNonNull(row.getInstant(0)).getEpochSecond(), row.getInt(1)));
  }

  @Override
  public CompletionStage<List<EventPartition>> partitions(int part, long hour, long from) {
    return requests.readList(
        () ->
            session.bind(
                SELECT_PARTITIONS, Instant.ofEpochSecond(hour), part, Instant.ofEpochSecond(from)),
        row ->
            new EventPartition(
                row.getInt(1), Objects.requireNonNull(row.getInstant(0)).getEpochSecond(), part));
  }

  @Override
  public CompletionStage<WriteOutcome> forget(EventPartition partition) {
    long timestamp = SpanTimestamp.ofDeletion(partition.bucket());
    return requests.write(() -> bind(DELETE_PARTITION, partition).setQueryTimestamp(timestamp));
  }

  @Override
  public CompletionStage<WriteOutcome> forget(Hour hour) {
    long timestamp = SpanTimestamp.ofDeletion(hour.start());
    return requests.write(() -> bind(DELETE_HOUR, hour).setQueryTimestamp(timestamp));
  }

  private BoundStatement bind(Cql cql, EventPartition partition) {
    return session.bind(
        cql,
        Instant.ofEpochSecond(partition.hour()),
        partition.part(),
        Instant.ofEpochSecond(partition.bucket()),
        partition.retention());
  }

  private BoundStatement bind(Cql cql, Hour hour) {
    return session.bind(cql, hour.part(), Instant.ofEpochSecond(hour.start()), hour.retention());
  }
}
