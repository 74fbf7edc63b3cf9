package io.quipu.cassandra.pages;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.cql.TupleList;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.CounterSlices;
import io.quipu.engine.store.CounterSlices.NamedState;
import io.quipu.engine.store.CounterSlices.NamedTally;
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
  private static final String OF_NAMESPACES =
      " FROM $ks.page"
          + " WHERE page = ? AND namespace IN ? AND counter >= ? AND counter < ? LIMIT ?";

  private static final Cql TOTALS =
      Cql.read("SELECT namespace, counter, total, events" + OF_NAMESPACES);
  private static final Cql STATES =
      Cql.read("SELECT namespace, counter, total, events, state" + OF_NAMESPACES);
  private static final String OF_RUN =
      " WHERE page = ? AND granularity = ? AND period = ?"
          + " AND (namespace, counter) IN ? AND start >= ? AND start <= ?";

  private static final Cql CLOSED =
      Cql.read("SELECT namespace, counter, total, events, start FROM $ks.closed_window" + OF_RUN);

  private static final Cql SUPPLEMENTS =
      Cql.read(
          "SELECT namespace, counter, total, events, start, step FROM $ks.window_supplement"
              + OF_RUN);

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
  public CompletionStage<List<NamedTally>> totals(
      int page, List<String> namespaces, NameRange names, int most) {
    return slice(
        TOTALS, page, namespaces, names, most, row -> new NamedTally(name(row), tally(row)));
  }

  @Override
  public CompletionStage<List<NamedState>> states(
      int page, List<String> namespaces, NameRange names, int most) {
    return slice(
        STATES,
        page,
        namespaces,
        names,
        most,
        row ->
            new NamedState(
                name(row), CounterStateBlob.decodeWithoutIds(tally(row), row.getByteBuffer(4))));
  }

  private <T> CompletionStage<List<T>> slice(
      Cql select,
      int page,
      List<String> namespaces,
      NameRange names,
      int most,
      Function<Row, T> decode) {
    if (names.isEmpty() || namespaces.isEmpty()) {
      return CompletableFuture.completedStage(List.of());
    }
    return requests.read(
        () ->
            session
                .bind(select, page, namespaces, names.from(), names.before(), most)
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
      WindowPartition partition, Collection<CounterName> counters, WindowRun run, ClosedSink sink) {
    Granularity granularity = partition.granularity();
    return requests.readAll(
        () -> ofRun(CLOSED, partition, counters, run),
        row -> sink.closed(name(row), window(granularity, row), tally(row)));
  }

  @Override
  public CompletionStage<Void> supplements(
      WindowPartition partition,
      Collection<CounterName> counters,
      WindowRun run,
      NamedSupplementSink sink) {
    Granularity granularity = partition.granularity();
    return requests.readAll(
        () -> ofRun(SUPPLEMENTS, partition, counters, run),
        row ->
            sink.supplement(
                name(row), window(granularity, row), new EventTime(row.getLong(5)), tally(row)));
  }

  private BoundStatement ofRun(
      Cql cql, WindowPartition partition, Collection<CounterName> counters, WindowRun run) {
    TupleList names = new TupleList();
    counters.forEach(names::add);
    return session
        .bind(
            cql,
            partition.page(),
            partition.granularity().label(),
            Instant.ofEpochSecond(partition.period()),
            null,
            Instant.ofEpochSecond(run.first().startSecond()),
            Instant.ofEpochSecond(run.last().startSecond()))
        .setBytesUnsafe(3, names.encoded())
        .setPageSize(WINDOWS);
  }

  private static Window window(Granularity granularity, Row row) {
    return new Window(granularity, Objects.requireNonNull(row.getInstant(4)).getEpochSecond());
  }

  private static CounterName name(Row row) {
    return CounterName.ofStored(
        Objects.requireNonNull(row.getString(0)), Objects.requireNonNull(row.getString(1)));
  }

  private static Tally tally(Row row) {
    return new Tally(Objects.requireNonNull(row.getBigInteger(2)), row.getLong(3));
  }
}
