package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.counter.CounterName;
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
  private static final String WHERE =
      " WHERE namespace = ? AND counter = ? IF until = ? AND epoch = ?";

  /** The very first: nothing was ever written, the epoch begins. */
  private static final Cql BEGIN =
      Cql.conditional(
          "UPDATE $ks.checkpoint SET total = ?, events = ?, until = ?, epoch = 0" + WHERE);

  /** Leaves a prepared epoch as it is: whoever else prepared it may have written members. */
  private static final Cql MOVE =
      Cql.conditional("UPDATE $ks.checkpoint SET total = ?, events = ?, until = ?" + WHERE);

  private static final Cql COMMIT =
      Cql.conditional(
          "UPDATE $ks.checkpoint SET total = ?, events = ?, until = ?, preparing = false" + WHERE);
  private static final Cql SET_WINDOW =
      Cql.conditional(
          "INSERT INTO $ks.checkpoint"
              + " (namespace, counter, granularity, window_start, window_count, window_events)"
              + " VALUES (?, ?, ?, ?, ?, ?)");

  static final List<Cql> STATEMENTS = List.of(BEGIN, MOVE, COMMIT, SET_WINDOW);

  private final PreparedStatement begin;
  private final PreparedStatement move;
  private final PreparedStatement commit;
  private final PreparedStatement setWindow;

  AdvanceCheckpoint(CassandraSession session) {
    this.begin = session.prepared(BEGIN);
    this.move = session.prepared(MOVE);
    this.commit = session.prepared(COMMIT);
    this.setWindow = session.prepared(SET_WINDOW);
  }

  Statement<?> statement(
      CounterName counter, Checkpoint expected, Checkpoint next, Map<Window, Tally> windows) {
    BoundStatement moved = move(counter, expected, next);
    if (windows.isEmpty()) {
      return moved;
    }
    List<BatchableStatement<?>> all = new ArrayList<>(windows.size() + 1);
    all.add(moved);
    windows.forEach((window, tally) -> all.add(setWindow(counter, window, tally)));
    return ConditionalBatch.of(all, moved);
  }

  private BoundStatement move(CounterName counter, Checkpoint expected, Checkpoint next) {
    BoundStatementBuilder values =
        update(expected, next)
            .boundStatementBuilder()
            .setBigInteger(0, next.total().count())
            .setLong(1, next.total().events())
            .setUuid(2, next.until().boundary())
            .setString(3, counter.namespace())
            .setString(4, counter.name());
    return ExpectedVersion.set(values, 5, expected).build();
  }

  private PreparedStatement update(Checkpoint expected, Checkpoint next) {
    if (ExpectedVersion.isUnwritten(expected)) {
      return begin;
    }
    return expected.epochs().preparing() && !next.epochs().preparing() ? commit : move;
  }

  private BoundStatement setWindow(CounterName counter, Window window, Tally tally) {
    return setWindow.bind(
        counter.namespace(),
        counter.name(),
        window.granularity().label(),
        Instant.ofEpochSecond(window.startSecond()),
        tally.count(),
        tally.events());
  }
}
