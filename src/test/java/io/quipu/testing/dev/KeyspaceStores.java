package io.quipu.testing.dev;

import io.quipu.cassandra.CassandraStores;
import io.quipu.cassandra.events.CassandraEventDirectory;
import io.quipu.cassandra.events.CassandraEventLog;
import io.quipu.cassandra.facts.CassandraClosedWindows;
import io.quipu.cassandra.facts.CassandraCounterNames;
import io.quipu.cassandra.pages.CassandraCounterSlices;
import io.quipu.cassandra.pages.CassandraPageStore;
import io.quipu.cassandra.pages.CassandraSettledIds;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.ids.RunFilters;
import io.quipu.engine.names.Layout;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.time.Scheduler;
import io.quipu.ops.config.Config;
import io.quipu.service.bus.ContextScheduler;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The stores of a keyspace in this process, whether or not instances serve it, on a context of
 * their own: for what no client of the service can do, or see.
 */
public final class KeyspaceStores implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private final CassandraSession session;
  private final CounterStores stores;

  /**
   * Opens a session, and creates the keyspace if there is none.
   *
   * @param variables as an instance gets them
   */
  public KeyspaceStores(Map<String, String> variables) {
    session = CassandraStores.open(vertx, Config.from(variables).cassandra(), List.of(), null);
    stores =
        new CounterStores(
            new CassandraPageStore(session, context),
            new CassandraEventDirectory(session, context),
            new CassandraEventLog(session, context),
            new CassandraSettledIds(session, context),
            RunFilters.ofHeap(),
            new CassandraClosedWindows(session, context),
            new CassandraCounterNames(session, context),
            new CassandraCounterSlices(session, context));
  }

  /** To be asked on the context only, see {@link #ask}. */
  public CounterStores stores() {
    return stores;
  }

  public Layout layout() {
    return session.layout();
  }

  public Scheduler scheduler() {
    return new ContextScheduler(context);
  }

  /** Asks on the context. May be called from any thread. */
  public <T> CompletionStage<T> ask(Supplier<CompletionStage<T>> question) {
    return CompletableFuture.supplyAsync(question, task -> context.runOnContext(now -> task.run()))
        .thenCompose(answer -> answer);
  }

  /** Asks on the context, and waits for the answer. */
  public <T> T call(Supplier<CompletionStage<T>> question) {
    return ask(question).toCompletableFuture().join();
  }

  @Override
  public void close() {
    session.close().toCompletionStage().toCompletableFuture().join();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
