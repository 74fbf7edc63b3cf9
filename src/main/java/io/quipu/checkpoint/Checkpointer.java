package io.quipu.checkpoint;

import io.quipu.checkpoint.CheckpointOutcome.Applied;
import io.quipu.checkpoint.CheckpointOutcome.InProgress;
import io.quipu.checkpoint.CheckpointOutcome.Superseded;
import io.quipu.checkpoint.CheckpointOutcome.Unchanged;
import io.quipu.checkpoint.CheckpointOutcome.Unknown;
import io.quipu.collect.CounterSettler;
import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.dedup.Deduplicated;
import io.quipu.dedup.Deduplication;
import io.quipu.store.CasOutcome;
import io.quipu.store.Checkpoint;
import io.quipu.store.CheckpointStore;
import io.quipu.store.CounterDirectory;
import io.quipu.store.EventStore;
import io.quipu.store.MemberStore;
import io.quipu.store.RowShare;
import io.quipu.store.StoreUnavailable;
import io.quipu.store.WriteOutcome;
import io.quipu.time.Clock;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Settles counters: folds the rows between the checkpoint and the horizon, once each, and advances
 * the checkpoint by compare-and-set on its {@code until} and epoch. Confined to one context.
 *
 * <p>Invariants. The total is the sum of all rows that were visible below {@code until} and are no
 * duplicates. The slice is read after the horizon was announced, so it holds every acknowledged
 * event below it; {@code until} only ever grows, so of two settlers that start from the same
 * checkpoint one fails. Members are written only under an epoch that this settler, and nobody else,
 * has prepared, and are believed only once the checkpoint that counts them is committed.
 */
public final class Checkpointer {
  private final CheckpointStore checkpoints;
  private final EventStore events;
  private final CounterDirectory directory;
  private final Deduplication deduplication;
  private final MemberWrites members;
  private final CheckpointMeters meters;
  private final CheckpointCache cache;
  private final EpochTakeover takeover;
  private final RowShare.Taker rows;
  private final int begin;

  public Checkpointer(
      CheckpointStore checkpoints,
      EventStore events,
      MemberStore members,
      CounterDirectory directory,
      Clock clock,
      RowShare.Taker rows,
      CheckpointMeters meters) {
    this(
        checkpoints,
        events,
        members,
        directory,
        new EpochTakeover(clock, EpochTakeover.USUAL_WAIT),
        rows,
        meters);
  }

  Checkpointer(
      CheckpointStore checkpoints,
      EventStore events,
      MemberStore members,
      CounterDirectory directory,
      EpochTakeover takeover,
      RowShare.Taker rows,
      CheckpointMeters meters) {
    this.checkpoints = checkpoints;
    this.events = events;
    this.directory = directory;
    this.deduplication = new Deduplication(members);
    this.members = new MemberWrites(members);
    this.meters = meters;
    this.cache = new CheckpointCache(checkpoints);
    this.takeover = takeover;
    this.rows = rows;
    this.begin = beginning(rows.rows());
  }

  /** So many rows that all may begin that may settle at once, with half of what there is. */
  private static int beginning(int all) {
    return Math.max(2, Math.min(SliceReader.ROWS, all / 2 / SettlingWaves.AT_ONCE));
  }

  /**
   * Settles one counter up to {@code horizon}, which must have been announced before this call.
   * Fails with the store unavailable; the total has not changed then.
   */
  public CompletionStage<CheckpointOutcome> settle(CounterName counter, EventTime horizon) {
    return cache
        .find(counter)
        .thenCompose(
            state ->
                state.checkpoint().until().isBefore(horizon)
                    ? step(counter, state, horizon)
                    : CompletableFuture.completedStage(new Unchanged()));
  }

  /**
   * Moves the checkpoint to {@code horizon} if no row lies between the two, and there is a
   * checkpoint: an ordinary step that takes in nothing. Fails with the store unavailable.
   *
   * @param horizon announced before this call
   */
  CompletionStage<CheckpointOutcome> moveIfAtRest(CounterName counter, EventTime horizon) {
    return cache
        .find(counter)
        .thenCompose(
            state ->
                state.checkpoint().isFirst() || !state.checkpoint().until().isBefore(horizon)
                    ? CompletableFuture.completedStage(new Unchanged())
                    : read(
                        counter,
                        state,
                        horizon,
                        step -> moveIfEmpty(counter, state, step, horizon)));
  }

  private CompletionStage<CheckpointOutcome> moveIfEmpty(
      CounterName counter, CheckpointState state, SliceReader.Step step, EventTime horizon) {
    if (step.fold().rows() > 0 || !step.until().equals(horizon)) {
      return CompletableFuture.completedStage(new Unchanged());
    }
    return advancePlain(counter, state, step, Deduplicated.NOTHING);
  }

  /** The same for collection, see {@link CounterSettler}. */
  public CompletionStage<CounterSettler.Outcome> settleForCollection(
      CounterName counter, EventTime horizon) {
    return settle(counter, horizon)
        .thenApply(
            outcome -> {
              if (outcome instanceof Unchanged) {
                return CounterSettler.Outcome.NOTHING_TO_SETTLE;
              }
              return outcome.settled()
                  ? CounterSettler.Outcome.ADVANCED
                  : CounterSettler.Outcome.NOT_SETTLED;
            });
  }

  private CompletionStage<CheckpointOutcome> step(
      CounterName counter, CheckpointState state, EventTime horizon) {
    return read(counter, state, horizon, step -> take(counter, state, step, horizon))
        .thenCompose(
            outcome ->
                outcome instanceof Applied applied && applied.checkpoint().until().isBefore(horizon)
                    ? settle(counter, horizon)
                    : CompletableFuture.completedStage(outcome));
  }

  /** Reads a step, whose rows are held until {@code then} is done with them. */
  private CompletionStage<CheckpointOutcome> read(
      CounterName counter,
      CheckpointState state,
      EventTime horizon,
      Function<SliceReader.Step, CompletionStage<CheckpointOutcome>> then) {
    EventTime from = state.checkpoint().until();
    return events
        .partitions(counter, from)
        .thenCompose(
            announced ->
                rows.take(begin)
                    .thenCompose(
                        held ->
                            SliceReader.read(events, announced, from, horizon, held)
                                .thenCompose(then)
                                .whenComplete((outcome, failure) -> held.close())));
  }

  private CompletionStage<CheckpointOutcome> take(
      CounterName counter, CheckpointState state, SliceReader.Step step, EventTime horizon) {
    if (step.fold().rows() == 0 && step.until().equals(horizon)) {
      cache.put(counter, state);
      return CompletableFuture.completedStage(new Unchanged());
    }
    return deduplication
        .resolve(counter, state.checkpoint().epochs(), step.fold().undecided())
        .thenCompose(
            resolved -> {
              step.fold().countAll(resolved.counted());
              return entered(counter, state.checkpoint())
                  .thenCompose(
                      entered ->
                          resolved.counted().isEmpty()
                              ? advancePlain(counter, state, step, resolved)
                              : advanceWithMembers(counter, state, step, resolved));
            });
  }

  /** A counter is in the directory before its first checkpoint, so that none can be missing. */
  private CompletionStage<Void> entered(CounterName counter, Checkpoint before) {
    if (!before.isFirst()) {
      return CompletableFuture.completedStage(null);
    }
    return directory
        .enter(counter)
        .thenAccept(
            outcome -> {
              if (outcome != WriteOutcome.WRITTEN) {
                throw new StoreUnavailable("the counter could not be entered", null);
              }
            });
  }

  /** No new ids: one compare-and-set, which leaves alone what somebody else may have prepared. */
  private CompletionStage<CheckpointOutcome> advancePlain(
      CounterName counter, CheckpointState state, SliceReader.Step step, Deduplicated resolved) {
    Checkpoint before = state.checkpoint();
    Checkpoint next = before.plain(totalAfter(before, step), step.until());
    return advance(counter, state, before, next, step, resolved);
  }

  /** New ids: prepare an epoch, write them as members of it, commit it with the checkpoint. */
  private CompletionStage<CheckpointOutcome> advanceWithMembers(
      CounterName counter, CheckpointState state, SliceReader.Step step, Deduplicated resolved) {
    Checkpoint before = state.checkpoint();
    if (!takeover.may(counter, before.epochs())) {
      cache.forget(counter);
      return CompletableFuture.completedStage(new InProgress());
    }
    cache.forget(counter);
    return checkpoints
        .prepare(counter, before)
        .thenCompose(
            outcome ->
                switch (outcome) {
                  case APPLIED -> commit(counter, state, step, resolved);
                  case REFUSED -> undone(new Superseded(), CasOutcome.REFUSED);
                  // Even if it took effect: nobody can tell whose epoch it is.
                  case UNKNOWN -> undone(new Unknown(), CasOutcome.UNKNOWN);
                });
  }

  private CompletionStage<CheckpointOutcome> undone(CheckpointOutcome outcome, CasOutcome meter) {
    meters.outcome(meter);
    return CompletableFuture.completedStage(outcome);
  }

  private CompletionStage<CheckpointOutcome> commit(
      CounterName counter, CheckpointState state, SliceReader.Step step, Deduplicated resolved) {
    Checkpoint prepared = state.checkpoint().prepared();
    // Whatever happens next, the epoch is this settler's: it need not wait to take it over.
    takeover.own(counter, prepared.epochs());
    Checkpoint next = prepared.committed(totalAfter(prepared, step), step.until());
    return members
        .remember(counter, prepared.epochs().current(), resolved.counted())
        .thenCompose(written -> advance(counter, state, prepared, next, step, resolved));
  }

  private static Tally totalAfter(Checkpoint before, SliceReader.Step step) {
    return before.total().plus(step.fold().total());
  }

  private CompletionStage<CheckpointOutcome> advance(
      CounterName counter,
      CheckpointState state,
      Checkpoint expected,
      Checkpoint next,
      SliceReader.Step step,
      Deduplicated resolved) {
    Map<Window, Tally> windows = state.advanced(step.fold());
    return checkpoints
        .advance(counter, expected, next, windows)
        .thenCompose(outcome -> decided(counter, outcome, expected, next))
        .thenApply(
            outcome -> {
              if (outcome instanceof Applied applied) {
                cache.put(counter, state.at(next, windows));
                meters.settled(applied.events(), resolved.duplicates(), resolved.conflicts());
              } else {
                cache.forget(counter);
              }
              return outcome;
            });
  }

  private CompletionStage<CheckpointOutcome> decided(
      CounterName counter, CasOutcome outcome, Checkpoint before, Checkpoint next) {
    return switch (outcome) {
      case APPLIED -> {
        meters.outcome(CasOutcome.APPLIED);
        yield CompletableFuture.completedStage(
            new Applied(next, next.total().events() - before.total().events()));
      }
      case REFUSED -> undone(new Superseded(), CasOutcome.REFUSED);
      case UNKNOWN -> {
        meters.outcome(CasOutcome.UNKNOWN);
        yield checkpoints.readSerial(counter).thenApply(now -> found(now, before));
      }
    };
  }

  /** Whoever wrote it: where the checkpoint has moved, the next settler starts from there. */
  private static CheckpointOutcome found(Checkpoint now, Checkpoint before) {
    return now.until().equals(before.until()) ? new Unknown() : new Superseded();
  }
}
