package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventPartition;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.EventDirectory.Hour;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.EventRow;
import io.quipu.engine.store.contract.WriteTimestampContract;
import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.TestCassandra;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CassandraExtension.class)
class CassandraWriteTimestampIT extends WriteTimestampContract {
  private static String keyspace;
  private static CqlSession cql;
  private static CassandraSession session;
  private static OwnerContext context;

  @BeforeAll
  static void open(TestCassandra cassandra) {
    keyspace = cassandra.reservedKeyspace();
    cql = cassandra.session();
    context = new OwnerContext();
    session =
        CassandraSession.open(
            context.vertx(),
            TestSessions.config(cassandra.contactPoint(), keyspace),
            List.of(),
            null);
  }

  @AfterAll
  static void close() {
    context.close();
  }

  @Override
  protected EventLog events() {
    return context.owned(EventLog.class, new CassandraEventLog(session, context.context()));
  }

  @Override
  protected EventDirectory directory() {
    return context.owned(
        EventDirectory.class, new CassandraEventDirectory(session, context.context()));
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

  private static void name(Instant hour, EventPartition row, long timestamp) {
    insert(
        "event_directory (hour, part, bucket, class)",
        List.of(hour, row.part(), Instant.ofEpochSecond(row.bucket()), row.retention()),
        timestamp);
  }

  private static void insert(String columns, List<Object> values, long timestamp) {
    cql.execute(
        "INSERT INTO "
            + keyspace
            + "."
            + columns
            + " VALUES (?"
            + ", ?".repeat(values.size() - 1)
            + ") USING TIMESTAMP "
            + timestamp,
        values.toArray());
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return context.await(stage);
  }
}
