package io.quipu.cassandra.writers;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.WriterRegistry.State;
import io.quipu.engine.writer.WriterRegistry.WriterRow;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The statements on the table of writers: one row for each writer, changed conditionally only. */
record WriterRows(CassandraSession session) {
  private static final String SELECT =
      "SELECT writer, seq, state, low, sent_at, lease_ms FROM $ks.writer WHERE writer = ?";
  private static final Cql READ = Cql.read(SELECT);
  private static final Cql READ_SERIAL = Cql.serialRead(SELECT);
  private static final Cql INSERT =
      Cql.conditional(
          "INSERT INTO $ks.writer (writer, seq, state, low, sent_at, lease_ms)"
              + " VALUES (?, ?, ?, ?, ?, ?) IF NOT EXISTS");
  private static final Cql HEARTBEAT =
      Cql.conditional(
          "UPDATE $ks.writer SET seq = ?, low = ?, sent_at = ? WHERE writer = ?"
              + " IF seq = ? AND state = 'live'");
  private static final Cql END =
      Cql.conditional(
          "UPDATE $ks.writer SET state = ? WHERE writer = ? IF seq = ? AND state = 'live'");
  private static final Cql DELETE =
      Cql.conditional("DELETE FROM $ks.writer WHERE writer = ? IF state IN ('retired', 'dead')");

  static final List<Cql> STATEMENTS = List.of(READ, READ_SERIAL, INSERT, HEARTBEAT, END, DELETE);

  BoundStatement select(UUID writer) {
    return session.bind(READ, writer);
  }

  BoundStatement selectSerially(UUID writer) {
    return session.bind(READ_SERIAL, writer);
  }

  BoundStatement insert(WriterRow row) {
    return session.bind(
        INSERT,
        row.writer(),
        row.seq(),
        label(row.state()),
        row.low().boundary(),
        row.now().boundary(),
        row.lease().toMillis());
  }

  BoundStatement heartbeat(UUID writer, long seq, EventTime low, EventTime now) {
    return session.bind(HEARTBEAT, seq + 1, low.boundary(), now.boundary(), writer, seq);
  }

  BoundStatement end(UUID writer, long seq, State state) {
    return session.bind(END, label(state), writer, seq);
  }

  BoundStatement delete(UUID writer) {
    return session.bind(DELETE, writer);
  }

  static @Nullable WriterRow decode(@Nullable Row row) {
    return row == null
        ? null
        : new WriterRow(
            Objects.requireNonNull(row.getUuid(0)),
            row.getLong(1),
            State.valueOf(Objects.requireNonNull(row.getString(2)).toUpperCase(Locale.ROOT)),
            EventTime.of(Objects.requireNonNull(row.getUuid(3))),
            EventTime.of(Objects.requireNonNull(row.getUuid(4))),
            Duration.ofMillis(row.getLong(5)));
  }

  private static String label(State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }
}
