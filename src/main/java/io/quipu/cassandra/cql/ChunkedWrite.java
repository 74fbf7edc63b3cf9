package io.quipu.cassandra.cql;

import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.BoundedConcurrency;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Writes any number of rows to one partition, in statements of at most {@value #ROWS} rows, at most
 * {@value #AT_ONCE} at once. After an outcome other than {@code WRITTEN}, no further statement is
 * sent.
 */
public final class ChunkedWrite {
  private static final int ROWS = 500;
  private static final int AT_ONCE = 4;
  private static final CompletionStage<Void> SKIPPED = CompletableFuture.completedFuture(null);

  private ChunkedWrite() {}

  /** Writes the values. The outcome is {@code WRITTEN} only if all values are durable. */
  public static <T> CompletionStage<WriteOutcome> of(
      Requests requests, Collection<T> values, Function<T, BatchableStatement<?>> insertion) {
    return ofChunks(requests, values, chunk -> PlainBatch.of(chunk, insertion));
  }

  /**
   * Writes the values, like {@link #of}.
   *
   * @param insertion makes the statement for some of the values
   */
  public static <T> CompletionStage<WriteOutcome> ofChunks(
      Requests requests, Collection<T> values, Function<List<T>, Statement<?>> insertion) {
    CombinedOutcome all = new CombinedOutcome();
    return BoundedConcurrency.forEach(
            AT_ONCE,
            BoundedConcurrency.chunks(List.copyOf(values), ROWS),
            chunk ->
                all.mayBeWritten()
                    ? requests.write(() -> insertion.apply(chunk)).thenAccept(all::add)
                    : SKIPPED)
        .thenApply(done -> all.outcome());
  }
}
