package io.quipu.engine.kinds.sketch;

import io.quipu.engine.names.DerivedName;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.writer.EndedWriters;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Merges all shards of one ended writer. Each call of {@link #proceed} first repeats the merges of
 * the counters that failed, and then continues with the other counters. To limit memory, no further
 * counters are read while {@code COUNTERS} or more have failed. Confined to one context.
 */
final class WriterMerge {
  private static final int COUNTERS = 100;
  private static final int AT_ONCE = 4;

  private final SketchStore store;
  private final SketchMeters meters;
  private final long writer;
  private final Consumer<Throwable> failures;
  private final SortedSet<DerivedName> failed = new TreeSet<>();
  private @Nullable DerivedName after;
  private boolean walked;

  /**
   * @param failures notified of each failure of the store or a merge
   */
  WriterMerge(SketchStore store, SketchMeters meters, long writer, Consumer<Throwable> failures) {
    this.store = store;
    this.meters = meters;
    this.writer = writer;
    this.failures = failures;
  }

  /**
   * Continues the merge. Completes with true if all shards are merged and the announcements of the
   * writer are deleted, and otherwise with false. Never fails.
   *
   * @param ended the known ended writers, with this writer
   */
  CompletionStage<Boolean> proceed(EndedWriters ended) {
    List<DerivedName> again = List.copyOf(failed);
    failed.clear();
    return mergeAll(again, ended)
        .thenCompose(merged -> walk(ended))
        .thenCompose(
            stopped ->
                walked && failed.isEmpty()
                    ? store.withdraw(writer)
                    : CompletableFuture.completedStage(WriteOutcome.REFUSED))
        .thenApply(outcome -> outcome == WriteOutcome.WRITTEN)
        .exceptionally(
            failure -> {
              failures.accept(failure);
              return false;
            });
  }

  private CompletionStage<Void> walk(EndedWriters ended) {
    if (walked || failed.size() >= COUNTERS) {
      return CompletableFuture.completedStage(null);
    }
    return store
        .counters(writer, after, COUNTERS)
        .thenCompose(
            counters ->
                mergeAll(counters, ended)
                    .thenCompose(
                        merged -> {
                          walked = counters.size() < COUNTERS;
                          after = walked ? after : counters.get(COUNTERS - 1);
                          return walk(ended);
                        }));
  }

  /** Merges some counters. A failure of one counter does not stop the merges of the others. */
  private CompletionStage<Void> mergeAll(List<DerivedName> counters, EndedWriters ended) {
    return BoundedConcurrency.forEach(
        AT_ONCE,
        counters,
        counter ->
            CounterMerge.ofEnded(store, meters, counter, ended, writer)
                .run()
                .exceptionally(
                    failure -> {
                      failed.add(counter);
                      failures.accept(failure);
                      return null;
                    }));
  }
}
