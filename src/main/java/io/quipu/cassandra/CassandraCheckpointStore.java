package io.quipu.cassandra;

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
import io.vertx.cassandra.ResultSet;
import io.vertx.core.Context;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Checkpoints and their windows in Cassandra. */
public final class CassandraCheckpointStore implements CheckpointStore {
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
              ReadCheckpoints.STATEMENTS,
              List.of(READ_WINDOWS, READ_WINDOW_RANGE, COLLECT),
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
  private final ReadCheckpoints reads;
  private final CoalescedReads<CounterName, Checkpoint> coalesced;
  private final AdvanceCheckpoint advance;
  private final PrepareEpoch prepare;

  /**
   * @param context calls this store, and completes every stage that it returns
   */
  public CassandraCheckpointStore(CassandraSession session, Context context) {
    this.session = session;
    this.requests = session.requests(context);
    this.reads = new ReadCheckpoints(session, requests);
    this.coalesced = new CoalescedReads<>(requests::afterThisTurn, reads);
    this.advance = new AdvanceCheckpoint(session);
    this.prepare = new PrepareEpoch(session);
  }

  @Override
  public CompletionStage<Checkpoint> read(CounterName counter) {
    return coalesced.read(counter);
  }

  @Override
  public CompletionStage<Checkpoint> readSerial(CounterName counter) {
    return reads.serially(counter);
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
   * Rows come with the checkpoint of their own state: replicas have all of a conditional write or
   * nothing, and what a quorum answers is the latest of them. A range without rows says nothing of
   * the checkpoint. It is read serially then, so that a quorum has it, and the range once more: if
   * it is still empty it was at that checkpoint, as windows never go away.
   */
  @Override
  public CompletionStage<WindowSlice> windowSlice(
      CounterName counter, Granularity granularity, Window first, Window last) {
    Supplier<CompletionStage<Optional<WindowSlice>>> range =
        () ->
            requests.read(
                () -> range(counter, granularity, first, last), page -> slice(granularity, page));
    return range
        .get()
        .thenCompose(
            found ->
                found
                    .map(CompletableFuture::completedStage)
                    .orElseGet(() -> readSerial(counter).thenCompose(at -> emptyAt(at, range))));
  }

  private static CompletionStage<WindowSlice> emptyAt(
      Checkpoint checkpoint, Supplier<CompletionStage<Optional<WindowSlice>>> range) {
    return range
        .get()
        .thenApply(again -> again.orElseGet(() -> new WindowSlice(checkpoint, Map.of())));
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

  private static Optional<WindowSlice> slice(Granularity granularity, ResultSet page) {
    if (page.hasMorePages()) {
      throw new IllegalArgumentException("more than " + ONE_PAGE + " windows asked for");
    }
    Checkpoint checkpoint = null;
    Map<Window, Tally> windows = new HashMap<>();
    for (Row row : page.currentPage()) {
      checkpoint = CheckpointRow.decode(row);
      windows.put(
          window(granularity, row, CheckpointRow.COLUMN_COUNT),
          CheckpointRow.tally(row, CheckpointRow.COLUMN_COUNT + 1));
    }
    return Optional.ofNullable(checkpoint).map(found -> new WindowSlice(found, windows));
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
