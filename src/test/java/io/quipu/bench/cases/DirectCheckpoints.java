package io.quipu.bench.cases;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import java.math.BigInteger;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The conditional batch that advances a checkpoint and its windows, by the driver alone. */
final class DirectCheckpoints {
  private final CqlSession session;
  private final PreparedStatement move;
  private final PreparedStatement window;

  DirectCheckpoints(CqlSession session) {
    this.session = session;
    this.move =
        session.prepare(
            "UPDATE checkpoint SET total = ?, events = ?, until = ?, epoch = 0"
                + " WHERE namespace = 'default' AND counter = ? IF until = ? AND epoch = ?");
    this.window =
        session.prepare(
            "INSERT INTO checkpoint (namespace, counter, granularity, window_start, window_count,"
                + " window_events) VALUES ('default', ?, ?, ?, ?, ?)");
  }

  /**
   * @param before what the checkpoint stands at; null before the first
   */
  CompletionStage<?> advance(
      String counter, @Nullable EventTime before, EventTime next, long count) {
    BigInteger total = BigInteger.valueOf(count);
    BoundStatement moved =
        before == null
            ? move.bind(total, count, next.boundary(), counter, null, null)
            : move.bind(total, count, next.boundary(), counter, before.boundary(), 0L);
    BatchStatement batch =
        BatchStatement.newInstance(BatchType.UNLOGGED, moved)
            .setConsistencyLevel(DefaultConsistencyLevel.QUORUM)
            .setSerialConsistencyLevel(DefaultConsistencyLevel.SERIAL);
    for (Granularity granularity : Granularity.values()) {
      Instant start = Instant.ofEpochSecond(granularity.windowOf(Settler.START).startSecond());
      batch = batch.add(window.bind(counter, granularity.label(), start, total, count));
    }
    return session
        .executeAsync(batch)
        .thenAccept(
            rows -> {
              if (!rows.wasApplied()) {
                throw new IllegalStateException("the conditional write was refused");
              }
            });
  }
}
