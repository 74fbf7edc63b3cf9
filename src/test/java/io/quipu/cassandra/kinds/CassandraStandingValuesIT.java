package io.quipu.cassandra.kinds;

import io.quipu.cassandra.CassandraSession;
import io.quipu.cassandra.OwnerContext;
import io.quipu.cassandra.TestSessions;
import io.quipu.engine.kinds.latest.StandingValues;
import io.quipu.engine.kinds.latest.StandingValuesContract;
import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.TestCassandra;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CassandraExtension.class)
class CassandraStandingValuesIT extends StandingValuesContract {
  private static CassandraSession session;
  private static OwnerContext context;

  @BeforeAll
  static void open(TestCassandra cassandra) {
    context = new OwnerContext();
    session =
        CassandraSession.open(
            context.vertx(),
            TestSessions.config(cassandra.contactPoint(), cassandra.reservedKeyspace()),
            CassandraStandingValues.STATEMENTS);
  }

  @AfterAll
  static void close() {
    context.close();
  }

  @Override
  protected StandingValues values() {
    return context.owned(
        StandingValues.class, new CassandraStandingValues(session, context.context()));
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return context.await(stage);
  }
}
