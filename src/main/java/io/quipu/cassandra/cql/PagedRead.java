package io.quipu.cassandra.cql;

import com.datastax.oss.driver.api.core.cql.Row;
import io.vertx.cassandra.ResultSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Consumes a result one driver page after the other, with one driver page in memory at a time.
 * Consumes no row after a failure. Confined to the context of the requests.
 */
final class PagedRead implements Requests.Answer {
  private final Consumer<Row> rows;
  private final BiConsumer<ResultSet, PagedRead> next;
  private final CompletableFuture<Void> done = new CompletableFuture<>();

  /**
   * @param next asks for the driver page after the given one; the given read takes the answer
   */
  PagedRead(Consumer<Row> rows, BiConsumer<ResultSet, PagedRead> next) {
    this.rows = rows;
    this.next = next;
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
        next.accept(answer, this);
      } else {
        done.complete(null);
      }
    } catch (RuntimeException | Error e) {
      done.completeExceptionally(e);
    }
  }
}
