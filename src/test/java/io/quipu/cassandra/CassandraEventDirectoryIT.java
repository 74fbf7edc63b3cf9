package io.quipu.cassandra;

import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.contract.EventDirectoryContract;
import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.TestCassandra;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CassandraExtension.class)
class CassandraEventDirectoryIT extends EventDirectoryContract {
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
  protected EventDirectory directory() {
    return context.owned(
        EventDirectory.class, new CassandraEventDirectory(session, context.context()));
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return context.await(stage);
  }
}
