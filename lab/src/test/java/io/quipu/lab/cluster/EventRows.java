package io.quipu.lab.cluster;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.DerivedName;
import io.quipu.engine.names.Layout;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.store.rows.LogRow;
import io.quipu.engine.store.rows.PackedRow;
import io.quipu.engine.time.BoundedConcurrency;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/** The event rows of counters without shards, read by the test itself from all replicas. */
final class EventRows {
  /** The place of the directory's hours, each with its last bucket. */
  private static final Instant HOURS = Instant.parse("0001-01-01T00:00:00Z");

  private static final int AT_ONCE = 32;

  private final CqlSession session;
  private final String keyspace;
  private final Layout layout;

  EventRows(CqlSession session, String keyspace) {
    this.session = session;
    this.keyspace = keyspace;
    Row kept =
        Objects.requireNonNull(
            read("SELECT pages, parts, seed, collection_wait_ms FROM %s.writer_group LIMIT 1")
                .one());
    this.layout =
        new Layout(
            kept.getInt(0), kept.getInt(1), kept.getLong(2), Duration.ofMillis(kept.getLong(3)));
  }

  /** The ids of its rows. */
  Set<String> ids(Ledger ledger) {
    Set<String> ids = new HashSet<>();
    // a reset has none
    forEach(
        ledger,
        row -> {
          if (row.id() != null) {
            ids.add(row.id());
          }
        });
    return ids;
  }

  /** The deltas of all rows, duplicates included. */
  long sum(Ledger ledger) {
    long[] sum = {0};
    forEach(ledger, row -> sum[0] += row.delta());
    return sum[0];
  }

  /** The number of rows, duplicates included; those that share a row are several. */
  long count(Ledger ledger) {
    long[] rows = {0};
    forEach(ledger, row -> rows[0]++);
    return rows[0];
  }

  boolean isEmpty(Ledger ledger) {
    return count(ledger) == 0;
  }

  /** The most writers that have a shard of their own of a sketch, or of one of its windows. */
  int shards(Ledger ledger) {
    CounterName counter = new CounterName(ledger.namespace, ledger.counter);
    Set<DerivedName> states = new HashSet<>();
    states.add(DerivedName.whole(counter));
    read(
            "SELECT derived FROM %s.sketch_derived WHERE namespace = ? AND counter = ?",
            ledger.namespace, ledger.counter)
        .forEach(row -> states.add(DerivedName.of(counter, row.getString(0))));
    return states.stream().mapToInt(this::shards).max().orElseThrow();
  }

  private int shards(DerivedName state) {
    return read(
            "SELECT writer FROM %s.sketch_shard WHERE namespace = ? AND counter = ?",
            state.stored(), state.name())
        .all()
        .size();
  }

  /** Reads many partitions at once: there is one for each 5 s of the run, and each retention. */
  private void forEach(Ledger ledger, Consumer<EventRow> action) {
    for (List<Row> some : BoundedConcurrency.chunks(partitions(ledger), AT_ONCE)) {
      some.stream()
          .map(one -> session.executeAsync(rowsOf(ledger, one)).toCompletableFuture())
          .toList()
          .forEach(read -> forEach(read.join(), action));
    }
  }

  private static void forEach(AsyncResultSet page, Consumer<EventRow> action) {
    page.currentPage().forEach(row -> events(row).forEach(action));
    if (page.hasMorePages()) {
      forEach(page.fetchNextPage().toCompletableFuture().join(), action);
    }
  }

  private static List<EventRow> events(Row row) {
    UUID at = Objects.requireNonNull(row.getUuid("at"));
    int events = row.getInt("events");
    int window = row.isNull("remember") ? DeduplicationWindow.USUAL : row.getInt("remember");
    ByteBuffer ids = row.getByteBuffer("ids");
    LogRow stored =
        ids == null
            ? new EventRow(at, row.getLong("delta"), events, row.getString("id"), window)
            : new PackedRow(at, -events, window, ids);
    return stored.each();
  }

  /** All that the directory names, of the part that the counter is in. */
  private List<Row> partitions(Ledger ledger) {
    int part = layout.part(page(ledger));
    return read("SELECT bucket FROM %s.event_directory WHERE hour = ? AND part = ?", HOURS, part)
        .all()
        .stream()
        .map(last -> Objects.requireNonNull(last.getInstant(0)).truncatedTo(ChronoUnit.HOURS))
        .distinct()
        .flatMap(
            hour ->
                read(
                    "SELECT class, bucket, part FROM %s.event_directory WHERE hour = ? AND part ="
                        + " ?",
                    hour, part)
                    .all()
                    .stream())
        .toList();
  }

  private int page(Ledger ledger) {
    return layout.page(new CounterName(ledger.namespace, ledger.counter));
  }

  private SimpleStatement rowsOf(Ledger ledger, Row partition) {
    return query(
        "SELECT at, delta, events, id, remember, ids FROM %s.event WHERE class = ? AND bucket = ?"
            + " AND part = ? AND page = ? AND namespace = ? AND counter = ?",
        partition.getInt("class"),
        partition.getInstant("bucket"),
        partition.getInt("part"),
        page(ledger),
        ledger.namespace,
        ledger.counter);
  }

  /**
   * @param query with a place for the keyspace
   */
  private ResultSet read(String query, Object... values) {
    return session.execute(query(query, values));
  }

  private SimpleStatement query(String query, Object... values) {
    return SimpleStatement.newInstance(query.formatted(keyspace), values)
        .setConsistencyLevel(ConsistencyLevel.ALL);
  }
}
