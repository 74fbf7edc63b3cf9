package io.quipu.engine.kinds.linear;

import io.quipu.engine.kind.Answer;
import io.quipu.engine.kind.Reader;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.KnownCounter;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.CoalescingReads;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Reads each linear counter by one quorum read. Requests that come during a read of the same
 * counter share the next read. Confined to one context.
 */
final class LinearReader implements Reader {
  private static final int AT_ONCE = 16;

  private final CoalescingReads<CounterName, LinearState> reads;
  private final Clock clock;

  LinearReader(LinearStore store, Clock clock) {
    this.clock = clock;
    this.reads = new CoalescingReads<>(store::read, () -> {});
  }

  @Override
  public CompletionStage<Answer> read(KnownCounter counter) {
    Bounds bounds = LinearKind.bounds(counter.namespace());
    CountingPeriod period = CountingPeriod.of(counter.namespace().settings());
    return reads
        .join(counter.name())
        .thenApply(state -> LinearCount.at(clock.wall(), counter.name(), state, bounds, period));
  }

  @Override
  public CompletionStage<List<Answer>> readAll(List<KnownCounter> counters) {
    return BoundedConcurrency.map(AT_ONCE, counters, this::read);
  }
}
