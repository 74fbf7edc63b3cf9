package io.quipu.cassandra.kinds;

import io.quipu.cassandra.CassandraSession;
import io.quipu.cassandra.OwnerContext;
import io.quipu.cassandra.TestSessions;
import io.quipu.engine.kinds.sketch.SketchStore;
import io.quipu.engine.kinds.sketch.SketchStoreContract;
import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.TestCassandra;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CassandraExtension.class)
class CassandraSketchStoreIT extends SketchStoreContract {
  private static CassandraSession session;
  private static OwnerContext context;

  @BeforeAll
  static void open(TestCassandra cassandra) {
    context = new OwnerContext();
    session =
        CassandraSession.open(
            context.vertx(),
            TestSessions.config(cassandra.contactPoint(), cassandra.reservedKeyspace()),
            CassandraSketchStore.STATEMENTS);
  }

  @AfterAll
  static void close() {
    context.close();
  }

  @Override
  protected SketchStore sketches() {
    return context.owned(SketchStore.class, new CassandraSketchStore(session, context.context()));
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return context.await(stage);
  }
}
