package io.quipu.cassandra.session;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.cassandra.CassandraStores;
import io.quipu.cassandra.kinds.CassandraLinearStore;
import io.quipu.cassandra.kinds.CassandraSketchStore;
import io.quipu.cassandra.kinds.CassandraStandingValues;
import io.quipu.cassandra.schema.KeptLayout;
import io.quipu.engine.names.Layout;
import io.quipu.ops.config.CassandraConfig;
import io.quipu.ops.config.Consistency;
import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.TestCassandra;
import io.vertx.core.Context;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A session on one keyspace that the tests of stores share, and its context: each class has tables
 * of its own.
 */
public final class StoreSession implements AutoCloseable {
  public final OwnerContext context = new OwnerContext();
  public final String keyspace;

  /** To read and write the tables as no store does. */
  public final CqlSession cql;

  public final CassandraSession session;
  private final InetSocketAddress contactPoint;

  private StoreSession(TestCassandra cassandra) {
    keyspace = cassandra.reservedKeyspace();
    cql = cassandra.session();
    contactPoint = cassandra.contactPoint();
    session =
        CassandraStores.open(
            context.vertx(),
            config(Consistency.QUORUM),
            Stream.of(
                    CassandraLinearStore.STATEMENTS,
                    CassandraSketchStore.STATEMENTS,
                    CassandraStandingValues.STATEMENTS)
                .flatMap(List::stream)
                .toList(),
            null);
  }

  /** Empties the group of writers, but for the layout: without it, no other session opens. */
  public void emptyGroup() {
    Layout layout = session.layout();
    cql.execute("TRUNCATE " + keyspace + ".writer_group");
    cql.execute(
        "UPDATE "
            + keyspace
            + ".writer_group SET pages = ?, parts = ?, seed = ?, collection_wait_ms = ?"
            + " WHERE group_name = ?",
        layout.pages(),
        layout.parts(),
        layout.seed(),
        layout.collectionWait().toMillis(),
        KeptLayout.GROUP);
  }

  /** The configuration of another session on the same keyspace. */
  public CassandraConfig config(Consistency consistency) {
    Map<String, Integer> replication = Map.of(TestCassandra.LOCAL_DATACENTER, 1);
    return TestSessions.config(contactPoint, keyspace, replication, consistency);
  }

  /** A store that is called on the context, wherever it is called from. */
  public <S> S owned(Class<S> type, BiFunction<CassandraSession, Context, S> store) {
    return context.owned(type, store.apply(session, context.context()));
  }

  public <T> T await(CompletionStage<T> stage) {
    return context.await(stage);
  }

  @Override
  public void close() {
    context.close();
  }

  /** Hands it to tests; it is opened for the first that asks. */
  public static final class Extension implements ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(StoreSession.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == StoreSession.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      TestCassandra cassandra = CassandraExtension.ofTheRun(context);
      return context
          .getStore(StoreScope.LAUNCHER_SESSION, NAMESPACE)
          .getOrComputeIfAbsent(
              StoreSession.class, key -> new StoreSession(cassandra), StoreSession.class);
    }
  }
}
