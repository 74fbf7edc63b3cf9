package io.quipu.lab.bench.cases;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.lab.bench.load.AskingLoad;
import io.quipu.lab.bench.load.Load;
import io.vertx.cassandra.CassandraClient;
import io.vertx.cassandra.CassandraClientOptions;
import io.vertx.cassandra.ResultSet;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Sends statements from one context, and is answered there, by the client and by the driver. */
final class OnContext {
  private final Executor executor;
  private final CqlSession session;
  private final CassandraClient client;

  /**
   * @param session closes with the Vert.x
   */
  OnContext(Vertx vertx, CqlSession session) {
    Context context = vertx.getOrCreateContext();
    this.executor = task -> context.runOnContext(now -> task.run());
    this.session = session;
    this.client =
        CassandraClient.createShared(
            vertx,
            "bench",
            new CassandraClientOptions(
                new CqlSessionBuilder() {
                  @Override
                  public CompletionStage<CqlSession> buildAsync() {
                    return CompletableFuture.completedFuture(session);
                  }
                }));
    client.metadata().toCompletionStage().toCompletableFuture().join();
  }

  /** Keeps so many questions of a client in flight. */
  Load load(int inFlight, AskingLoad.Client asking) {
    return new AskingLoad(inFlight, () -> asking, executor);
  }

  CompletionStage<Boolean> writeByDriver(Statement<?> statement) {
    return session
        .executeAsync(statement)
        .handleAsync((answer, failure) -> succeeded(failure), executor);
  }

  CompletionStage<Boolean> writeByClient(Statement<?> statement) {
    CompletableFuture<Boolean> written = new CompletableFuture<>();
    client
        .execute(statement)
        .onSuccess(answer -> written.complete(true))
        .onFailure(written::completeExceptionally);
    return written;
  }

  private static boolean succeeded(@Nullable Throwable failure) {
    if (failure != null) {
      throw new IllegalStateException(failure);
    }
    return true;
  }

  CompletionStage<Boolean> pagesByDriver(Statement<?> statement) {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    walk(session.executeAsync(statement), done);
    return done;
  }

  private void walk(CompletionStage<AsyncResultSet> next, CompletableFuture<Boolean> done) {
    next.whenCompleteAsync(
        (page, failure) -> {
          if (failure != null) {
            done.completeExceptionally(failure);
            return;
          }
          page.currentPage().forEach(OnContext::take);
          if (page.hasMorePages()) {
            walk(page.fetchNextPage(), done);
          } else {
            done.complete(true);
          }
        },
        executor);
  }

  CompletionStage<Boolean> pagesByClient(Statement<?> statement) {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    walk(client.execute(statement), done);
    return done;
  }

  private static void walk(Future<ResultSet> next, CompletableFuture<Boolean> done) {
    next.onComplete(
        (page, failure) -> {
          if (failure != null) {
            done.completeExceptionally(failure);
            return;
          }
          page.currentPage().forEach(OnContext::take);
          if (page.hasMorePages()) {
            walk(page.fetchNextPage(), done);
          } else {
            done.complete(true);
          }
        });
  }

  CompletionStage<Boolean> stream(Statement<?> statement) {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    client
        .queryStream(statement)
        .onFailure(done::completeExceptionally)
        .onSuccess(
            rows ->
                rows.exceptionHandler(done::completeExceptionally)
                    .endHandler(end -> done.complete(true))
                    .handler(OnContext::take));
    return done;
  }

  private static void take(Row row) {
    if (row.getLong(1) != 1) {
      throw new IllegalStateException("not as written: " + row.getLong(1));
    }
  }
}
