package io.quipu.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.cassandra.CassandraStores;
import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.TestCassandra;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A change of the replication that the driver does not hear of, or does not manage to read. */
@ExtendWith(CassandraExtension.class)
class ReplicationWatchIT {

  @Test
  void findsIt_byAskingNodes(TestCassandra cassandra) {
    String keyspace = cassandra.reservedKeyspace();
    KeyspaceGuard deaf =
        new KeyspaceGuard(keyspace) {
          @Override
          public void onKeyspaceUpdated(KeyspaceMetadata current, KeyspaceMetadata previous) {}
        };
    try (OwnerContext context = new OwnerContext()) {
      CassandraSession session =
          new SessionOpening(
                  context.vertx(),
                  TestSessions.config(cassandra.contactPoint(), keyspace),
                  CassandraStores.STATEMENTS,
                  null,
                  deaf)
              .open();
      assertThat(session.complaint()).isEmpty();

      TestSessions.replicate(cassandra, keyspace, 3);

      await().until(() -> session.complaint().isPresent());
      assertThat(session.complaint().orElseThrow()).contains("datacenter1=3");
    }
  }

  /** The driver does not tell of it; the daily look asks the nodes. */
  @Test
  void aDefaultTtlIsFoundByTheDailyLook(TestCassandra cassandra) {
    String keyspace = cassandra.reservedKeyspace();
    KeyspaceGuard deaf =
        new KeyspaceGuard(keyspace) {
          @Override
          public void onTableUpdated(TableMetadata current, TableMetadata previous) {}
        };
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    try (OwnerContext context = new OwnerContext()) {
      CassandraSession session =
          new SessionOpening(
                  context.vertx(),
                  TestSessions.config(cassandra.contactPoint(), keyspace),
                  CassandraStores.STATEMENTS,
                  meters,
                  deaf)
              .open();
      cassandra
          .session()
          .execute("ALTER TABLE " + keyspace + ".page WITH default_time_to_live = 60");
      session.lookAgain().toCompletableFuture().join();

      assertThat(session.complaint().orElseThrow()).contains("default_time_to_live = 0");
      assertThat(meters.get("quipu.cassandra.findings").tag("status", "broken").gauge().value())
          .isEqualTo(1);
    }
  }
}
