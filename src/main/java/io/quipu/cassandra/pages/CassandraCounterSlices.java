package io.quipu.cassandra.pages;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.state.ListedCounter;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.CounterSlices;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowPartition;
import io.quipu.engine.windows.WindowRun;
import io.vertx.cassandra.ResultSet;
import io.vertx.core.Context;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Slices of pages and of closed windows in Cassandra. */
public final class CassandraCounterSlices implements CounterSlices {
  private static final String OF_NAMESPACE =
      " FROM $ks.page WHERE page = ? AND namespace = ? AND counter >= ? AND counter < ? LIMIT ?";

  private static final Cql TOTALS = Cql.read("SELECT counter, total, events" + OF_NAMESPACE);
  private static final Cql STATES = Cql.read("SELECT counter, total, events, state" + OF_NAMESPACE);
  private static final String OF_RUN =
      " WHERE page = ? AND granularity = ? AND period = ?"
          + " AND namespace = ? AND counter IN ? AND start >= ? AND start <= ?";

  private static final Cql CLOSED =
      Cql.read("SELECT counter, total, events, start FROM $ks.closed_window" + OF_RUN);

  private static final Cql SUPPLEMENTS =
      Cql.read("SELECT counter, total, events, start, step FROM $ks.window_supplement" + OF_RUN);

  /** The maximum number of windows that are held at once. */
  private static final int WINDOWS = 1_000;

  public static final List<Cql> STATEMENTS = List.of(TOTALS, STATES, CLOSED, SUPPLEMENTS);

  private final CassandraSession session;
  private final Requests requests;

  /**
   * @param context calls this store, and completes every stage that this store returns
   */
  public CassandraCounterSlices(CassandraSession session, Context context) {
    this.session = session;
    this.requests = session.requests(context);
  }

  @Override
  public CompletionStage<List<ListedCounter>> totals(
      int page, String namespace, NameRange names, int most) {
    return slice(
        TOTALS, page, namespace, names, most, row -> new ListedCounter(name(row), tally(row)));
  }

  @Override
  public CompletionStage<List<NamedState>> states(
      int page, String namespace, NameRange names, int most) {
    return slice(
        STATES,
        page,
        namespace,
        names,
        most,
        row ->
            new NamedState(
                name(row), CounterStateBlob.decodeWithoutIds(tally(row), row.getByteBuffer(3))));
  }

  private <T> CompletionStage<List<T>> slice(
      Cql select, int page, String namespace, NameRange names, int most, Function<Row, T> decode) {
    if (names.isEmpty()) {
      return CompletableFuture.completedStage(List.of());
    }
    return requests.read(
        () ->
            session
                .bind(select, page, namespace, names.from(), names.before(), most)
                .setPageSize(PageRows.ONE_GO),
        found -> decoded(found, decode));
  }

  private static <T> List<T> decoded(ResultSet found, Function<Row, T> decode) {
    List<T> rows = new ArrayList<>();
    for (Row row : PageRows.rows(found)) {
      rows.add(decode.apply(row));
    }
    return rows;
  }

  @Override
  public CompletionStage<Void> closed(
      WindowPartition partition,
      String namespace,
      Collection<String> counters,
      WindowRun run,
      ClosedSink sink) {
    Granularity granularity = partition.granularity();
    return requests.readAll(
        () -> ofRun(CLOSED, partition, namespace, counters, run),
        row -> sink.closed(name(row), window(granularity, row), tally(row)));
  }

  @Override
  public CompletionStage<Void> supplements(
      WindowPartition partition,
      String namespace,
      Collection<String> counters,
      WindowRun run,
      NamedSupplementSink sink) {
    Granularity granularity = partition.granularity();
    return requests.readAll(
        () -> ofRun(SUPPLEMENTS, partition, namespace, counters, run),
        row ->
            sink.supplement(
                name(row), window(granularity, row), new EventTime(row.getLong(4)), tally(row)));
  }

  private BoundStatement ofRun(
      Cql cql,
      WindowPartition partition,
      String namespace,
      Collection<String> counters,
      WindowRun run) {
    return session
        .bind(
            cql,
            partition.page(),
            partition.granularity().label(),
            Instant.ofEpochSecond(partition.period()),
            namespace,
            List.copyOf(counters),
            Instant.ofEpochSecond(run.first().startSecond()),
            Instant.ofEpochSecond(run.last().startSecond()))
        .setPageSize(WINDOWS);
  }

  private static Window window(Granularity granularity, Row row) {
    return new Window(granularity, Objects.requireNonNull(row.getInstant(3)).getEpochSecond());
  }

  private static String name(Row row) {
    return Objects.requireNonNull(row.getString(0));
  }

  private static Tally tally(Row row) {
    return new Tally(Objects.requireNonNull(row.getBigInteger(1)), row.getLong(2));
  }
}
