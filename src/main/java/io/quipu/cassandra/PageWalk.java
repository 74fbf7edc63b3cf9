package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Consumes a result page by page; one page is in memory at a time. Confined to its context. */
final class PageWalk {
  private final Executor context;
  private final Consumer<Row> rows;
  private final CompletableFuture<Void> done = new CompletableFuture<>();

  PageWalk(Executor context, Consumer<Row> rows) {
    this.context = context;
    this.rows = rows;
  }

  void start(CompletionStage<AsyncResultSet> first) {
    await(first);
  }

  CompletionStage<Void> done() {
    return done;
  }

  private void await(CompletionStage<AsyncResultSet> page) {
    page.whenCompleteAsync(this::consume, context);
  }

  private void consume(@Nullable AsyncResultSet page, @Nullable Throwable failure) {
    try {
      AsyncResultSet answer = Requests.answered(page, failure);
      for (Row row : answer.currentPage()) {
        rows.accept(row);
      }
      if (answer.hasMorePages()) {
        await(answer.fetchNextPage());
      } else {
        done.complete(null);
      }
    } catch (RuntimeException e) {
      done.completeExceptionally(e);
    }
  }
}
