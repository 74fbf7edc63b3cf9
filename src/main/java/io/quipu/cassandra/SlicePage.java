package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventPartition;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.EventLog.PageSink;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the rows of all counters of a page in one partition. */
record SlicePage(CassandraSession session, Requests requests) {
  private static final Cql SELECT =
      Cql.read(
          "SELECT at, delta, events, id, remember, namespace, counter FROM $ks.event"
              + " WHERE class = ? AND bucket = ? AND part = ? AND page = ?");

  static final List<Cql> STATEMENTS = List.of(SELECT);

  private static final int NAMESPACE = 5;
  private static final int COUNTER = 6;

  CompletionStage<Void> read(EventPartition partition, int page, PageSink sink) {
    return requests.readAll(() -> statement(partition, page), new ToSink(sink));
  }

  private Statement<?> statement(EventPartition partition, int page) {
    return session
        .bind(
            SELECT,
            partition.retention(),
            Instant.ofEpochSecond(partition.bucket()),
            partition.part(),
            page)
        .setPageSize(EventLog.PAGE_ROWS);
  }

  /** Passes rows to a sink; makes a new name only where another counter begins. */
  private static final class ToSink implements Consumer<Row> {
    private final PageSink sink;
    private @Nullable ByteBuffer namespace;
    private @Nullable ByteBuffer name;
    private @Nullable CounterName counter;

    ToSink(PageSink sink) {
      this.sink = sink;
    }

    @Override
    public void accept(Row row) {
      CounterName of = counterOf(row);
      SliceRows.deliver(
          row, (at, delta, events, id, window) -> sink.row(of, at, delta, events, id, window));
    }

    private CounterName counterOf(Row row) {
      ByteBuffer ofNamespace = row.getBytesUnsafe(NAMESPACE);
      ByteBuffer ofName = row.getBytesUnsafe(COUNTER);
      CounterName known = counter;
      if (known != null && Objects.equals(ofName, name) && Objects.equals(ofNamespace, namespace)) {
        return known;
      }
      namespace = ofNamespace;
      name = ofName;
      CounterName next =
          new CounterName(
              Objects.requireNonNull(row.getString(NAMESPACE)),
              Objects.requireNonNull(row.getString(COUNTER)));
      counter = next;
      return next;
    }
  }
}
