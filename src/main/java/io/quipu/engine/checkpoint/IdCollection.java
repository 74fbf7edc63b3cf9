package io.quipu.engine.checkpoint;

import io.quipu.engine.state.IdPartition;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.state.RememberedPeriods;
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
 * Deletes the settled ids of a page that are in no deduplication window any more. Ids expire by the
 * event time of the page, never by a clock. Confined to one context.
 *
 * <p>Invariant: a period is deleted only after a wait, and no read lasts as long as the wait. So a
 * read that is under way at the deletion found the page past the end of all windows of the period.
 * The header names a period until the period is deleted, so that another settler of the page finds
 * the period again.
 */
final class IdCollection {
  private static final int AT_ONCE = 4;

  private final int page;
  private final SettledIds ids;
  private final Clock clock;
  private final Duration wait;

  /** By window, the start of the first period that is kept; periods before it are deleted. */
  private final Map<Integer, Long> kept = new HashMap<>();

  private List<IdPartition> due = List.of();
  private long since;

  /**
   * @param wait the shortest time from an applied step that has passed a period to its deletion
   */
  IdCollection(int page, SettledIds ids, Clock clock, Duration wait) {
    this.page = page;
    this.ids = ids;
    this.clock = clock;
    this.wait = wait;
  }

  /** Notes a header that a quorum certainly has, because a step of this settler was applied. */
  void passed(PageHeader header) {
    if (due.isEmpty()) {
      due = header.remembered().forgotten(page, header.until());
      since = clock.monotonicNanos();
    }
  }

  /** Returns the periods without the deleted periods, for the next header. */
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

  /**
   * Deletes the due periods if their wait is over. If a deletion is not certain, all due periods
   * stay due. Fails with the store unavailable.
   */
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
