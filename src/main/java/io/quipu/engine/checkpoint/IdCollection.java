package io.quipu.engine.checkpoint;

import io.quipu.engine.state.IdRun;
import io.quipu.engine.state.IdRuns;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.state.RunPlace;
import io.quipu.engine.store.SettledIds;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/**
 * Deletes the runs of a page that no header needs any more: runs that were merged, and runs whose
 * ids are in no deduplication window. Ids expire by the event time of the page, never by a clock.
 * Confined to one context.
 *
 * <p>Invariant: a run is deleted only after a wait, and no read lasts as long as the wait. So no
 * read that is under way at the deletion began with a header in which the run was live. The header
 * names a run until the run is deleted, so that another settler of the page finds the run again.
 */
final class IdCollection {
  private static final int AT_ONCE = 4;

  private final int page;
  private final SettledIds ids;
  private final Clock clock;
  private final Duration wait;

  /** The runs that are deleted, until a header no longer names them. */
  private final Set<IdRun> deleted = new TreeSet<>();

  private List<IdRun> due = List.of();
  private long since;

  /**
   * @param wait the shortest time from an applied step after which a run was gone to its deletion
   */
  IdCollection(int page, SettledIds ids, Clock clock, Duration wait) {
    this.page = page;
    this.ids = ids;
    this.clock = clock;
    this.wait = wait;
  }

  /** Notes a header that a quorum certainly has, because a step of this settler was applied. */
  void passed(PageHeader header) {
    List<IdRun> gone = header.ids().gone();
    deleted.retainAll(gone);
    if (due.isEmpty()) {
      due = gone.stream().filter(run -> !deleted.contains(run)).toList();
      since = clock.monotonicNanos();
    }
  }

  /** Returns the runs without the deleted ones, for the next header. */
  IdRuns afterDeletions(IdRuns runs) {
    return runs.deleted(deleted);
  }

  void forget() {
    due = List.of();
    deleted.clear();
  }

  /**
   * Deletes the due runs if their wait is over. If a deletion is not certain, all due runs stay
   * due. Fails with the store unavailable.
   */
  CompletionStage<Void> collect() {
    if (due.isEmpty() || clock.monotonicNanos() - since < wait.toNanos()) {
      return CompletableFuture.completedStage(null);
    }
    List<IdRun> some = due;
    boolean[] all = {true};
    return BoundedConcurrency.forEach(
            AT_ONCE,
            () -> some.stream().flatMap(run -> places(run).stream()).iterator(),
            place ->
                ids.delete(place).thenAccept(outcome -> all[0] &= outcome == WriteOutcome.WRITTEN))
        .thenAccept(
            done -> {
              if (all[0] && due == some) {
                deleted.addAll(some);
                due = List.of();
              }
            });
  }

  private List<RunPlace> places(IdRun run) {
    return IntStream.range(0, run.pieces()).mapToObj(piece -> run.place(page, piece)).toList();
  }
}
