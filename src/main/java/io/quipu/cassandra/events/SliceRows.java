package io.quipu.cassandra.events;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.data.TupleValue;
import io.quipu.cassandra.cql.CoalescedRequests;
import io.quipu.cassandra.cql.ColumnBytes;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.cql.Names;
import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.EventLog.RowSink;
import io.quipu.engine.store.EventOrder;
import io.quipu.engine.store.rows.PackedRow;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of counters of one page in one partition, from one event time to another. One
 * query with a row limit reads several counters. A counter whose rows may be incomplete in the
 * result gets a query of its own.
 */
final class SliceRows implements CoalescedRequests.Query<SliceRows.Part, Optional<Throwable>> {
  private static final String COLUMNS = "SELECT at, delta, events, id, remember, ids";
  private static final String PAGE =
      " FROM $ks.event WHERE class = ? AND bucket = ? AND part = ? AND page = ?";
  private static final Cql ONE =
      Cql.read(COLUMNS + PAGE + " AND namespace = ? AND counter = ? AND at >= ? AND at < ?");
  private static final Cql SEVERAL =
      Cql.read(
          COLUMNS
              + ", namespace, counter"
              + PAGE
              + " AND (namespace, counter) IN ? AND at >= ? AND at < ? LIMIT ?");

  static final List<Cql> STATEMENTS = List.of(ONE, SEVERAL);

  /** The maximum number of reads of counters that one query answers. */
  static final int MOST_COUNTERS = 64;

  /** The highest row limit of a query for several counters: all its rows are in memory at once. */
  static final int MOST_TOGETHER = 5_000;

  private static final int SINGLE_READS_AT_ONCE = 8;

  private final PreparedStatement one;
  private final PreparedStatement several;
  private final Requests requests;

  SliceRows(CassandraSession session, Requests requests) {
    this.one = session.prepared(ONE);
    this.several = session.prepared(SEVERAL);
    this.requests = requests;
  }

  /** A read of the rows of a counter in one partition, in {@code [from, before)}. */
  record Part(
      EventPartition partition,
      int page,
      CounterName counter,
      EventTime from,
      EventTime before,
      RowSink sink) {
    /**
     * Limits the bounds to the bucket, because no row is outside its bucket. So all reads of a
     * whole bucket share a group, even if their bounds differ.
     */
    private Group group() {
      return new Group(
          partition,
          page,
          EventTime.max(from, partition.start()),
          EventTime.min(before, partition.end()));
    }

    /** Makes the order in which the sink gets the events of the rows. */
    private EventOrder order() {
      return new EventOrder(from, before, sink);
    }
  }

  private record Group(EventPartition partition, int page, EventTime from, EventTime before) {
    private Object[] key() {
      return new Object[] {
        partition.retention(), Instant.ofEpochSecond(partition.bucket()), partition.part(), page
      };
    }

    /** The first timeuuid of a row that may hold an event at or after {@code from}. */
    private UUID firstRow() {
      return EventTime.max(EventOrder.firstRow(from), partition.start()).boundary();
    }
  }

  @Override
  public Object group(Part part) {
    return part.group();
  }

  @Override
  public CompletionStage<Optional<Throwable>> askOne(Part part) {
    EventOrder order = part.order();
    return requests
        .readAll(() -> statement(part), row -> deliver(row, order), part.sink::nextPage)
        .handle(
            (read, failure) -> failure == null ? ended(List.of(), order) : Optional.of(failure));
  }

  private BoundStatement statement(Part part) {
    return one.bind(part.group().key())
        .setString(4, part.counter.stored())
        .setString(5, part.counter.name())
        .setUuid(6, EventOrder.firstRow(part.from).boundary())
        .setUuid(7, part.before.boundary())
        .setPageSize(EventLog.PAGE_ROWS);
  }

  @Override
  public CompletionStage<List<Optional<Throwable>>> askSeveral(List<Part> parts) {
    List<Row> rows = new ArrayList<>();
    int most = Math.min(MOST_TOGETHER, parts.size() * EventLog.PAGE_ROWS);
    return requests
        .readAll(() -> several(parts, most), rows::add)
        .thenCompose(read -> deliver(parts, rows, rows.size() < most));
  }

  private BoundStatement several(List<Part> parts, int most) {
    Group group = parts.get(0).group();
    return several
        .bind(group.key())
        .setList(
            4,
            parts.stream().map(Part::counter).distinct().map(Names::of).toList(),
            TupleValue.class)
        .setUuid(5, group.firstRow())
        .setUuid(6, group.before.boundary())
        .setInt(7, most)
        .setPageSize(most);
  }

  /**
   * Delivers the rows of a query, which are sorted by counter. If the query reached its limit, rows
   * of the last counter may be missing, and all rows of counters after it. So the last counter and
   * the counters without rows get a query each. If a sink or such a query fails, only its own read
   * fails.
   *
   * @param all whether the rows are certainly complete
   */
  private CompletionStage<List<Optional<Throwable>>> deliver(
      List<Part> parts, List<Row> rows, boolean all) {
    Map<CounterName, List<Row>> found = new HashMap<>();
    rows.forEach(row -> found.computeIfAbsent(counterIn(row), any -> new ArrayList<>()).add(row));
    if (!all) {
      found.remove(counterIn(rows.get(rows.size() - 1)));
    }
    rows.clear();
    List<Optional<Throwable>> failures =
        new ArrayList<>(Collections.nCopies(parts.size(), Optional.empty()));
    return BoundedConcurrency.forEach(
            SINGLE_READS_AT_ONCE,
            IntStream.range(0, parts.size()).boxed().toList(),
            i -> {
              Part part = parts.get(i);
              List<Row> own = found.get(part.counter);
              return (own == null && !all
                      ? askOne(part)
                      : CompletableFuture.completedStage(deliver(own, part)))
                  .thenAccept(failure -> failures.set(i, failure));
            })
        .thenApply(done -> failures);
  }

  private static Optional<Throwable> deliver(@Nullable List<Row> rows, Part part) {
    return rows == null ? Optional.empty() : ended(rows, part.order());
  }

  /** Delivers the last rows. Returns what the sink has thrown. */
  private static Optional<Throwable> ended(List<Row> rows, EventOrder order) {
    try {
      rows.forEach(row -> deliver(row, order));
      order.end();
      return Optional.empty();
    } catch (RuntimeException refused) {
      return Optional.of(refused);
    }
  }

  private static CounterName counterIn(Row row) {
    return CounterName.ofStored(
        Objects.requireNonNull(row.getString(6)), Objects.requireNonNull(row.getString(7)));
  }

  static void deliver(Row row, EventOrder order) {
    UUID at = Objects.requireNonNull(row.getUuid(0));
    int events = row.getInt(2);
    int window = row.isNull(4) ? DeduplicationWindow.USUAL : row.getInt(4);
    ByteBuffer ids = row.getBytesUnsafe(5);
    if (ids == null) {
      order.row(at, row.getLong(1), events, ColumnBytes.text(row.getBytesUnsafe(3)), window);
    } else {
      order.row(new PackedRow(at, -events, window, ids));
    }
  }
}
