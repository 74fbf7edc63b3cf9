package io.quipu.cassandra;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.store.contract.NamespaceStoreContract;
import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.TestCassandra;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CassandraExtension.class)
class CassandraNamespaceStoreIT extends NamespaceStoreContract {
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
            context.vertx(), TestSessions.config(cassandra.contactPoint(), keyspace), List.of());
  }

  @AfterAll
  static void close() {
    context.close();
  }

  @Override
  protected NamespaceStore namespaces() {
    return new CassandraNamespaceStore(session, context.context());
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return context.await(stage);
  }

  /** As of replicas of which one is asked before it was made, the other has a change of it only. */
  @Test
  void aNamespaceIsUnavailable_whileItsKindIsMissing() {
    cql.execute(
        "UPDATE "
            + keyspace
            + ".namespace SET deduplicate = '1h', retain = '1d', shards = 1"
            + " WHERE namespace = 'torn'");
    assertThatThrownBy(() -> await(namespaces().find("torn"))).isInstanceOf(StoreUnavailable.class);
  }
}
