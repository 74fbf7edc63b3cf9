package io.quipu.engine.checkpoint.collect;

import io.quipu.engine.names.Layout;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Deletes settled rows after their retention, in a few parts at once. Confined to one context;
 * rounds must not overlap.
 */
public final class Collector {
  private static final int PARTS_AT_ONCE = 4;

  private final Layout layout;
  private final CounterStores stores;
  private final Clock clock;
  private final CollectionMeters meters;
  private final Map<Integer, PartCollection> parts = new TreeMap<>();

  public Collector(Layout layout, CounterStores stores, Clock clock, CollectionMeters meters) {
    this.layout = layout;
    this.stores = stores;
    this.clock = clock;
    this.meters = meters;
  }

  /**
   * Does what is due in each given part. A failure in one part does not stop the other parts; a
   * later round tries that part again. Fails with the last defect of the round. If every failure
   * was the store unavailable, fails with the first failure.
   *
   * @param own the parts that this process collects; what is known of all other parts is dropped
   * @param horizon announced before this call
   */
  public CompletionStage<Void> round(Collection<Integer> own, EventTime horizon) {
    parts.keySet().removeIf(part -> isLost(part, own));
    own.forEach(part -> parts.computeIfAbsent(part, this::part));
    FailureBudget failures = new FailureBudget(Integer.MAX_VALUE);
    return failures
        .forEach(
            PARTS_AT_ONCE,
            List.copyOf(parts.values()),
            part -> part.step(horizon).whenComplete((done, failure) -> count(failure)))
        .thenCompose(done -> failures.outcome());
  }

  private boolean isLost(int part, Collection<Integer> own) {
    boolean lost = !own.contains(part);
    if (lost) {
      meters.open(part, 0);
    }
    return lost;
  }

  private void count(@Nullable Throwable failure) {
    if (failure != null) {
      meters.failed.increment();
    }
  }

  private PartCollection part(int part) {
    return new PartCollection(layout, part, stores, clock, meters);
  }
}
