package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.counter.DeduplicationWindow;
import io.quipu.counter.EventTime;
import io.quipu.store.EventStore;
import io.quipu.store.EventStore.RowSink;
import io.quipu.store.Partition;
import io.quipu.time.BoundedConcurrency;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of counters in one partition between two ticks, all or the first of them. Those of
 * several counters come with one query as long as they are few; the rows of those that are not are
 * read by themselves.
 */
final class SliceRows implements CoalescedReads.Query<SliceRows.Part, Optional<Throwable>> {
  private static final String COLUMNS = "SELECT at, delta, events, id, remember";
  private static final String ONE =
      COLUMNS
          + " FROM $ks.event WHERE bucket = ? AND shard = ?"
          + " AND namespace = ? AND counter = ? AND at >= ? AND at < ?";
  private static final Cql ALL = Cql.read(ONE);
  private static final Cql FIRST = Cql.read(ONE + " LIMIT ?");
  private static final Cql SEVERAL =
      Cql.read(
          COLUMNS
              + ", counter FROM $ks.event WHERE bucket = ? AND shard = ?"
              + " AND namespace = ? AND counter IN ? AND at >= ? AND at < ? LIMIT ?");

  static final List<Cql> STATEMENTS = List.of(ALL, FIRST, SEVERAL);

  private static final int COUNTER = 5;
  private static final int LIMIT = 6;

  /** Rows of several counters that are held at once: a page. */
  static final int MOST_TOGETHER = 5_000;

  private static final int SINGLE_READS_AT_ONCE = 8;

  private final PreparedStatement all;
  private final PreparedStatement first;
  private final PreparedStatement several;
  private final Requests requests;

  SliceRows(CassandraSession session, Requests requests) {
    this.all = session.prepared(ALL);
    this.first = session.prepared(FIRST);
    this.several = session.prepared(SEVERAL);
    this.requests = requests;
  }

  /**
   * The rows of a counter in a partition.
   *
   * @param limit at least 1; {@link Integer#MAX_VALUE} for all
   */
  record Part(Partition partition, EventTime from, EventTime before, int limit, RowSink sink) {
    Part {
      if (limit < 1) {
        throw new IllegalArgumentException("a limit of " + limit);
      }
    }

    private boolean isLimited() {
      return limit < Integer.MAX_VALUE;
    }

    /** As no row is before its bucket, many that were settled at different times have the same. */
    private EventTime first() {
      return EventTime.max(from, partition.start());
    }
  }

  private record Group(
      long bucket, int shard, String namespace, EventTime from, EventTime before) {}

  @Override
  public Object group(Part part) {
    Partition partition = part.partition;
    return new Group(
        partition.bucket(),
        partition.shard(),
        partition.counter().namespace(),
        part.first(),
        part.before);
  }

  @Override
  public CompletionStage<Optional<Throwable>> readOne(Part part) {
    return requests
        .readAll(() -> statement(part), row -> deliver(row, part.sink))
        .handle((read, failure) -> Optional.ofNullable(failure));
  }

  private BoundStatement statement(Part part) {
    boolean limited = part.isLimited();
    BoundStatement slice =
        (limited ? first : all)
            .bind(
                Instant.ofEpochSecond(part.partition.bucket()),
                part.partition.shard(),
                part.partition.counter().namespace(),
                part.partition.counter().name(),
                part.from.boundary(),
                part.before.boundary());
    return limited ? slice.setInt(LIMIT, part.limit) : slice.setPageSize(EventStore.PAGE_ROWS);
  }

  @Override
  public CompletionStage<List<Optional<Throwable>>> readSeveral(List<Part> parts) {
    List<Row> rows = new ArrayList<>();
    int most = mostTogether(parts);
    return requests
        .readAll(() -> several(parts, most), rows::add)
        .thenCompose(read -> deliver(parts, rows, rows.size() < most));
  }

  /** No more than those who ask may hold, taken together. */
  private static int mostTogether(List<Part> parts) {
    long most = 0;
    for (Part part : parts) {
      most += part.isLimited() ? part.limit : EventStore.PAGE_ROWS;
    }
    return (int) Math.min(MOST_TOGETHER, most);
  }

  private BoundStatement several(List<Part> parts, int most) {
    Part first = parts.get(0);
    return several.bind(
        Instant.ofEpochSecond(first.partition.bucket()),
        first.partition.shard(),
        first.partition.counter().namespace(),
        parts.stream().map(part -> part.partition.counter().name()).distinct().toList(),
        first.first().boundary(),
        first.before.boundary(),
        most);
  }

  /**
   * Rows come counter by counter. If they may not be all, those of the last counter may not be all,
   * and it is not known whether counters without any have none: these are read by themselves. What
   * is wrong with one of them is wrong with no other.
   */
  private CompletionStage<List<Optional<Throwable>>> deliver(
      List<Part> parts, List<Row> rows, boolean all) {
    Map<String, List<Row>> found = new HashMap<>();
    rows.forEach(row -> found.computeIfAbsent(nameIn(row), name -> new ArrayList<>()).add(row));
    if (!all) {
      found.remove(nameIn(rows.get(rows.size() - 1)));
    }
    rows.clear();
    List<Optional<Throwable>> failures =
        new ArrayList<>(Collections.nCopies(parts.size(), Optional.empty()));
    return BoundedConcurrency.forEach(
            SINGLE_READS_AT_ONCE,
            IntStream.range(0, parts.size()).boxed().toList(),
            i -> {
              Part part = parts.get(i);
              List<Row> own = found.get(part.partition.counter().name());
              return (own == null && !all
                      ? readOne(part)
                      : CompletableFuture.completedStage(deliver(own, part)))
                  .thenAccept(failure -> failures.set(i, failure));
            })
        .thenApply(done -> failures);
  }

  private static Optional<Throwable> deliver(@Nullable List<Row> rows, Part part) {
    if (rows != null) {
      try {
        rows.stream().limit(part.limit).forEach(row -> deliver(row, part.sink));
      } catch (RuntimeException refused) {
        return Optional.of(refused);
      }
    }
    return Optional.empty();
  }

  private static String nameIn(Row row) {
    return Objects.requireNonNull(row.getString(COUNTER));
  }

  private static void deliver(Row row, RowSink sink) {
    sink.row(
        Objects.requireNonNull(row.getUuid(0)),
        row.getLong(1),
        row.getInt(2),
        row.getString(3),
        row.isNull(4) ? DeduplicationWindow.USUAL : row.getInt(4));
  }
}
