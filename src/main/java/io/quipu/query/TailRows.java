package io.quipu.query;

import io.quipu.counter.CounterName;
import io.quipu.store.EventStore;
import io.quipu.store.RowShare;
import io.quipu.store.StoreUnavailable;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * The rows that reads of counters may hold. A read takes the page that it begins with, and gets
 * more as long as there are any; where there are none it fails, and the counter is settled ahead of
 * others, so that the next one has less to read. Confined to one context.
 *
 * @param rows of the process
 * @param hasten asks for a counter to be settled ahead of others
 */
record TailRows(RowShare.Taker rows, Consumer<CounterName> hasten) {
  /** How long a read waits for rows: most of them take milliseconds. */
  static final Duration PATIENCE = Duration.ofSeconds(2);

  /** What a read begins with, and so much more. */
  CompletionStage<RowShare.Held> begin(int more) {
    return rows.take(EventStore.PAGE_ROWS + more, PATIENCE);
  }

  /** Hears that a read of a counter failed. */
  void failed(CounterName counter, Throwable failure) {
    if (StoreUnavailable.isBusy(failure)) {
      hasten.accept(counter);
    }
  }
}
