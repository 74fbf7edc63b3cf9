package io.quipu.edge.live;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.store.CounterNames;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.store.WriteOutcome;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;

/** The names of settled counters in memory; a test may make lists fail. */
final class MemoryNames implements CounterNames {
  final Set<CounterName> settled = new ConcurrentSkipListSet<>();
  final AtomicInteger lists = new AtomicInteger();

  /** The ranges of the last three lists. */
  volatile List<NameRange> last = Collections.nCopies(3, NameRange.of(""));

  volatile boolean unreadable;

  @Override
  public CompletionStage<WriteOutcome> enter(int part, Collection<CounterName> counters) {
    settled.addAll(counters);
    return CompletableFuture.completedFuture(WriteOutcome.WRITTEN);
  }

  @Override
  public CompletionStage<List<CounterName>> list(String namespace, NameRange range, int limit) {
    lists.incrementAndGet();
    last = List.of(last.get(1), last.get(2), range);
    return unreadable
        ? CompletableFuture.failedFuture(new StoreUnavailable("no quorum", null))
        : CompletableFuture.completedFuture(
            settled.stream()
                .filter(name -> name.namespace().equals(namespace) && range.contains(name.name()))
                .limit(limit)
                .toList());
  }

  @Override
  public int parts() {
    return 1;
  }

  @Override
  public CompletionStage<List<CounterName>> list(
      int part, String namespace, NameRange range, int limit) {
    return list(namespace, range, limit);
  }
}
