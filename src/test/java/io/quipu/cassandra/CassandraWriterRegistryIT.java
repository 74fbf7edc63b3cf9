package io.quipu.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.engine.store.contract.WriterRegistryContract;
import io.quipu.engine.writer.WriterRegistry;
import io.quipu.engine.writer.WriterRegistry.State;
import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.TestCassandra;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The group is one partition, so every test starts with empty tables. */
@ExtendWith(CassandraExtension.class)
class CassandraWriterRegistryIT extends WriterRegistryContract {
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
  protected WriterRegistry emptyRegistry() {
    cql.execute("TRUNCATE " + keyspace + ".writer");
    cql.execute("TRUNCATE " + keyspace + ".writer_group");
    return new CassandraWriterRegistry(session, context.context());
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return context.await(stage);
  }

  /**
   * As of replicas of which one is asked before the group was founded, the other has a join only.
   */
  @Test
  void nothingIsKnownOfAGroup_whoseFoundingIsMissing() {
    WriterRegistry registry = emptyRegistry();
    cql.execute(
        "UPDATE " + keyspace + ".writer_group SET generation = 1 WHERE group_name = 'writers'");
    assertThat(await(registry.group())).isEmpty();
  }

  @Test
  void endingAsLiveIsADefect() {
    assertThatThrownBy(() -> emptyRegistry().end(UUID.randomUUID(), 0, State.LIVE))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
