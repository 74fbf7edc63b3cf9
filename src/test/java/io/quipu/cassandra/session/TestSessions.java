package io.quipu.cassandra.session;

import io.quipu.cassandra.CassandraStores;
import io.quipu.cassandra.schema.Replication;
import io.quipu.ops.config.CassandraConfig;
import io.quipu.ops.config.Consistency;
import io.quipu.ops.config.ContactPoint;
import io.quipu.ops.config.LayoutConfig;
import io.quipu.ops.config.SchemaChanges;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.TestPatience;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;

/** Configurations for the Cassandra of a test. */
public final class TestSessions {
  private TestSessions() {}

  /** Has each row on so many replicas, where one node is. */
  public static void replicate(TestCassandra cassandra, String keyspace, int replicas) {
    cassandra
        .session()
        .execute(
            "ALTER KEYSPACE %s WITH replication = {'class': 'NetworkTopologyStrategy', '%s': %d}"
                .formatted(keyspace, TestCassandra.LOCAL_DATACENTER, replicas));
  }

  /** One that goes on when its keyspace is altered, by which a test takes majorities away. */
  public static CassandraSession unguarded(OwnerContext context, CassandraConfig config) {
    KeyspaceGuard any =
        new KeyspaceGuard(config.keyspace()) {
          @Override
          public void expect(Replication checked) {}
        };
    return new SessionOpening(context.vertx(), config, CassandraStores.STATEMENTS, null, any)
        .open();
  }

  /** Starts as an instance does, and closes again. */
  public static void openAndClose(CassandraConfig config) {
    try (OwnerContext context = new OwnerContext()) {
      context.await(
          CassandraStores.open(context.vertx(), config, List.of(), null)
              .close()
              .toCompletionStage());
    }
  }

  public static CassandraConfig config(InetSocketAddress contactPoint, String keyspace) {
    return config(
        contactPoint, keyspace, Map.of(TestCassandra.LOCAL_DATACENTER, 1), Consistency.QUORUM);
  }

  public static CassandraConfig config(
      InetSocketAddress contactPoint,
      String keyspace,
      Map<String, Integer> replication,
      Consistency consistency) {
    return config(contactPoint, keyspace, replication, LayoutConfig.NONE, consistency);
  }

  public static CassandraConfig config(
      InetSocketAddress contactPoint,
      String keyspace,
      Map<String, Integer> replication,
      LayoutConfig layout,
      Consistency consistency) {
    return new CassandraConfig(
        List.of(new ContactPoint(contactPoint.getHostString(), contactPoint.getPort())),
        TestCassandra.LOCAL_DATACENTER,
        keyspace,
        replication,
        layout,
        consistency,
        null,
        null,
        TestPatience.LIMIT,
        SchemaChanges.CREATE);
  }
}
