package io.quipu.engine.checkpoint;

import io.quipu.engine.checkpoint.StepRows.Row;
import io.quipu.engine.checkpoint.dedup.Deduplicated;
import io.quipu.engine.checkpoint.dedup.IdRow;
import io.quipu.engine.checkpoint.dedup.RowRule;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Layout;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.IdRuns;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.store.Site;
import io.quipu.engine.time.AsyncSemaphore;
import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
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
 * Settles one page. A step folds the rows from the page's {@code until} up to the horizon, or up to
 * an earlier cut, into the states of their counters. One compare-and-set on {@code until} stores
 * the states and moves the page. The facts of a step are exported before the next step. Confined to
 * one context; steps must not overlap.
 *
 * <p>Invariants. An acknowledged event row is in exactly one step, any other row in at most one.
 * Rows are read after the horizon was announced, and {@code until} only grows. So of two settlers
 * that start from one state, at most one succeeds. Total, windows and pending facts of a counter
 * change in one compare-and-set. No compare-and-set is sent before the facts of the last step are
 * durable in other tables. A settler forgets all that it remembers of a page if a compare-and-set
 * was not certainly applied.
 */
final class PageSettler {
  private static final long BUCKET = EventPartition.BUCKET_SECONDS * EventTime.TICKS_PER_SECOND;

  /**
   * The shortest time between two steps of a page. An answer to a query is accepted only if it has
   * all of the last {@link PageStore#STEPS_KEPT} steps. So fewer steps than these must pass during
   * a query.
   */
  static final Duration BETWEEN_STEPS = Duration.ofMillis(125);

  private final int page;
  private final Dependencies shared;
  private final Clock clock;
  private final PageStates states;
  private final StepReader reader;
  private final IdCollection idCollection;
  private final IdMerging merging;
  private final PendingExport pending;
  private final IdleSeries idle;
  private final LargeStates large;

  /** Null before {@link #prepare}, and after {@link #forget}: then the page must be read. */
  private @Nullable PageHeader header;

  /** The rows that the last step left; null if it left none, or left rows of many counters. */
  private @Nullable Rest rest;

  private int rowsPassed;
  private int quietRows;
  private boolean stepped;
  private long lastStep;
  private long began;

  /** The time below which no unsettled rows were found. A search for rows begins here or later. */
  private EventTime emptyUntil = EventTime.MIN;

  /**
   * The site, rules and bounds that all settlers of a process share.
   *
   * @param states the maximum number of counter states that are remembered for a page
   * @param rows the taker of the rows that settling may hold
   * @param rowsToBegin the number of rows that a read takes first; it may take more later
   * @param bounds bounds of a step
   * @param merges a semaphore that limits the number of pages whose settled ids are merged at once
   * @param passed notified of a page and the time up to which the page is certainly settled
   */
  record Dependencies(
      Site site,
      RowRule rules,
      int states,
      RowShare.Taker rows,
      int rowsToBegin,
      StepBounds bounds,
      AsyncSemaphore merges,
      BiConsumer<Integer, EventTime> passed,
      CheckpointMeters meters) {}

  /**
   * Rows that were found, but did not fit into a step.
   *
   * @param counters the counters of these rows: the next step reads only rows of these counters
   * @param end the time up to which the next step reads, unless the horizon is before
   */
  private record Rest(Set<CounterName> counters, EventTime end) {}

  /** The outcome of an attempt to settle. */
  enum Outcome {
    /** The page is settled up to the end of the step, or has no rows to settle. */
    SETTLED,
    /**
     * Another settler moved the page, the outcome of a step is unknown, or the page was not
     * prepared. The page must be prepared again.
     */
    SUPERSEDED
  }

  PageSettler(int page, Dependencies shared) {
    this.page = page;
    this.shared = shared;
    this.clock = shared.site.clock();
    CounterStores stores = shared.site.stores();
    Layout layout = shared.site.layout();
    this.idCollection = new IdCollection(page, stores.ids(), clock, layout.collectionWait());
    this.merging = new IdMerging(page, shared);
    this.states = new PageStates(page, stores.pages(), shared.states);
    FactExport export = new FactExport(layout, shared.rules, stores.windows(), stores.names());
    this.pending = new PendingExport(page, export, states);
    this.reader =
        new StepReader(page, stores.events(), shared.rows, shared.rowsToBegin, shared.bounds);
    this.idle = new IdleSeries(page, stores.slices(), shared.bounds);
    this.large = new LargeStates(page, shared.bounds, clock, shared.meters);
  }

  int page() {
    return page;
  }

  /** The header that this settler remembers; null if {@link #prepare} has to read the header. */
  @Nullable PageHeader header() {
    return header;
  }

  /** The first time that may have unsettled rows; {@link EventTime#MIN} without a header. */
  EventTime readFrom() {
    return header == null ? EventTime.MIN : EventTime.max(header.until(), emptyUntil);
  }

  /**
   * The number of rows that the last step read, with rows that it did not take in. After a step for
   * the rows that the previous step had left, the larger number of both.
   */
  int rowsPassed() {
    return rowsPassed;
  }

  /**
   * The number of rows of these that the next step in the same bucket would read again: those of
   * all but busy counters.
   */
  int quietRows() {
    return quietRows;
  }

  /** Tells whether the next step makes stored states shorter, even if it takes no rows. */
  boolean isBurdened() {
    return pending.isBurdened();
  }

  /** Deletes ids that are in no deduplication window any more. Fails with the store unavailable. */
  CompletionStage<Void> collectIds() {
    return idCollection.collect();
  }

  /** Forgets all that this settler remembers of the page. */
  void forget() {
    header = null;
    emptyUntil = EventTime.MIN;
    rest = null;
    states.forget();
    pending.forget();
    idle.forget();
    idCollection.forget();
    merging.forget();
  }

  /**
   * Reads the header of the page, if it is unknown, and exports the facts of the last step. The
   * header stays unknown if the page moves meanwhile. Fails with the store unavailable.
   */
  CompletionStage<Void> prepare() {
    return header != null
        ? pending.export()
        : shared
            .site
            .stores()
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
    merging.passed(last.header());
    return pending.export(last.header(), changed);
  }

  /**
   * Settles the page up to {@code horizon}, in as many steps as needed. Fails with the store
   * unavailable; steps that were applied before the failure stay. Takes no step if the page is not
   * prepared.
   *
   * @param horizon the end of the last step; announced before {@code due} was read
   * @param due all partitions of the page's part that may have rows to settle, in order
   * @param move whether to move the page even if there are no rows
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
              began = clock.monotonicNanos();
              return left == null
                  ? step(before, horizon, due, move)
                  : stepOn(before, EventTime.min(horizon, left.end()), due, left);
            })
        .thenCompose(
            outcome -> {
              PageHeader now = header;
              boolean moved = now != null && now.step() > before.step();
              // No rows up to the end of the rest: the next step reads up to the horizon.
              boolean missed = !moved && left != null;
              if (missed) {
                rest = null;
              }
              return now != null && (moved || missed) && now.until().isBefore(horizon)
                  ? steps(horizon, due, move)
                  : CompletableFuture.completedStage(outcome);
            });
  }

  /** Takes the next step for the rows that the last step left. */
  private CompletionStage<Outcome> stepOn(
      PageHeader before, EventTime end, List<EventPartition> due, Rest left) {
    return reader.read(
        before.until(), end, due, left.counters(), rows -> take(before, rows, false));
  }

  /** Waits until {@link #BETWEEN_STEPS} has passed since the last step. */
  CompletionStage<Void> pause() {
    long left = BETWEEN_STEPS.toNanos() - (clock.monotonicNanos() - lastStep);
    return !stepped || left <= 0
        ? CompletableFuture.completedStage(null)
        : shared.site.scheduler().pause(Duration.ofNanos(left));
  }

  /**
   * Takes one step. A first read skips the time in which no rows were found before. If this read
   * finds rows, the step reads again from {@code until}, because rows may be visible there by now.
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

  /** Tells whether a read found no rows for a step. If so, remembers up to which time. */
  private boolean isEmpty(StepRows rows) {
    rowsPassed = rest == null ? rows.passed() : Math.max(rowsPassed, rows.passed());
    quietRows = rest == null ? rows.quiet() : Math.max(quietRows, rows.quiet());
    if (rows.isEmpty()) {
      emptyUntil = EventTime.max(emptyUntil, rows.cut());
    }
    return rows.isEmpty();
  }

  /**
   * The rows that a step leaves. A counter that left no rows has no further acknowledged rows below
   * the horizon, because all of them were visible. After the cut, the next step reads twice the
   * time span of this step, but at most a bucket. So the cost of all reads grows with the number of
   * rows, not with the square of this number.
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
    StepFolds first = new StepFolds(rows.byCounter());
    return states
        .asOf(before, first.changeable())
        .thenCompose(
            known -> {
              if (known == null) {
                return superseded();
              }
              Map<CounterName, List<Row>> fewer = rows.byCounter(known);
              StepFolds folds = fewer == null ? first : new StepFolds(fewer);
              rest = rest(before.until(), rows);
              return take(new PageState(before, known), folds, rows.cut());
            });
  }

  private CompletionStage<Outcome> superseded() {
    forget();
    return CompletableFuture.completedStage(Outcome.SUPERSEDED);
  }

  private CompletionStage<Outcome> take(PageState state, StepFolds folds, EventTime until) {
    return idle.find(state, folds.byCounter().keySet())
        .thenCompose(
            found ->
                withStates(state, found.names())
                    .thenCompose(
                        all ->
                            all == null
                                ? superseded()
                                : resolved(all, folds)
                                    .thenCompose(
                                        resolved -> advance(all, folds, found, resolved, until))));
  }

  /** Asks the rules which rows with ids count, if there are any such rows. */
  private CompletionStage<Map<CounterName, Deduplicated>> resolved(
      PageState state, StepFolds folds) {
    Map<CounterName, List<IdRow>> undecided = folds.undecided();
    return undecided.isEmpty()
        ? CompletableFuture.completedStage(Map.of())
        : shared.rules.resolve(page, state, undecided, folds.resets());
  }

  /** Adds states to a state of the page; null if the page has moved. */
  private CompletionStage<@Nullable PageState> withStates(PageState state, List<CounterName> more) {
    if (more.isEmpty()) {
      return CompletableFuture.completedStage(state);
    }
    return states
        .asOf(state.header(), more)
        .thenApply(
            found -> {
              if (found == null) {
                return null;
              }
              Map<CounterName, CounterState> all = new HashMap<>(state.counters());
              all.putAll(found);
              return new PageState(state.header(), all);
            });
  }

  private CompletionStage<Outcome> advance(
      PageState from,
      StepFolds folds,
      IdleSeries.Found found,
      Map<CounterName, Deduplicated> resolved,
      EventTime until) {
    Map<CounterName, CounterState> changed = new HashMap<>();
    List<CountedId> counted = new ArrayList<>();
    StepTotals totals = new StepTotals();
    folds
        .byCounter()
        .forEach(
            (counter, fold) -> {
              Deduplicated ids = resolved.getOrDefault(counter, Deduplicated.NOTHING);
              fold.next(
                  counter,
                  from,
                  ids,
                  until,
                  (one, after) -> {
                    changed.put(one, after);
                    counted.addAll(after.pending().ids());
                  });
              totals.counted(changed.containsKey(counter) ? fold.events() : 0);
              totals.repeated(ids);
            });
    found.change(folds.byCounter(), from, until, changed);
    pending.relieve(changed, shared.bounds);
    large.tell(changed);
    PageHeader before = from.header();
    PageHeader next = before.next(until, ids(before, counted, until));
    return shared
        .site
        .stores()
        .pages()
        .advance(page, before.until(), next, changed)
        .thenCompose(outcome -> decided(outcome, next, changed, found, totals));
  }

  private IdRuns ids(PageHeader before, List<CountedId> counted, EventTime until) {
    return idCollection
        .afterDeletions(merging.next(before))
        .forgotten(until)
        .counted(before.step() + 1, counted, shared.bounds.ids());
  }

  private CompletionStage<Outcome> decided(
      CasOutcome outcome,
      PageHeader next,
      Map<CounterName, CounterState> changed,
      IdleSeries.Found found,
      StepTotals totals) {
    shared.meters.outcome(outcome);
    stepped = true;
    lastStep = clock.monotonicNanos();
    shared.meters.stepTook(Duration.ofNanos(lastStep - began));
    if (outcome != CasOutcome.APPLIED) {
      // Also after an unknown outcome, because only a serial read decides it and shows the page.
      return superseded();
    }
    header = next;
    found.applied();
    totals.report(shared.meters);
    idCollection.passed(next);
    merging.passed(next);
    return pending
        .export(next, changed)
        .thenApply(
            exported -> {
              shared.passed.accept(page, next.until());
              return Outcome.SETTLED;
            });
  }
}
