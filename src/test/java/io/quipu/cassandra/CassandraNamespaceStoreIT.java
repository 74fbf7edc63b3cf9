package io.quipu.cassandra;

import io.quipu.dev.CassandraExtension;
import io.quipu.dev.TestCassandra;
import io.quipu.store.NamespaceStore;
import io.quipu.store.contract.NamespaceStoreContract;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CassandraExtension.class)
class CassandraNamespaceStoreIT extends NamespaceStoreContract {
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
  protected NamespaceStore namespaces() {
    return new CassandraNamespaceStore(session, context.context());
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return context.await(stage);
  }
}
