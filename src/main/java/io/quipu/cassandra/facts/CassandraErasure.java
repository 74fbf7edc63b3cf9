package io.quipu.cassandra.facts;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.cql.ErasureTimestamp;
import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.cassandra.session.ExtentCql;
import io.quipu.engine.store.Erasure;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.WindowPartition;
import io.quipu.engine.windows.WindowPartition.Table;
import io.vertx.core.Context;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Deletes in Cassandra what is stored of counters: ranges of rows, with the timestamp {@link
 * ErasureTimestamp#FOREVER}. States of counters are changed by conditional writes only; their
 * deletion need not be one, as no counter is ever read that was deleted.
 */
public final class CassandraErasure implements Erasure {
  private static final ExtentCql STATES = ExtentCql.write("DELETE FROM $ks.page WHERE page = ?");
  private static final ExtentCql STATE =
      ExtentCql.read("SELECT counter FROM $ks.page WHERE page = ?", " LIMIT 1");
  private static final Cql DELETED_WINDOWS =
      Cql.write("DELETE FROM $ks.deleted_window WHERE page = ? AND namespace = ?");
  private static final String PERIOD = " WHERE page = ? AND granularity = ? AND period = ?";
  private static final ExtentCql WINDOWS =
      ExtentCql.write("DELETE FROM $ks.closed_window" + PERIOD);
  private static final ExtentCql SUPPLEMENTS =
      ExtentCql.write("DELETE FROM $ks.window_supplement" + PERIOD);
  private static final ExtentCql ROWS =
      ExtentCql.write(
          "DELETE FROM $ks.event WHERE class = ? AND bucket = ? AND part = ? AND page IN ?");
  private static final Cql NAMES =
      Cql.write("DELETE FROM $ks.counter_name WHERE namespace = ? AND part = ?");
  private static final Cql SOME_NAMES =
      Cql.write("DELETE FROM $ks.counter_name WHERE namespace = ? AND part = ? AND counter IN ?");

  public static final List<Cql> STATEMENTS =
      Stream.concat(
              Stream.of(STATES, STATE, WINDOWS, SUPPLEMENTS, ROWS)
                  .flatMap(one -> one.statements().stream()),
              Stream.of(DELETED_WINDOWS, NAMES, SOME_NAMES))
          .toList();

  private final CassandraSession session;
  private final Requests requests;

  /**
   * @param context calls this store, and completes every stage that this store returns
   */
  public CassandraErasure(CassandraSession session, Context context) {
    this.session = session;
    this.requests = session.requests(context);
  }

  @Override
  public CompletionStage<Boolean> hasStates(int page, Extent extent) {
    return requests.read(() -> STATE.bind(session, extent, page), found -> found.one() != null);
  }

  @Override
  public CompletionStage<WriteOutcome> states(int page, Extent extent) {
    return write(STATES, extent, page);
  }

  @Override
  public CompletionStage<WriteOutcome> notes(int page, Extent extent) {
    return extent.names() != null
        ? CompletableFuture.completedStage(WriteOutcome.WRITTEN)
        : write(session.bind(DELETED_WINDOWS, page, extent.stored()));
  }

  @Override
  public CompletionStage<WriteOutcome> windows(WindowPartition partition, Extent extent) {
    return write(
        windowsOf(partition.table()),
        extent,
        partition.page(),
        partition.granularity().label(),
        Instant.ofEpochSecond(partition.period()));
  }

  /** Deletes windows of a partition. */
  static ExtentCql windowsOf(Table table) {
    return table == Table.CLOSED ? WINDOWS : SUPPLEMENTS;
  }

  @Override
  public CompletionStage<WriteOutcome> rows(
      EventPartition partition, Collection<Integer> pages, Extent extent) {
    return write(
        ROWS,
        extent,
        partition.retention(),
        Instant.ofEpochSecond(partition.bucket()),
        partition.part(),
        List.copyOf(pages));
  }

  @Override
  public CompletionStage<WriteOutcome> names(Extent extent) {
    List<String> some = extent.names();
    return IntStream.range(0, CassandraCounterNames.parts(session.layout()))
        .mapToObj(
            part ->
                some == null
                    ? session.bind(NAMES, extent.stored(), part)
                    : session.bind(SOME_NAMES, extent.stored(), part, some))
        .map(this::write)
        .reduce((one, other) -> one.thenCombine(other, WriteOutcome::and))
        .orElseThrow();
  }

  private CompletionStage<WriteOutcome> write(ExtentCql cql, Extent extent, Object... key) {
    return write(cql.bind(session, extent, key));
  }

  private CompletionStage<WriteOutcome> write(BoundStatement statement) {
    return requests.write(() -> statement.setQueryTimestamp(ErasureTimestamp.FOREVER));
  }
}
