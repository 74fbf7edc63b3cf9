package io.quipu.bench.cases;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import io.quipu.counter.Window;
import io.quipu.store.Partition;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Counters with more settled events than can be recorded in the time of a benchmark: rows, the
 * names of their partitions, windows and checkpoint, as the service leaves them, straight into the
 * tables.
 */
final class LongHistory {
  private static final int ROWS_OF_A_MINUTE = 10_000;
  private static final int TOGETHER = 100;
  private static final int ATTEMPTS = 3;
  private static final Duration AGO = Duration.ofHours(1);

  private final CqlSession session;
  private final PreparedStatement row;
  private final PreparedStatement bucket;
  private final PreparedStatement window;
  private final PreparedStatement checkpoint;
  private final PreparedStatement name;

  LongHistory(CqlSession session) {
    this.session = session;
    this.row =
        session.prepare(
            "INSERT INTO quipu.event (namespace, counter, bucket, shard, at, delta, events)"
                + " VALUES ('default', ?, ?, 0, ?, 1, 1)");
    this.bucket =
        session.prepare(
            "INSERT INTO quipu.event_bucket (namespace, counter, bucket, shard)"
                + " VALUES ('default', ?, ?, 0)");
    this.window =
        session.prepare(
            "INSERT INTO quipu.checkpoint (namespace, counter, granularity, window_start,"
                + " window_count, window_events) VALUES ('default', ?, ?, ?, ?, ?)");
    this.checkpoint =
        session.prepare(
            "INSERT INTO quipu.checkpoint (namespace, counter, total, events, until, epoch)"
                + " VALUES ('default', ?, ?, ?, ?, 0)");
    this.name =
        session.prepare(
            "INSERT INTO quipu.counter_name (namespace, part, counter) VALUES ('default', 0, ?)");
  }

  /**
   * @param rows of the counter, 10,000 in each minute up to an hour ago
   */
  void settle(String counter, int rows) {
    long end = Partition.bucketOf(EventTime.of(Instant.now().minus(AGO)));
    int minutes = (rows + ROWS_OF_A_MINUTE - 1) / ROWS_OF_A_MINUTE;
    long start = end - minutes * Partition.BUCKET_SECONDS;
    List<Supplier<CompletionStage<?>>> writes = new ArrayList<>();
    for (int i = 0; i < rows; i += TOGETHER) {
      long minute = start + i / ROWS_OF_A_MINUTE * Partition.BUCKET_SECONDS;
      int first = i % ROWS_OF_A_MINUTE;
      int many = Math.min(TOGETHER, rows - i);
      writes.add(() -> write(rows(counter, minute, first, many)));
    }
    for (long minute = start; minute < end; minute += Partition.BUCKET_SECONDS) {
      Instant at = Instant.ofEpochSecond(minute);
      writes.add(() -> write(bucket.bind(counter, at)));
    }
    windows(start, rows)
        .forEach((of, events) -> writes.add(() -> write(window(counter, of, events))));
    Settler.all(writes);
    session.execute(
        checkpoint.bind(
            counter,
            BigInteger.valueOf(rows),
            (long) rows,
            EventTime.ofEpochSecond(end).boundary()));
    session.execute(name.bind(counter));
  }

  private CompletionStage<?> write(Statement<?> statement) {
    return IdleCounters.persistently(ATTEMPTS, () -> session.executeAsync(statement));
  }

  private BatchStatement rows(String counter, long minute, int first, int many) {
    List<BatchableStatement<?>> some = new ArrayList<>(many);
    for (int i = first; i < first + many; i++) {
      EventTime at = EventTime.ofEpochSecond(minute).plusTicks(i);
      some.add(row.bind(counter, Instant.ofEpochSecond(minute), at.timeuuid(0, 1)));
    }
    return BatchStatement.newInstance(BatchType.UNLOGGED, some);
  }

  private static Map<Window, Long> windows(long start, int rows) {
    Map<Window, Long> windows = new HashMap<>();
    for (int i = 0; i < rows; i += ROWS_OF_A_MINUTE) {
      EventTime minute =
          EventTime.ofEpochSecond(start + i / ROWS_OF_A_MINUTE * Partition.BUCKET_SECONDS);
      long events = Math.min(ROWS_OF_A_MINUTE, rows - i);
      for (Granularity granularity : Granularity.values()) {
        windows.merge(granularity.windowOf(minute), events, Long::sum);
      }
    }
    return windows;
  }

  private BoundStatement window(String counter, Window of, long events) {
    return window.bind(
        counter,
        of.granularity().label(),
        Instant.ofEpochSecond(of.startSecond()),
        BigInteger.valueOf(events),
        events);
  }
}
