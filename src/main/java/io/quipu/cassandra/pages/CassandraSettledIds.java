package io.quipu.cassandra.pages;

import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.cassandra.cql.ColumnBytes;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.cql.PlainBatch;
import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.cql.SpanTimestamp;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.state.RunPlace;
import io.quipu.engine.store.SettledIds;
import io.quipu.engine.store.WriteOutcome;
import io.vertx.core.Context;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Runs of settled ids in Cassandra. Write timestamps follow from the period and from the number of
 * erasures, not from a clock, so a row of fewer erasures never replaces a row of more.
 */
public final class CassandraSettledIds implements SettledIds {
  private static final String PARTITION =
      " WHERE page = ? AND remember = ? AND period = ? AND run = ? AND piece = ?";
  private static final Cql SELECT =
      Cql.read("SELECT block, data FROM $ks.id_run" + PARTITION + " AND block IN ?");
  private static final Cql INSERT =
      Cql.write(
          "INSERT INTO $ks.id_run (page, remember, period, run, piece, block, data)"
              + " VALUES (?, ?, ?, ?, ?, ?, ?)");
  private static final Cql DELETE = Cql.write("DELETE FROM $ks.id_run" + PARTITION);

  public static final List<Cql> STATEMENTS = List.of(SELECT, INSERT, DELETE);

  /** Microseconds from the first write of a period to its deletions: above all erasures. */
  private static final long DELETION = 1_000_000;

  private final CassandraSession session;
  private final Requests requests;

  /**
   * @param context calls this store, and completes every stage that this store returns
   */
  public CassandraSettledIds(CassandraSession session, Context context) {
    this.session = session;
    this.requests = session.requests(context);
  }

  private BoundStatement of(Cql cql, RunPlace place, Object... more) {
    List<Object> values = new ArrayList<>(5 + more.length);
    values.add(place.page());
    values.add(place.period().window());
    values.add(Instant.ofEpochSecond(place.period().start()));
    values.add(place.run());
    values.add(place.piece());
    values.addAll(List.of(more));
    return session.bind(cql, values.toArray());
  }

  @Override
  public CompletionStage<Map<Integer, ByteBuffer>> read(
      RunPlace place, Collection<Integer> blocks) {
    Map<Integer, ByteBuffer> found = new TreeMap<>();
    return requests
        .readAll(
            () -> of(SELECT, place, List.copyOf(blocks)),
            row -> found.put(row.getInt(0), Objects.requireNonNull(row.getByteBuffer(1))))
        .thenApply(read -> found);
  }

  /** Writes all rows in one mutation. */
  @Override
  public CompletionStage<WriteOutcome> write(
      RunPlace place, int erasures, SortedMap<Integer, ByteBuffer> rows) {
    return rows.isEmpty()
        ? CompletableFuture.completedStage(WriteOutcome.WRITTEN)
        : requests.write(() -> insertion(place, erasures, rows));
  }

  private Statement<?> insertion(
      RunPlace place, int erasures, SortedMap<Integer, ByteBuffer> rows) {
    long timestamp = SpanTimestamp.ofWrite(place.period().start()) + erasures;
    BoundStatement key = of(INSERT, place);
    List<BatchableStatement<?>> all = new ArrayList<>(rows.size());
    rows.forEach(
        (block, row) ->
            all.add(
                key.setBytesUnsafe(5, ColumnBytes.of(block))
                    .setBytesUnsafe(6, row)
                    .setQueryTimestamp(timestamp)));
    return PlainBatch.of(all);
  }

  @Override
  public CompletionStage<WriteOutcome> delete(RunPlace place) {
    return requests.write(
        () ->
            of(DELETE, place)
                .setQueryTimestamp(SpanTimestamp.ofWrite(place.period().start()) + DELETION));
  }
}
