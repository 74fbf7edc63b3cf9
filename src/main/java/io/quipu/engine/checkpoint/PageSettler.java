package io.quipu.engine.checkpoint;

import io.quipu.engine.checkpoint.StepRows.Row;
import io.quipu.engine.checkpoint.dedup.Deduplicated;
import io.quipu.engine.checkpoint.dedup.IdRow;
import io.quipu.engine.checkpoint.dedup.RowRule;
import io.quipu.engine.model.CountedId;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.CounterState;
import io.quipu.engine.model.EventPartition;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Layout;
import io.quipu.engine.model.PageHeader;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Settles one page. A step folds the rows between the page's {@code until} and the horizon, once
 * each, into the states of their counters. One compare-and-set on {@code until} stores the states
 * and moves the page. The decisions of a step are exported before the next step. Confined to one
 * context; steps must not overlap.
 *
 * <p>Invariants. An event row is in exactly one step. Rows are read after the horizon was
 * announced, and {@code until} only grows. So of two settlers that start from one state, at most
 * one succeeds. Total, windows and pending facts of a counter change in one compare-and-set. No
 * compare-and-set is sent before the facts of the last one are durable elsewhere. A settler forgets
 * all that it remembers of a page when a compare-and-set was not certainly applied.
 */
final class PageSettler {
  private static final long BUCKET = EventPartition.BUCKET_SECONDS * EventTime.TICKS_PER_SECOND;

  /**
   * The least time between two steps of a page. An answer to a query is believed only if the answer
   * has all of the last {@link PageStore#STEPS_KEPT} steps. So no more steps than these may pass
   * while a query is under way.
   */
  static final Duration BETWEEN_STEPS = Duration.ofMillis(125);

  private final int page;
  private final Dependencies shared;
  private final PageStates states;
  private final StepReader reader;
  private final IdCollection idCollection;
  private final PendingExport pending;

  /** Null before {@link #prepare}, after {@link #forget} and after a step not certainly applied. */
  private @Nullable PageHeader header;

  /** The rows that the last step left; null if there are none, or too many counters have some. */
  private @Nullable Rest rest;

  private int rowsPassed;
  private boolean stepped;
  private long lastStep;
  private long began;

  /** The time below which no rows were found. A search for rows begins here or later. */
  private EventTime emptyUntil = EventTime.MIN;

  /**
   * The stores, bounds and clocks that all settlers of a process share.
   *
   * @param states most counter states that are remembered for a page
   * @param passed notified of a page and the time up to which the page is certainly settled
   */
  record Dependencies(
      CounterStores stores,
      Layout layout,
      RowRule rules,
      int states,
      RowShare.Taker rows,
      int rowsToBegin,
      Clock clock,
      Scheduler scheduler,
      BiConsumer<Integer, EventTime> passed,
      CheckpointMeters meters) {}

  /**
   * Rows that were found, and did not fit into a step.
   *
   * @param counters that have such rows: only rows of these counters are read again
   * @param end the time that the next step is likely to reach
   */
  private record Rest(Set<CounterName> counters, EventTime end) {}

  /** The outcome of an attempt to settle. */
  enum Outcome {
    /** No rows are left to settle below the end of the step. */
    SETTLED,
    /**
     * Another settler moved the page, or the outcome of a step is unknown: the page is read anew.
     */
    SUPERSEDED
  }

  PageSettler(int page, Dependencies shared) {
    this.page = page;
    this.shared = shared;
    CounterStores stores = shared.stores;
    Layout layout = shared.layout;
    this.idCollection = new IdCollection(page, stores.ids(), shared.clock, layout.collectionWait());
    this.states = new PageStates(page, stores.pages(), shared.states);
    FactExport export = new FactExport(layout, shared.rules, stores.windows(), stores.names());
    this.pending = new PendingExport(page, export, states);
    this.reader = new StepReader(page, stores.events(), shared.rows, shared.rowsToBegin);
  }

  int page() {
    return page;
  }

  /** The header, if it is known; null before {@link #prepare}, and when it has to be read anew. */
  @Nullable PageHeader header() {
    return header;
  }

  /** The first time that may have unsettled rows: the page's {@code until}, or later. */
  EventTime readFrom() {
    return header == null ? EventTime.MIN : EventTime.max(header.until(), emptyUntil);
  }

  /** The number of rows that the last step read, whether the step took the rows in or not. */
  int rowsPassed() {
    return rowsPassed;
  }

  /** Deletes ids that nobody remembers any more. Fails with the store unavailable. */
  CompletionStage<Void> collectIds() {
    return idCollection.collect();
  }

  /** Forgets all that is known of the page. */
  void forget() {
    header = null;
    emptyUntil = EventTime.MIN;
    rest = null;
    states.forget();
    pending.forget();
    idCollection.forget();
  }

  /**
   * Reads where the page stands, if that is unknown, and exports the facts of its last step. Fails
   * with the store unavailable.
   */
  CompletionStage<Void> prepare() {
    return header != null
        ? pending.export()
        : shared
            .stores
            .pages()
            .lastStep(page)
            .thenCompose(
                last ->
                    states
                        .asOf(last.header(), last.changed())
                        .thenCompose(found -> takeOver(last, found)));
  }

  private CompletionStage<Void> takeOver(
      PageStore.LastStep last, @Nullable Map<CounterName, CounterState> changed) {
    if (changed == null) {
      return CompletableFuture.completedStage(null);
    }
    header = last.header();
    return pending.export(changed);
  }

  /**
   * Settles the page up to {@code horizon}, in as many steps as it takes. Fails with the store
   * unavailable; then the page stands after the last step that was applied. {@link #prepare} must
   * have succeeded since the page was last forgotten.
   *
   * @param horizon announced before {@code due} was read
   * @param due all partitions of the page's part that may have rows to settle, in order
   * @param move whether the page is moved although there are no rows
   */
  CompletionStage<Outcome> settle(EventTime horizon, List<EventPartition> due, boolean move) {
    rest = null;
    return steps(horizon, due, move);
  }

  private CompletionStage<Outcome> steps(
      EventTime horizon, List<EventPartition> due, boolean move) {
    PageHeader before = header;
    Rest left = rest;
    if (before == null || pending.isDue()) {
      return CompletableFuture.completedStage(Outcome.SUPERSEDED);
    }
    if (!horizon.isAfter(readFrom()) && !(move && horizon.isAfter(before.until()))) {
      return CompletableFuture.completedStage(Outcome.SETTLED);
    }
    return pause()
        .thenCompose(
            over -> {
              began = shared.clock.monotonicNanos();
              return left == null
                  ? step(before, horizon, due, move)
                  : stepOn(before, EventTime.min(horizon, left.end()), due, left);
            })
        .thenCompose(
            outcome -> {
              PageHeader now = header;
              boolean moved = now != null && now.step() > before.step();
              // No rows in the likely stretch: the next step reads up to the horizon.
              boolean missed = !moved && left != null;
              if (missed) {
                rest = null;
              }
              return now != null && (moved || missed) && now.until().isBefore(horizon)
                  ? steps(horizon, due, move)
                  : CompletableFuture.completedStage(outcome);
            });
  }

  /** Takes the next step for rows that did not fit into the last step. */
  private CompletionStage<Outcome> stepOn(
      PageHeader before, EventTime end, List<EventPartition> due, Rest left) {
    return reader.read(
        before.until(), end, due, left.counters(), rows -> take(before, rows, false));
  }

  /** Waits until {@link #BETWEEN_STEPS} has passed since the last step. */
  CompletionStage<Void> pause() {
    long left = BETWEEN_STEPS.toNanos() - (shared.clock.monotonicNanos() - lastStep);
    return !stepped || left <= 0
        ? CompletableFuture.completedStage(null)
        : shared.scheduler.pause(Duration.ofNanos(left));
  }

  /**
   * Takes one step. The first read skips the time that was found empty. If the read finds rows, the
   * step reads from {@code until}, and so takes in all rows that are visible by then.
   */
  private CompletionStage<Outcome> step(
      PageHeader before, EventTime horizon, List<EventPartition> due, boolean move) {
    EventTime from = readFrom();
    if (move || from.equals(before.until())) {
      return reader.read(before.until(), horizon, due, null, rows -> take(before, rows, move));
    }
    return reader
        .read(from, horizon, due, null, rows -> CompletableFuture.completedStage(isEmpty(rows)))
        .thenCompose(
            empty ->
                empty
                    ? CompletableFuture.completedStage(Outcome.SETTLED)
                    : reader.read(
                        before.until(), horizon, due, null, rows -> take(before, rows, false)));
  }

  /** Tells whether the step has no rows. If so, remembers the time up to which there are none. */
  private boolean isEmpty(StepRows rows) {
    rowsPassed = rest == null ? rows.passed() : Math.max(rowsPassed, rows.passed());
    if (rows.isEmpty()) {
      emptyUntil = EventTime.max(emptyUntil, rows.cut());
    }
    return rows.isEmpty();
  }

  /**
   * The rows that a step leaves. All acknowledged rows below the horizon were visible, so a counter
   * that left no rows has no further rows. The next step reads twice the time span of this step,
   * but at most a bucket. So the reading grows with the rows, not with their square.
   */
  private @Nullable Rest rest(EventTime from, StepRows rows) {
    Set<CounterName> left = rest == null ? rows.left() : rest.counters();
    EventTime cut = rows.cut();
    long ahead = Math.min(2 * (cut.ticks() - from.ticks()), BUCKET);
    return left == null || left.isEmpty() ? null : new Rest(left, cut.plusTicks(ahead));
  }

  private CompletionStage<Outcome> take(PageHeader before, StepRows rows, boolean move) {
    if (isEmpty(rows) && !move) {
      return CompletableFuture.completedStage(Outcome.SETTLED);
    }
    Map<CounterName, List<Row>> byCounter = rows.byCounter();
    rest = rest(before.until(), rows);
    Map<CounterName, CounterFold> folds = new HashMap<>();
    byCounter.forEach((counter, some) -> folds.put(counter, new CounterFold(some)));
    return states
        .asOf(before, folds.keySet())
        .thenCompose(
            known -> {
              if (known == null) {
                forget();
                return CompletableFuture.completedStage(Outcome.SUPERSEDED);
              }
              PageState state = new PageState(before, known);
              return shared
                  .rules
                  .resolve(page, state, undecided(folds))
                  .thenCompose(resolved -> advance(state, folds, resolved, rows.cut()));
            });
  }

  private static Map<CounterName, List<IdRow>> undecided(Map<CounterName, CounterFold> folds) {
    Map<CounterName, List<IdRow>> rows = new HashMap<>();
    folds.forEach(
        (counter, fold) -> {
          if (!fold.undecided().isEmpty()) {
            rows.put(counter, fold.undecided());
          }
        });
    return rows;
  }

  private CompletionStage<Outcome> advance(
      PageState from,
      Map<CounterName, CounterFold> folds,
      Map<CounterName, Deduplicated> resolved,
      EventTime until) {
    Map<CounterName, CounterState> changed = new HashMap<>();
    List<CountedId> counted = new ArrayList<>();
    StepTotals totals = new StepTotals();
    folds.forEach(
        (counter, fold) -> {
          Deduplicated ids = resolved.getOrDefault(counter, Deduplicated.NOTHING);
          CounterState before = from.of(counter);
          if (fold.changes(before, ids)) {
            CounterState after = fold.next(before, ids, until);
            changed.put(counter, after);
            counted.addAll(after.pending().ids());
            totals.counted(fold.events());
          }
          totals.repeated(ids);
        });
    pending.relieve(changed);
    PageHeader before = from.header();
    PageHeader next =
        before.next(until, idCollection.afterDeletions(before.remembered().with(counted)));
    return shared
        .stores
        .pages()
        .advance(page, before.until(), next, changed)
        .thenCompose(outcome -> decided(outcome, next, changed, totals));
  }

  private CompletionStage<Outcome> decided(
      CasOutcome outcome,
      PageHeader next,
      Map<CounterName, CounterState> changed,
      StepTotals totals) {
    shared.meters.outcome(outcome);
    stepped = true;
    lastStep = shared.clock.monotonicNanos();
    shared.meters.stepTook(Duration.ofNanos(lastStep - began));
    if (outcome != CasOutcome.APPLIED) {
      // Also after an unknown outcome: only a serial read decides and shows a step under way.
      forget();
      return CompletableFuture.completedStage(Outcome.SUPERSEDED);
    }
    header = next;
    totals.report(shared.meters);
    idCollection.passed(next);
    return pending
        .export(changed)
        .thenApply(
            exported -> {
              shared.passed.accept(page, next.until());
              return Outcome.SETTLED;
            });
  }
}
