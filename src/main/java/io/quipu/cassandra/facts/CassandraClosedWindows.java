package io.quipu.cassandra.facts;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import io.quipu.cassandra.cql.ChunkedWrite;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.cql.SpanTimestamp;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EndedWindows;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowPartition;
import io.quipu.engine.windows.WindowPartition.Table;
import io.vertx.core.Context;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/**
 * Closed windows and supplements in Cassandra, written with the write timestamp of their period.
 */
public final class CassandraClosedWindows implements ClosedWindows {
  private static final Cql INSERT =
      Cql.write(
          "INSERT INTO $ks.closed_window"
              + " (page, granularity, period, namespace, counter, start, total, events)"
              + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  private static final Cql SELECT =
      Cql.read(
          "SELECT start, total, events FROM $ks.closed_window"
              + " WHERE page = ? AND granularity = ? AND period = ?"
              + " AND namespace = ? AND counter = ? AND start >= ? AND start <= ?");

  private static final Cql INSERT_SUPPLEMENT =
      Cql.write(
          "INSERT INTO $ks.window_supplement"
              + " (page, granularity, period, namespace, counter, start, step, total, events)"
              + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  private static final Cql SELECT_SUPPLEMENTS =
      Cql.read(
          "SELECT start, step, total, events FROM $ks.window_supplement"
              + " WHERE page = ? AND granularity = ? AND period = ?"
              + " AND namespace = ? AND counter = ? AND start >= ? AND start <= ?");

  private static final Cql INSERT_DELETED =
      Cql.write(
          "INSERT INTO $ks.deleted_window (page, namespace, granularity, up_to)"
              + " VALUES (?, ?, ?, ?)");
  private static final Cql SELECT_DELETED =
      Cql.read("SELECT namespace, granularity, up_to FROM $ks.deleted_window WHERE page = ?");

  public static final List<Cql> STATEMENTS =
      List.of(
          INSERT, SELECT, INSERT_SUPPLEMENT, SELECT_SUPPLEMENTS, INSERT_DELETED, SELECT_DELETED);

  private static final int PARTITIONS_AT_ONCE = 8;

  private final CassandraSession session;
  private final Requests requests;

  /**
   * @param context calls this store, and completes every stage that this store returns
   */
  public CassandraClosedWindows(CassandraSession session, Context context) {
    this.session = session;
    this.requests = session.requests(context);
  }

  @Override
  public CompletionStage<WriteOutcome> write(WindowPartition partition, List<Closed> windows) {
    Instant period = Instant.ofEpochSecond(partition.period());
    long timestamp = SpanTimestamp.ofWrite(partition.period());
    return ChunkedWrite.of(
        requests,
        windows,
        closed ->
            session
                .bind(
                    INSERT,
                    partition.page(),
                    partition.granularity().label(),
                    period,
                    closed.counter().stored(),
                    closed.counter().key(),
                    Instant.ofEpochSecond(closed.window().startSecond()),
                    closed.tally().count(),
                    closed.tally().events())
                .setQueryTimestamp(timestamp));
  }

  @Override
  public CompletionStage<Map<Window, Tally>> read(
      int page, CounterName counter, Window first, Window last) {
    Map<Window, Tally> found = new HashMap<>();
    return BoundedConcurrency.forEach(
            PARTITIONS_AT_ONCE,
            Table.CLOSED.of(page, first, last),
            partition ->
                requests.readAll(
                    () -> select(SELECT, partition, counter, first, last),
                    row ->
                        found.put(
                            new Window(
                                first.granularity(),
                                Objects.requireNonNull(row.getInstant(0)).getEpochSecond()),
                            new Tally(
                                Objects.requireNonNull(row.getBigInteger(1)), row.getLong(2)))))
        .thenApply(done -> found);
  }

  @Override
  public CompletionStage<WriteOutcome> writeSupplements(
      WindowPartition partition, List<Supplement> supplements) {
    Instant period = Instant.ofEpochSecond(partition.period());
    long timestamp = SpanTimestamp.ofWrite(partition.period());
    return ChunkedWrite.of(
        requests,
        supplements,
        supplement ->
            session
                .bind(
                    INSERT_SUPPLEMENT,
                    partition.page(),
                    partition.granularity().label(),
                    period,
                    supplement.counter().stored(),
                    supplement.counter().key(),
                    Instant.ofEpochSecond(supplement.window().startSecond()),
                    supplement.step().ticks(),
                    supplement.tally().count(),
                    supplement.tally().events())
                .setQueryTimestamp(timestamp));
  }

  @Override
  public CompletionStage<Void> readSupplements(
      int page, CounterName counter, Window first, Window last, SupplementSink sink) {
    return BoundedConcurrency.forEach(
        PARTITIONS_AT_ONCE,
        Table.SUPPLEMENTS.of(page, first, last),
        partition ->
            requests.readAll(
                () -> select(SELECT_SUPPLEMENTS, partition, counter, first, last),
                row ->
                    sink.supplement(
                        new Window(
                            first.granularity(),
                            Objects.requireNonNull(row.getInstant(0)).getEpochSecond()),
                        new EventTime(row.getLong(1)),
                        new Tally(Objects.requireNonNull(row.getBigInteger(2)), row.getLong(3)))));
  }

  @Override
  public CompletionStage<WriteOutcome> delete(WindowPartition partition, String namespace) {
    return requests.write(
        () ->
            session
                .bind(
                    CassandraErasure.windowsOf(partition.table()).all(),
                    partition.page(),
                    partition.granularity().label(),
                    Instant.ofEpochSecond(partition.period()),
                    namespace)
                .setQueryTimestamp(SpanTimestamp.ofDeletion(partition.period())));
  }

  @Override
  public CompletionStage<Map<EndedWindows, Long>> deleted(int page) {
    Map<EndedWindows, Long> found = new HashMap<>();
    return requests
        .readAll(
            () -> session.bind(SELECT_DELETED, page),
            row ->
                found.put(
                    new EndedWindows(
                        Objects.requireNonNull(row.getString(0)),
                        Granularity.parse(Objects.requireNonNull(row.getString(1)))),
                    Objects.requireNonNull(row.getInstant(2)).getEpochSecond()))
        .thenApply(read -> found);
  }

  /** Writes with the timestamp of the point, so that the latest point stands. */
  @Override
  public CompletionStage<WriteOutcome> noteDeleted(int page, EndedWindows windows, long second) {
    return requests.write(
        () ->
            session
                .bind(
                    INSERT_DELETED,
                    page,
                    windows.namespace(),
                    windows.granularity().label(),
                    Instant.ofEpochSecond(second))
                .setQueryTimestamp(SpanTimestamp.ofWrite(second)));
  }

  private BoundStatement select(
      Cql cql, WindowPartition partition, CounterName counter, Window first, Window last) {
    return session.bind(
        cql,
        partition.page(),
        partition.granularity().label(),
        Instant.ofEpochSecond(partition.period()),
        counter.stored(),
        counter.key(),
        Instant.ofEpochSecond(first.startSecond()),
        Instant.ofEpochSecond(last.startSecond()));
  }
}
