package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.dev.CassandraExtension;
import io.quipu.dev.TestCassandra;
import io.quipu.store.EventRow;
import io.quipu.store.EventStore;
import io.quipu.store.Partition;
import io.quipu.store.contract.WriteTimestampContract;
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
            context.vertx(), TestSessions.config(cassandra.contactPoint(), keyspace));
  }

  @AfterAll
  static void close() {
    context.close();
  }

  @Override
  protected EventStore events() {
    return context.owned(EventStore.class, new CassandraEventStore(session, context.context()));
  }

  /** A column without a value stays unset, as the store leaves it. */
  @Override
  protected void write(Partition partition, EventRow row, long timestamp) {
    boolean named = row.id() != null;
    String insert =
        "INSERT INTO "
            + keyspace
            + ".event (namespace, counter, bucket, shard, at, delta, events"
            + (named ? ", id) VALUES (?, ?, ?, ?, ?, ?, ?, ?)" : ") VALUES (?, ?, ?, ?, ?, ?, ?)")
            + " USING TIMESTAMP "
            + timestamp;
    List<Object> values = new ArrayList<>(key(partition));
    values.addAll(List.of(row.at(), row.delta(), row.events()));
    if (named) {
      values.add(row.id());
    }
    cql.execute(insert, values.toArray());
  }

  private static List<Object> key(Partition partition) {
    return List.of(
        partition.counter().namespace(),
        partition.counter().name(),
        Instant.ofEpochSecond(partition.bucket()),
        partition.shard());
  }

  @Override
  protected void name(Partition partition, long timestamp) {
    cql.execute(
        "INSERT INTO "
            + keyspace
            + ".event_bucket (namespace, counter, bucket, shard)"
            + " VALUES (?, ?, ?, ?) USING TIMESTAMP "
            + timestamp,
        key(partition).toArray());
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return context.await(stage);
  }
}
