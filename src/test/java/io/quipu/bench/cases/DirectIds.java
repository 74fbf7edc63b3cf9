package io.quipu.bench.cases;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.store.Partition;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The reads and writes that settling ids needs, issued with the driver and nothing else: no
 * protocol, no objects, no deduplication. What it reads and writes is the same.
 */
final class DirectIds {
  private static final int SLICE = 20_000;
  private static final int PARTS = 64;
  private static final int IDS_PER_STATEMENT = 100;
  private static final int AT_ONCE = 16;

  private final CqlSession session;
  private final PreparedStatement slice;
  private final PreparedStatement look;
  private final PreparedStatement write;

  DirectIds(CqlSession session) {
    this.session = session;
    this.slice =
        prepare(
            "SELECT at, delta, events, id FROM event WHERE namespace = ? AND counter = ?"
                + " AND bucket = ? AND shard = 0 AND at >= ? AND at < ? LIMIT ?");
    this.look =
        prepare(
            "SELECT id, epoch, at, delta, remember FROM member"
                + " WHERE namespace = ? AND counter = ? AND part = ? AND id IN ?");
    this.write =
        prepare(
            "INSERT INTO member (namespace, counter, part, id, epoch, at, delta, remember)"
                + " VALUES (?, ?, ?, ?, 1, ?, ?, 86400) USING TTL 172800");
  }

  private PreparedStatement prepare(String cql) {
    return session.prepare(
        SimpleStatement.newInstance(cql).setConsistencyLevel(ConsistencyLevel.QUORUM));
  }

  /** Everything there is between two points of event time. */
  void run(CounterName counter, EventTime from, EventTime before) {
    EventTime next = from;
    while (next.isBefore(before)) {
      List<List<Row>> parts = new ArrayList<>();
      for (int part = 0; part < PARTS; part++) {
        parts.add(new ArrayList<>());
      }
      int rows = 0;
      Row last = null;
      for (Row row : session.execute(slice(counter, next, before))) {
        parts.get(Math.floorMod(row.getString(3).hashCode(), PARTS)).add(row);
        last = row;
        rows++;
      }
      look(counter, parts);
      write(counter, parts);
      next = rows < SLICE ? before : EventTime.of(last.getUuid(0)).plusTicks(1);
    }
  }

  private BoundStatement slice(CounterName counter, EventTime from, EventTime before) {
    return slice.bind(
        counter.namespace(),
        counter.name(),
        Instant.ofEpochSecond(Partition.bucketOf(from)),
        from.boundary(),
        before.boundary(),
        SLICE);
  }

  private void look(CounterName counter, List<List<Row>> parts) {
    List<Statement<?>> all = new ArrayList<>();
    for (int part = 0; part < PARTS; part++) {
      for (List<Row> chunk : chunks(parts.get(part))) {
        List<String> ids = chunk.stream().map(row -> row.getString(3)).toList();
        all.add(look.bind(counter.namespace(), counter.name(), part, ids));
      }
    }
    executeAll(all);
  }

  private void write(CounterName counter, List<List<Row>> parts) {
    List<Statement<?>> all = new ArrayList<>();
    for (int part = 0; part < PARTS; part++) {
      for (List<Row> chunk : chunks(parts.get(part))) {
        BatchStatement batch =
            BatchStatement.newInstance(BatchType.UNLOGGED)
                .setConsistencyLevel(ConsistencyLevel.QUORUM);
        for (Row row : chunk) {
          batch =
              batch.add(
                  write.bind(
                      counter.namespace(),
                      counter.name(),
                      part,
                      row.getString(3),
                      row.getUuid(0),
                      row.getLong(1)));
        }
        all.add(batch);
      }
    }
    executeAll(all);
  }

  private static List<List<Row>> chunks(List<Row> rows) {
    List<List<Row>> chunks = new ArrayList<>();
    for (int i = 0; i < rows.size(); i += IDS_PER_STATEMENT) {
      chunks.add(rows.subList(i, Math.min(rows.size(), i + IDS_PER_STATEMENT)));
    }
    return chunks;
  }

  private void executeAll(List<Statement<?>> statements) {
    ArrayDeque<CompletionStage<?>> inFlight = new ArrayDeque<>();
    for (Statement<?> statement : statements) {
      inFlight.add(session.executeAsync(statement));
      if (inFlight.size() > AT_ONCE) {
        inFlight.remove().toCompletableFuture().join();
      }
    }
    inFlight.forEach(stage -> stage.toCompletableFuture().join());
  }
}
