package io.quipu.collect;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.store.CasOutcome;
import io.quipu.store.Checkpoint;
import io.quipu.store.CheckpointStore;
import io.quipu.store.DueBuckets;
import io.quipu.store.DueBuckets.Bucket;
import io.quipu.store.EventStore;
import io.quipu.store.Partition;
import io.quipu.store.StoreUnavailable;
import io.quipu.store.WriteOutcome;
import io.quipu.time.BoundedConcurrency;
import io.quipu.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The collection of one bucket, step by step: its counter's checkpoint says that the rows may go;
 * that is seen to be committed; the wait; the rows; the entry in the list. Confined to one context;
 * steps must not overlap.
 *
 * <p>Invariant: nothing is deleted unless, for the whole of the wait, every read that began found a
 * checkpoint that does not need it. Whatever is remembered here is only when the wait began, so
 * that forgetting it delays the deletion and does nothing else.
 */
final class BucketCollection {
  private static final int SHARDS_AT_ONCE = 4;

  private final Dependencies shared;
  private final long due;
  private final Bucket bucket;
  private final CounterName counter;
  private final EventTime end;
  private boolean committed;
  private long since;

  /**
   * What all collections of a context share.
   *
   * @param pause the wait between the announcement and the deletion
   */
  record Dependencies(
      CheckpointStore checkpoints,
      EventStore events,
      DueBuckets due,
      CounterSettler settler,
      Clock clock,
      Duration pause) {}

  /** How far a step got. */
  enum Progress {
    /** There is more to do, now or later. */
    OPEN,
    /** The checkpoint could not be brought past the bucket yet. */
    NOT_SETTLED,
    /** The bucket is gone, and its entry. */
    DONE
  }

  /**
   * @param due the minute in which it is entered
   */
  BucketCollection(Dependencies shared, long due, Bucket bucket) {
    this.shared = shared;
    this.due = due;
    this.bucket = bucket;
    this.counter = bucket.counter();
    this.end = EventTime.ofEpochSecond(bucket.start() + Partition.BUCKET_SECONDS);
  }

  /**
   * Goes as far as it can now. Fails with the store unavailable; the step is repeated then.
   *
   * @param horizon announced before this call, and not before the end of the bucket
   */
  CompletionStage<Progress> step(EventTime horizon) {
    if (!committed) {
      return announce(horizon);
    }
    boolean over = shared.clock.monotonicNanos() - since >= shared.pause.toNanos();
    return over ? delete() : done(Progress.OPEN);
  }

  private CompletionStage<Progress> announce(EventTime horizon) {
    return shared
        .checkpoints
        .readSerial(counter)
        .thenCompose(
            now -> {
              if (!now.collected().isBefore(end)) {
                return done(seen(CasOutcome.APPLIED));
              }
              return now.until().isBefore(end)
                  ? settle(now, horizon)
                  : shared.checkpoints.collect(counter, now, end).thenApply(this::seen);
            });
  }

  /** Of what was refused or is unknown, the serial read of the next step tells. */
  private Progress seen(CasOutcome outcome) {
    if (outcome == CasOutcome.APPLIED) {
      committed = true;
      since = shared.clock.monotonicNanos();
    }
    return Progress.OPEN;
  }

  /**
   * Where nothing came after the bucket, nobody had a reason to move the checkpoint beyond its end.
   */
  private CompletionStage<Progress> settle(Checkpoint before, EventTime horizon) {
    return shared
        .settler
        .settle(counter, horizon)
        .thenCompose(
            outcome ->
                switch (outcome) {
                  case ADVANCED -> done(Progress.OPEN);
                  case NOT_SETTLED -> done(Progress.NOT_SETTLED);
                  case NOTHING_TO_SETTLE ->
                      before.isFirst() ? removeIfNeverSettled() : moveTo(before, end);
                });
  }

  /** Nothing is there between the checkpoint and the horizon, so that it may stand at the end. */
  private CompletionStage<Progress> moveTo(Checkpoint before, EventTime until) {
    return shared
        .checkpoints
        .advance(counter, before, before.plain(before.total(), until), Map.of())
        .thenApply(outcome -> outcome == CasOutcome.APPLIED ? Progress.OPEN : Progress.NOT_SETTLED);
  }

  /** A counter that was announced, and of which nothing was ever acknowledged. */
  private CompletionStage<Progress> removeIfNeverSettled() {
    return shared
        .checkpoints
        .readSerial(counter)
        .thenCompose(now -> now.isFirst() ? remove() : done(Progress.OPEN));
  }

  private CompletionStage<Progress> delete() {
    Set<WriteOutcome> outcomes = new HashSet<>();
    return shared
        .events
        .shards(counter, bucket.start())
        .thenCompose(
            shards ->
                BoundedConcurrency.forEach(
                    SHARDS_AT_ONCE,
                    shards,
                    shard -> shared.events.delete(shard).thenAccept(outcomes::add)))
        .thenCompose(
            deleted -> {
              outcomes.forEach(BucketCollection::mustBeWritten);
              return remove();
            });
  }

  private CompletionStage<Progress> remove() {
    return shared
        .due
        .remove(due, bucket)
        .thenApply(
            outcome -> {
              mustBeWritten(outcome);
              return Progress.DONE;
            });
  }

  private static void mustBeWritten(WriteOutcome outcome) {
    if (outcome != WriteOutcome.WRITTEN) {
      throw new StoreUnavailable("a bucket may not have been deleted", null);
    }
  }

  private static CompletionStage<Progress> done(Progress progress) {
    return CompletableFuture.completedStage(progress);
  }
}
