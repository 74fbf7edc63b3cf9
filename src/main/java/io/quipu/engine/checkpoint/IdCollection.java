package io.quipu.engine.checkpoint;

import io.quipu.engine.model.IdPartition;
import io.quipu.engine.model.PageHeader;
import io.quipu.engine.model.RememberedPeriods;
import io.quipu.engine.store.SettledIds;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Deletes the settled ids of a page that nobody remembers any more: by the event time that the page
 * has passed, never by a clock. Confined to one context.
 *
 * <p>Invariant: nothing is deleted unless, for the whole of the wait, every read that began found
 * the page past the end of all windows of the period. The header stops naming a period only after
 * it is deleted, so that it is found again by whoever takes the page over.
 */
final class IdCollection {
  private static final int AT_ONCE = 4;

  private final int page;
  private final SettledIds ids;
  private final Clock clock;
  private final Duration wait;

  /** The first period that is kept, by window: those before are deleted. */
  private final Map<Integer, Long> kept = new HashMap<>();

  private List<IdPartition> due = List.of();
  private long since;

  /**
   * @param wait between the step after which a period may go and its deletion
   */
  IdCollection(int page, SettledIds ids, Clock clock, Duration wait) {
    this.page = page;
    this.ids = ids;
    this.clock = clock;
    this.wait = wait;
  }

  /** The page certainly stands at this header: on a quorum, as an own step was applied. */
  void passed(PageHeader header) {
    if (due.isEmpty()) {
      due = header.remembered().forgotten(page, header.until());
      since = clock.monotonicNanos();
    }
  }

  /** The periods that the next header names. */
  RememberedPeriods afterDeletions(RememberedPeriods remembered) {
    RememberedPeriods left = remembered;
    for (Map.Entry<Integer, Long> first : kept.entrySet()) {
      left = left.without(first.getKey(), first.getValue());
    }
    return left;
  }

  void forget() {
    due = List.of();
    kept.clear();
  }

  /** Deletes what is due and was announced long enough ago. Fails with the store unavailable. */
  CompletionStage<Void> collect() {
    if (due.isEmpty() || clock.monotonicNanos() - since < wait.toNanos()) {
      return CompletableFuture.completedStage(null);
    }
    List<IdPartition> some = due;
    boolean[] all = {true};
    return BoundedConcurrency.forEach(
            AT_ONCE,
            some,
            partition ->
                ids.delete(partition)
                    .thenAccept(outcome -> all[0] &= outcome == WriteOutcome.WRITTEN))
        .thenAccept(
            done -> {
              if (all[0] && due == some) {
                some.forEach(this::deleted);
                due = List.of();
              }
            });
  }

  private void deleted(IdPartition partition) {
    long next = partition.period() + IdPartition.length(partition.window());
    kept.merge(partition.window(), next, Math::max);
  }
}
