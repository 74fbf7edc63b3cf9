package io.quipu.query;

import io.quipu.counter.EventTime;
import io.quipu.query.QueryAddresses.AwaitedPage;
import io.quipu.store.EventLog;
import io.quipu.store.RowShare;
import io.quipu.store.StoreUnavailable;
import io.quipu.trace.CurrentSpan;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The rows that reads may hold. A read takes the page of rows that it begins with, and gets more as
 * long as there are any; where there are none it fails, and the page of its counter is settled
 * ahead of others, so that the next one has less to read. Confined to one context.
 *
 * @param rows of the process
 * @param hasten asks for a page to be settled ahead of others
 */
record TailRows(RowShare.Taker rows, Consumer<AwaitedPage> hasten) {
  /** How long a read waits for rows: most of them take milliseconds. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** Reads with what a read begins with, and so much more; all is given back at the end. */
  <T> CompletionStage<T> with(int more, Function<RowShare.Held, CompletionStage<T>> read) {
    return CurrentSpan.keeping(rows.take(EventLog.PAGE_ROWS + more, PATIENCE))
        .thenCompose(
            held ->
                CompletableFuture.completedStage(held)
                    .thenCompose(read)
                    .whenComplete((done, failure) -> held.close()));
  }

  /** Hears that a read of a page failed. */
  void failed(int page, Throwable failure) {
    if (StoreUnavailable.isBusy(failure)) {
      settleAhead(page);
    }
  }

  /** Has a page settled as far as is possible now. */
  void settleAhead(int page) {
    hasten.accept(new AwaitedPage(page, EventTime.MIN));
  }
}
