package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.Tally;
import io.quipu.engine.model.Window;
import io.quipu.engine.model.WindowPartition;
import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.BoundedConcurrency;
import io.vertx.core.Context;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/** Closed windows in Cassandra, written with the write timestamp of their period. */
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

  static final List<Cql> STATEMENTS = List.of(INSERT, SELECT);

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
                    closed.counter().namespace(),
                    closed.counter().name(),
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
            WindowPartition.of(page, first, last),
            partition ->
                requests.readAll(
                    () -> select(partition, counter, first, last),
                    row ->
                        found.put(
                            new Window(
                                first.granularity(),
                                Objects.requireNonNull(row.getInstant(0)).getEpochSecond()),
                            new Tally(
                                Objects.requireNonNull(row.getBigInteger(1)), row.getLong(2)))))
        .thenApply(done -> found);
  }

  private BoundStatement select(
      WindowPartition partition, CounterName counter, Window first, Window last) {
    return session.bind(
        SELECT,
        partition.page(),
        partition.granularity().label(),
        Instant.ofEpochSecond(partition.period()),
        counter.namespace(),
        counter.name(),
        Instant.ofEpochSecond(first.startSecond()),
        Instant.ofEpochSecond(last.startSecond()));
  }
}
