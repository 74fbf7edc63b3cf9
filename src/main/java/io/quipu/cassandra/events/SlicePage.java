package io.quipu.cassandra.events;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.CounterRange;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.EventLog.PageSink;
import io.quipu.engine.store.EventOrder;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the rows of a range of counters of a page in one partition. */
record SlicePage(CassandraSession session, Requests requests) {
  private static final String ROWS =
      "SELECT at, delta, events, id, remember, ids, namespace, counter FROM $ks.event"
          + " WHERE class = ? AND bucket = ? AND part = ? AND page = ?";
  private static final String AFTER = " AND (namespace, counter) > (?, ?)";
  private static final Cql ALL = Cql.read(ROWS);
  private static final Cql REST = Cql.read(ROWS + AFTER);
  private static final Cql BETWEEN = Cql.read(ROWS + AFTER + " AND (namespace, counter) < (?, ?)");

  static final List<Cql> STATEMENTS = List.of(ALL, REST, BETWEEN);

  private static final int NAMESPACE = 6;
  private static final int COUNTER = 7;

  CompletionStage<Void> read(
      EventPartition partition, int page, CounterRange counters, PageSink sink) {
    ToSink rows = new ToSink(sink);
    return requests
        .readAll(() -> statement(partition, page, counters), rows, sink::nextPage)
        .thenRun(rows::end);
  }

  private BoundStatement statement(EventPartition partition, int page, CounterRange counters) {
    CounterName after = counters.after();
    CounterName before = counters.before();
    List<Object> values = new ArrayList<>(8);
    values.add(partition.retention());
    values.add(Instant.ofEpochSecond(partition.bucket()));
    values.add(partition.part());
    values.add(page);
    if (after != null || before != null) {
      // No name is empty, so every counter is after the empty names.
      values.add(after == null ? "" : after.stored());
      values.add(after == null ? "" : after.name());
    }
    if (before != null) {
      values.add(before.stored());
      values.add(before.name());
    }
    Cql select = before != null ? BETWEEN : after != null ? REST : ALL;
    return session.bind(select, values.toArray()).setPageSize(EventLog.PAGE_ROWS);
  }

  /** Passes events to a sink, with one name object for all consecutive rows of a counter. */
  private static final class ToSink implements Consumer<Row> {
    private final PageSink sink;
    private @Nullable ByteBuffer namespace;
    private @Nullable ByteBuffer name;
    private @Nullable EventOrder order;

    ToSink(PageSink sink) {
      this.sink = sink;
    }

    @Override
    public void accept(Row row) {
      SliceRows.deliver(row, orderOf(row));
    }

    private EventOrder orderOf(Row row) {
      ByteBuffer ofNamespace = row.getBytesUnsafe(NAMESPACE);
      ByteBuffer ofName = row.getBytesUnsafe(COUNTER);
      EventOrder known = order;
      if (known != null && Objects.equals(ofName, name) && Objects.equals(ofNamespace, namespace)) {
        return known;
      }
      end();
      namespace = ofNamespace;
      name = ofName;
      CounterName counter =
          CounterName.ofStored(
              Objects.requireNonNull(row.getString(NAMESPACE)),
              Objects.requireNonNull(row.getString(COUNTER)));
      EventOrder next =
          new EventOrder(
              EventTime.MIN,
              EventTime.MAX,
              (at, delta, events, id, window, minute, series) ->
                  sink.row(counter, at, delta, events, id, window, minute, series));
      order = next;
      return next;
    }

    void end() {
      if (order != null) {
        order.end();
      }
    }
  }
}
