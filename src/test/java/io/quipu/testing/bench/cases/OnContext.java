package io.quipu.testing.bench.cases;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.vertx.cassandra.CassandraClient;
import io.vertx.cassandra.CassandraClientOptions;
import io.vertx.cassandra.ResultSet;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Sends statements from one context, and is answered there, by the client and by the driver. */
final class OnContext {
  private final Context context;
  private final Executor executor;
  private final CqlSession session;
  private final CassandraClient client;

  /**
   * @param session closes with the Vert.x
   */
  OnContext(Vertx vertx, CqlSession session) {
    this.context = vertx.getOrCreateContext();
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

  /** Asks so often, each answer being followed by the next question. */
  void repeat(
      Supplier<CompletionStage<?>> ask, int times, int inFlight, CompletableFuture<Void> done) {
    context.runOnContext(now -> new Repetition(ask, times, done).start(Math.min(times, inFlight)));
  }

  CompletionStage<?> writeByDriver(Statement<?> statement) {
    return session
        .executeAsync(statement)
        .handleAsync((answer, failure) -> succeeded(failure), executor);
  }

  CompletionStage<?> writeByClient(Statement<?> statement) {
    CompletableFuture<Boolean> written = new CompletableFuture<>();
    client.execute(statement).onComplete((answer, failure) -> written.complete(succeeded(failure)));
    return written;
  }

  private static boolean succeeded(Throwable failure) {
    if (failure != null) {
      throw new IllegalStateException(failure);
    }
    return true;
  }

  CompletionStage<?> pagesByDriver(Statement<?> statement) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    walk(session.executeAsync(statement), done);
    return done;
  }

  private void walk(CompletionStage<AsyncResultSet> next, CompletableFuture<Void> done) {
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
            done.complete(null);
          }
        },
        executor);
  }

  CompletionStage<?> pagesByClient(Statement<?> statement) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    walk(client.execute(statement), done);
    return done;
  }

  private void walk(Future<ResultSet> next, CompletableFuture<Void> done) {
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
            done.complete(null);
          }
        });
  }

  CompletionStage<?> stream(Statement<?> statement) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    client
        .queryStream(statement)
        .onFailure(done::completeExceptionally)
        .onSuccess(
            rows ->
                rows.exceptionHandler(done::completeExceptionally)
                    .endHandler(done::complete)
                    .handler(OnContext::take));
    return done;
  }

  private static void take(Row row) {
    if (row.getLong(1) != 1) {
      throw new IllegalStateException("not as written: " + row.getLong(1));
    }
  }

  /** Confined to the context. */
  private static final class Repetition {
    private final Supplier<CompletionStage<?>> ask;
    private final CompletableFuture<Void> done;
    private int unasked;
    private int unanswered;

    Repetition(Supplier<CompletionStage<?>> ask, int times, CompletableFuture<Void> done) {
      this.ask = ask;
      this.done = done;
      this.unasked = times;
      this.unanswered = times;
    }

    void start(int inFlight) {
      for (int i = 0; i < inFlight; i++) {
        next();
      }
    }

    private void next() {
      unasked--;
      ask.get().whenComplete(this::answered);
    }

    private void answered(Object answer, Throwable failure) {
      unanswered--;
      if (failure != null) {
        done.completeExceptionally(failure);
      } else if (unasked > 0) {
        next();
      } else if (unanswered == 0) {
        done.complete(null);
      }
    }
  }
}
