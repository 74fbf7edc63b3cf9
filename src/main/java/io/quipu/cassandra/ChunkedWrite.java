package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.BoundedConcurrency;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Writes any number of rows of one partition: statements of bounded size, a bounded number of them
 * at once. After the first that is not certainly written no others are sent.
 */
public final class ChunkedWrite {
  private static final int ROWS = 500;
  private static final int AT_ONCE = 4;
  private static final CompletionStage<Void> SKIPPED = CompletableFuture.completedFuture(null);

  private ChunkedWrite() {}

  /** Written only when all of it certainly is. */
  public static <T> CompletionStage<WriteOutcome> of(
      Requests requests, Collection<T> values, Function<T, BatchableStatement<?>> insertion) {
    CombinedOutcome all = new CombinedOutcome();
    return BoundedConcurrency.forEach(
            AT_ONCE,
            BoundedConcurrency.chunks(List.copyOf(values), ROWS),
            chunk ->
                all.mayBeWritten()
                    ? requests.writeTogether(chunk, insertion).thenAccept(all::add)
                    : SKIPPED)
        .thenApply(done -> all.outcome());
  }
}
