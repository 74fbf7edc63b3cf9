package io.quipu.engine.kinds.sketch;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.writer.EndedWriters;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Merges the shards of ended writers of one counter into the tally of the counter, and then deletes
 * the shards. Several merges of a counter may run, one after the other or in several processes at
 * once. The tally names the writers that are merged, so each shard is merged once. An instance runs
 * once, in one context.
 *
 * <p>The shards are read after it was known which writers have ended, so the read finds all values
 * that these writers acknowledged. A shard that was read is deleted only when a tally with its
 * values is known to be stored.
 */
final class CounterMerge {
  private static final int ATTEMPTS = 5;

  private final SketchStore store;
  private final SketchMeters meters;
  private final CounterName counter;
  private final EndedWriters ended;
  private final SortedSet<Long> deletable = new TreeSet<>();

  /**
   * @param announced an ended writer; its shard is deleted even if the read does not find it
   */
  CounterMerge(
      SketchStore store,
      SketchMeters meters,
      CounterName counter,
      EndedWriters ended,
      long announced) {
    this.store = store;
    this.meters = meters;
    this.counter = counter;
    this.ended = ended;
    deletable.add(announced);
  }

  /** Merges and deletes the shards. Too many conflicts also fail with the store unavailable. */
  CompletionStage<Void> run() {
    return attempt(ATTEMPTS).thenCompose(merged -> delete());
  }

  private CompletionStage<Void> attempt(int left) {
    if (left == 0) {
      return CompletableFuture.failedStage(new StoreUnavailable("others merge it as well", null));
    }
    return store
        .tallySerial(counter)
        .thenCompose(
            tally -> store.shards(counter).thenCompose(shards -> merge(tally, shards, left)));
  }

  private CompletionStage<Void> merge(SketchTally tally, SortedMap<Long, Shard> shards, int left) {
    List<ByteBuffer> states = new ArrayList<>();
    shards.forEach(
        (writer, shard) -> {
          if (tally.merged().contains(writer)) {
            deletable.add(writer);
          } else if (ended.contains(writer)) {
            deletable.add(writer);
            states.add(shard.state());
          }
        });
    if (states.isEmpty()) {
      return CompletableFuture.completedStage(null);
    }
    tally.state().ifPresent(states::add);
    SketchTally next =
        new SketchTally(
            tally.version() + 1,
            tally.merged().plus(ended),
            Optional.of(SketchState.merged(states)));
    return store
        .advance(counter, tally, next)
        .thenCompose(
            outcome -> {
              if (outcome != CasOutcome.APPLIED) {
                return attempt(left - 1);
              }
              meters.merged(states.size() - (tally.version() == 0 ? 0 : 1));
              return CompletableFuture.completedStage(null);
            });
  }

  private CompletionStage<Void> delete() {
    return store
        .deleteShards(counter, deletable)
        .thenAccept(
            outcome -> {
              if (outcome != WriteOutcome.WRITTEN) {
                throw new StoreUnavailable("shards that were merged are not certainly gone", null);
              }
            });
  }
}
