package io.quipu.checkpoint;

import io.quipu.checkpoint.CheckpointOutcome.Applied;
import io.quipu.checkpoint.CheckpointOutcome.Superseded;
import io.quipu.checkpoint.CheckpointOutcome.Unchanged;
import io.quipu.checkpoint.CheckpointOutcome.Unknown;
import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.metrics.CheckpointMeters;
import io.quipu.store.CasOutcome;
import io.quipu.store.Checkpoint;
import io.quipu.store.CheckpointStore;
import io.quipu.store.CounterDirectory;
import io.quipu.store.EventStore;
import io.quipu.store.Partition;
import io.quipu.store.StoreUnavailable;
import io.quipu.store.TailScan;
import io.quipu.store.WriteOutcome;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Settles counters: folds the rows between the checkpoint and the horizon, once each, and advances
 * the checkpoint by compare-and-set on its {@code until}. Confined to one context.
 *
 * <p>Invariant: the total is the sum of all rows that were visible below {@code until}. The slice
 * is read after the horizon was announced, so it holds every acknowledged event below it; {@code
 * until} only ever grows, so of two settlers that start from the same checkpoint one fails.
 */
public final class Checkpointer {
  /** Buckets that one compare-and-set takes in at most: bounds its windows and its work. */
  private static final int PARTITIONS_PER_STEP = 256;

  private final CheckpointStore checkpoints;
  private final EventStore events;
  private final CounterDirectory directory;
  private final TailScan tails;
  private final CheckpointMeters meters;
  private final KnownCheckpoints known;

  public Checkpointer(
      CheckpointStore checkpoints,
      EventStore events,
      CounterDirectory directory,
      CheckpointMeters meters) {
    this.checkpoints = checkpoints;
    this.events = events;
    this.directory = directory;
    this.tails = new TailScan(events);
    this.meters = meters;
    this.known = new KnownCheckpoints();
  }

  /**
   * Settles one counter up to {@code horizon}, which must have been announced before this call.
   * Fails with the store unavailable; nothing has changed then.
   */
  public CompletionStage<CheckpointOutcome> settle(CounterName counter, EventTime horizon) {
    return start(counter)
        .thenCompose(
            settled ->
                settled.checkpoint().until().isBefore(horizon)
                    ? step(counter, settled, horizon)
                    : CompletableFuture.completedStage(new Unchanged()));
  }

  private CompletionStage<Settled> start(CounterName counter) {
    return known
        .find(counter)
        .map(CompletableFuture::completedStage)
        .orElseGet(
            () ->
                checkpoints
                    .readSerial(counter)
                    .thenCompose(checkpoint -> withOpenWindows(counter, checkpoint)));
  }

  private CompletionStage<Settled> withOpenWindows(CounterName counter, Checkpoint checkpoint) {
    return checkpoint.equals(Checkpoint.NONE)
        ? CompletableFuture.completedStage(Settled.NOTHING)
        : checkpoints
            .windows(counter, Settled.openAt(checkpoint.until()))
            .thenApply(open -> new Settled(checkpoint, open));
  }

  private CompletionStage<CheckpointOutcome> step(
      CounterName counter, Settled settled, EventTime horizon) {
    EventTime from = settled.checkpoint().until();
    return events
        .partitions(counter, from)
        .thenCompose(
            announced -> {
              List<Partition> due =
                  announced.stream().filter(part -> part.start().isBefore(horizon)).toList();
              List<Partition> taken = firstBuckets(due);
              boolean last = taken.size() == due.size();
              EventTime until = last ? horizon : due.get(taken.size()).start();
              Fold fold = new Fold();
              return tails
                  .scan(taken, from, until, fold)
                  .thenCompose(scanned -> advance(counter, settled, fold, until, last))
                  .thenCompose(
                      outcome ->
                          last || !(outcome instanceof Applied)
                              ? CompletableFuture.completedStage(outcome)
                              : settle(counter, horizon));
            });
  }

  /** Whole buckets only: all shards of a bucket, or none. */
  private static List<Partition> firstBuckets(List<Partition> due) {
    int end = Math.min(due.size(), PARTITIONS_PER_STEP);
    while (end < due.size() && due.get(end).bucket() == due.get(end - 1).bucket()) {
      end++;
    }
    return due.subList(0, end);
  }

  private CompletionStage<CheckpointOutcome> advance(
      CounterName counter, Settled settled, Fold fold, EventTime until, boolean last) {
    Tally more = fold.total();
    Checkpoint before = settled.checkpoint();
    if (more.isZero() && last) {
      known.put(counter, settled);
      return CompletableFuture.completedStage(new Unchanged());
    }
    Checkpoint next = new Checkpoint(before.total().plus(more), until);
    Map<Window, Tally> windows = settled.advanced(fold);
    return entered(counter, before)
        .thenCompose(entered -> checkpoints.advance(counter, before, next, windows))
        .thenCompose(outcome -> decided(counter, outcome, before, next))
        .thenApply(
            outcome -> {
              if (outcome instanceof Applied) {
                known.put(counter, settled.at(next, windows));
                meters.settled(more.events());
              } else {
                known.forget(counter);
              }
              return outcome;
            });
  }

  /** A counter is in the directory before its first checkpoint, so that none can be missing. */
  private CompletionStage<Void> entered(CounterName counter, Checkpoint before) {
    if (!before.equals(Checkpoint.NONE)) {
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

  private CompletionStage<CheckpointOutcome> decided(
      CounterName counter, CasOutcome outcome, Checkpoint before, Checkpoint next) {
    return switch (outcome) {
      case APPLIED -> {
        meters.outcome(CheckpointMeters.Outcome.APPLIED);
        yield CompletableFuture.completedStage(
            new Applied(next, next.total().events() - before.total().events()));
      }
      case REFUSED -> {
        meters.outcome(CheckpointMeters.Outcome.SUPERSEDED);
        yield CompletableFuture.completedStage(new Superseded());
      }
      case UNKNOWN -> {
        meters.outcome(CheckpointMeters.Outcome.UNKNOWN);
        yield checkpoints.readSerial(counter).thenApply(now -> found(now, before));
      }
    };
  }

  /** Whoever wrote it: where the checkpoint has moved, the next settler starts from there. */
  private static CheckpointOutcome found(Checkpoint now, Checkpoint before) {
    return now.until().equals(before.until()) ? new Unknown() : new Superseded();
  }
}
