package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.data.TupleValue;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.TupleType;
import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.store.CasOutcome;
import io.quipu.store.Checkpoint;
import io.quipu.store.CheckpointStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

/** Checkpoints and their windows in Cassandra. */
public final class CassandraCheckpointStore implements CheckpointStore {
  private static final String SELECT =
      "SELECT "
          + CheckpointRow.COLUMNS
          + " FROM $ks.checkpoint WHERE namespace = ? AND counter = ? LIMIT 1";
  private static final Cql READ = Cql.read(SELECT);
  private static final Cql READ_SERIAL = Cql.serialRead(SELECT);
  private static final Cql READ_WINDOWS =
      Cql.read(
          "SELECT granularity, window_start, window_count, window_events FROM $ks.checkpoint"
              + " WHERE namespace = ? AND counter = ? AND (granularity, window_start) IN ?");
  private static final Cql READ_WINDOW_RANGE =
      Cql.read(
          "SELECT "
              + CheckpointRow.COLUMNS
              + ", window_start, window_count, window_events FROM $ks.checkpoint"
              + " WHERE namespace = ? AND counter = ? AND granularity = ?"
              + " AND window_start >= ? AND window_start <= ?");

  private static final Cql COLLECT =
      Cql.conditional(
          "UPDATE $ks.checkpoint SET collected = ? WHERE namespace = ? AND counter = ?"
              + " IF collected = ? AND until >= ?");

  static final List<Cql> STATEMENTS =
      Stream.of(
              List.of(READ, READ_SERIAL, READ_WINDOWS, READ_WINDOW_RANGE, COLLECT),
              AdvanceCheckpoint.STATEMENTS,
              PrepareEpoch.STATEMENTS)
          .flatMap(List::stream)
          .toList();

  private static final TupleType WINDOW_KEY =
      DataTypes.tupleOf(DataTypes.TEXT, DataTypes.TIMESTAMP);

  /** More windows than any answer may have: one page holds them, and is read in one go. */
  private static final int ONE_PAGE = 20_000;

  private final CassandraSession session;
  private final Requests requests;
  private final AdvanceCheckpoint advance;
  private final PrepareEpoch prepare;

  /**
   * @param context completes every stage that this store returns
   */
  public CassandraCheckpointStore(CassandraSession session, Executor context) {
    this.session = session;
    this.requests = new Requests(session, context);
    this.advance = new AdvanceCheckpoint(session);
    this.prepare = new PrepareEpoch(session);
  }

  @Override
  public CompletionStage<Checkpoint> read(CounterName counter) {
    return readBy(READ, counter);
  }

  @Override
  public CompletionStage<Checkpoint> readSerial(CounterName counter) {
    return readBy(READ_SERIAL, counter);
  }

  private CompletionStage<Checkpoint> readBy(Cql cql, CounterName counter) {
    return requests.read(
        () -> session.bind(cql, counter.namespace(), counter.name()),
        page -> CheckpointRow.decode(page.one()));
  }

  @Override
  public CompletionStage<Map<Window, Tally>> windows(CounterName counter, List<Window> windows) {
    if (windows.isEmpty()) {
      return CompletableFuture.completedFuture(Map.of());
    }
    List<TupleValue> keys = windows.stream().map(CassandraCheckpointStore::key).toList();
    Map<Window, Tally> found = new HashMap<>();
    return requests
        .readAll(
            () -> session.bind(READ_WINDOWS, counter.namespace(), counter.name(), keys),
            row -> {
              Granularity granularity = Granularity.parse(Objects.requireNonNull(row.getString(0)));
              found.put(window(granularity, row, 1), CheckpointRow.tally(row, 2));
            })
        .thenApply(done -> found);
  }

  private static TupleValue key(Window window) {
    return WINDOW_KEY.newValue(
        window.granularity().label(), Instant.ofEpochSecond(window.startSecond()));
  }

  /**
   * The checkpoint is read first. If rows are found then, they came with the checkpoint of their
   * own state, which is answered. If none are, no window of the range was settled then, nor at any
   * checkpoint before: the first is answered, with no windows.
   */
  @Override
  public CompletionStage<WindowSlice> windowSlice(
      CounterName counter, Granularity granularity, Window first, Window last) {
    return read(counter)
        .thenCompose(
            before ->
                requests.read(
                    () -> range(counter, granularity, first, last),
                    page -> slice(before, granularity, page)));
  }

  private Statement<?> range(
      CounterName counter, Granularity granularity, Window first, Window last) {
    return session
        .bind(
            READ_WINDOW_RANGE,
            counter.namespace(),
            counter.name(),
            granularity.label(),
            Instant.ofEpochSecond(first.startSecond()),
            Instant.ofEpochSecond(last.startSecond()))
        .setPageSize(ONE_PAGE);
  }

  private static WindowSlice slice(
      Checkpoint before, Granularity granularity, AsyncResultSet page) {
    if (page.hasMorePages()) {
      throw new IllegalArgumentException("more than " + ONE_PAGE + " windows asked for");
    }
    Checkpoint checkpoint = before;
    Map<Window, Tally> windows = new HashMap<>();
    for (Row row : page.currentPage()) {
      checkpoint = CheckpointRow.decode(row);
      windows.put(
          window(granularity, row, CheckpointRow.WIDTH),
          CheckpointRow.tally(row, CheckpointRow.WIDTH + 1));
    }
    return new WindowSlice(checkpoint, windows);
  }

  @Override
  public CompletionStage<CasOutcome> advance(
      CounterName counter, Checkpoint expected, Checkpoint next, Map<Window, Tally> windows) {
    return requests.conditional(() -> advance.statement(counter, expected, next, windows));
  }

  @Override
  public CompletionStage<CasOutcome> prepare(CounterName counter, Checkpoint expected) {
    return requests.conditional(() -> prepare.statement(counter, expected));
  }

  /** What was never collected is compared with null. */
  @Override
  public CompletionStage<CasOutcome> collect(
      CounterName counter, Checkpoint expected, EventTime next) {
    UUID before =
        expected.collected().equals(EventTime.MIN) ? null : expected.collected().boundary();
    return requests.conditional(
        () ->
            session
                .prepared(COLLECT)
                .boundStatementBuilder()
                .setUuid(0, next.boundary())
                .setString(1, counter.namespace())
                .setString(2, counter.name())
                .setUuid(3, before)
                .setUuid(4, next.boundary())
                .build());
  }

  private static Window window(Granularity granularity, Row row, int column) {
    Instant start = Objects.requireNonNull(row.getInstant(column));
    return new Window(granularity, start.getEpochSecond());
  }
}
