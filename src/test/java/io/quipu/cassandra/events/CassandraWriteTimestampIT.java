package io.quipu.cassandra.events;

import io.quipu.cassandra.session.StoreSession;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.EventDirectory.Hour;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.contract.WriteTimestampContract;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventPartition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(StoreSession.Extension.class)
class CassandraWriteTimestampIT extends WriteTimestampContract {
  private final StoreSession stores;

  CassandraWriteTimestampIT(StoreSession stores) {
    this.stores = stores;
  }

  @Override
  protected EventLog events() {
    return stores.owned(EventLog.class, CassandraEventLog::new);
  }

  @Override
  protected EventDirectory directory() {
    return stores.owned(EventDirectory.class, CassandraEventDirectory::new);
  }

  /** A column without a value stays unset, as the store leaves it. */
  @Override
  protected void write(
      EventPartition partition, int page, CounterName counter, EventRow row, long timestamp) {
    boolean named = row.id() != null;
    List<Object> values =
        new ArrayList<>(
            List.of(
                partition.retention(),
                Instant.ofEpochSecond(partition.bucket()),
                partition.part(),
                page,
                counter.namespace(),
                counter.name(),
                row.at(),
                row.delta(),
                row.events()));
    if (named) {
      values.add(row.id());
    }
    insert(
        "event (class, bucket, part, page, namespace, counter, at, delta, events"
            + (named ? ", id)" : ")"),
        values,
        timestamp);
  }

  @Override
  protected void name(EventPartition partition, long timestamp) {
    name(Instant.ofEpochSecond(partition.hour()), partition, timestamp);
  }

  @Override
  protected void name(Hour hour, long timestamp) {
    name(CassandraEventDirectory.HOURS, hour.last(), timestamp);
  }

  private void name(Instant hour, EventPartition row, long timestamp) {
    insert(
        "event_directory (hour, part, bucket, class)",
        List.of(hour, row.part(), Instant.ofEpochSecond(row.bucket()), row.retention()),
        timestamp);
  }

  private void insert(String columns, List<Object> values, long timestamp) {
    stores.cql.execute(
        "INSERT INTO %s.%s VALUES (?%s) USING TIMESTAMP %d"
            .formatted(stores.keyspace, columns, ", ?".repeat(values.size() - 1), timestamp),
        values.toArray());
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return stores.await(stage);
  }
}
