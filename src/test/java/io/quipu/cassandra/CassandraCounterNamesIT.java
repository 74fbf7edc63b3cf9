package io.quipu.cassandra;

import io.quipu.engine.store.CounterNames;
import io.quipu.engine.store.contract.CounterNamesContract;
import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.TestCassandra;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CassandraExtension.class)
class CassandraCounterNamesIT extends CounterNamesContract {
  private static CassandraSession session;
  private static OwnerContext context;

  @BeforeAll
  static void open(TestCassandra cassandra) {
    context = new OwnerContext();
    session = TestSessions.open(context, cassandra);
  }

  @AfterAll
  static void close() {
    context.close();
  }

  @Override
  protected CounterNames names() {
    return context.owned(CounterNames.class, new CassandraCounterNames(session, context.context()));
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return context.await(stage);
  }
}
