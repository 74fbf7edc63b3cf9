package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import io.vertx.cassandra.ResultSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Consumes a result page by page, with one page in memory at a time. Consumes no row after a
 * failure. Confined to its context.
 */
final class PagedRead implements Requests.Answer {
  private final Requests requests;
  private final Consumer<Row> rows;
  private final CompletableFuture<Void> done = new CompletableFuture<>();

  PagedRead(Requests requests, Consumer<Row> rows) {
    this.requests = requests;
    this.rows = rows;
  }

  CompletionStage<Void> done() {
    return done;
  }

  @Override
  public void accept(@Nullable ResultSet page, @Nullable Throwable failure) {
    try {
      ResultSet answer = Requests.answered(page, failure);
      for (Row row : answer.currentPage()) {
        rows.accept(row);
      }
      if (answer.hasMorePages()) {
        requests.next(answer, this);
      } else {
        done.complete(null);
      }
    } catch (RuntimeException | Error e) {
      done.completeExceptionally(e);
    }
  }
}
