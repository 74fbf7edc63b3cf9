package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.store.Checkpoint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Moves a counter from one checkpoint to the next, together with the windows that were touched: one
 * conditional batch on the counter's partition, all of it or nothing.
 */
final class AdvanceCheckpoint {
  static final Cql MOVE =
      Cql.conditional(
          "UPDATE $ks.checkpoint SET total = ?, events = ?, until = ?, epoch = ?"
              + " WHERE namespace = ? AND counter = ? IF until = ?");
  static final Cql SET_WINDOW =
      Cql.conditional(
          "INSERT INTO $ks.checkpoint"
              + " (namespace, counter, granularity, window_start, window_count, window_events)"
              + " VALUES (?, ?, ?, ?, ?, ?)");

  private final CassandraSession session;

  AdvanceCheckpoint(CassandraSession session) {
    this.session = session;
  }

  Statement<?> statement(
      CounterName counter, Checkpoint expected, Checkpoint next, Map<Window, Tally> windows) {
    BoundStatement move = move(counter, expected, next);
    if (windows.isEmpty()) {
      return move;
    }
    List<BatchableStatement<?>> all = new ArrayList<>(windows.size() + 1);
    all.add(move);
    windows.forEach((window, tally) -> all.add(setWindow(counter, window, tally)));
    return ConditionalBatch.of(all, move);
  }

  /** The first checkpoint expects none and sets the epoch; later ones leave it as it is. */
  private BoundStatement move(CounterName counter, Checkpoint expected, Checkpoint next) {
    BoundStatementBuilder values =
        session
            .prepared(MOVE)
            .boundStatementBuilder()
            .setBigInteger(0, next.total().count())
            .setLong(1, next.total().events())
            .setUuid(2, next.until().boundary())
            .setString(4, counter.namespace())
            .setString(5, counter.name());
    if (expected.until().equals(EventTime.MIN)) {
      return values.setLong(3, 0).setToNull(6).build();
    }
    return values.setUuid(6, expected.until().boundary()).build();
  }

  private BoundStatement setWindow(CounterName counter, Window window, Tally tally) {
    return session.bind(
        SET_WINDOW,
        counter.namespace(),
        counter.name(),
        window.granularity().label(),
        Instant.ofEpochSecond(window.startSecond()),
        tally.count(),
        tally.events());
  }
}
