package io.quipu.engine.kinds.sketch;

import io.quipu.engine.kinds.sketch.state.SketchState;
import io.quipu.engine.names.DerivedName;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.writer.EndedWriters;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Merges shards of one state that never change any more into the tally of the state, and then
 * deletes the shards: those of all ended writers, or the one that a live writer has of a window
 * that is over. Several merges of a state may run, one after the other or in several processes at
 * once. The tally names the writers that are merged, so each shard is merged once. An instance runs
 * once, in one context.
 *
 * <p>The shards are read after it was known that they never change, so the read finds all values
 * that were acknowledged. A shard that was read is deleted only when a tally with its values is
 * known to be stored. The tally is read after the shards: if another merge has deleted a shard
 * before, this tally has it, and the state stays in the directory.
 */
final class CounterMerge {
  private static final int ATTEMPTS = 5;

  private final SketchStore store;
  private final SketchMeters meters;
  private final DerivedName name;
  private final @Nullable EndedWriters ended;
  private final long announced;
  private final SortedSet<Long> deletable = new TreeSet<>();

  /** True if the state has a tally. Otherwise, whoever still has a shard has entered the state. */
  private boolean exists;

  private CounterMerge(
      SketchStore store,
      SketchMeters meters,
      DerivedName name,
      @Nullable EndedWriters ended,
      long announced) {
    this.store = store;
    this.meters = meters;
    this.name = name;
    this.ended = ended;
    this.announced = announced;
    deletable.add(announced);
  }

  /**
   * Makes the merge of the shards of all ended writers.
   *
   * @param announced an ended writer; its shard is deleted even if the read does not find it
   */
  static CounterMerge ofEnded(
      SketchStore store,
      SketchMeters meters,
      DerivedName name,
      EndedWriters ended,
      long announced) {
    return new CounterMerge(store, meters, name, ended, announced);
  }

  /**
   * Makes the merge of the shard of one writer.
   *
   * @param writer the caller; its last write is durable, and it never writes this shard again
   */
  static CounterMerge ofOwn(SketchStore store, SketchMeters meters, DerivedName name, long writer) {
    return new CounterMerge(store, meters, name, null, writer);
  }

  /** Merges and deletes the shards. Too many conflicts also fail with the store unavailable. */
  CompletionStage<Void> run() {
    return attempt(ATTEMPTS).thenCompose(merged -> delete()).thenCompose(deleted -> release());
  }

  private CompletionStage<Void> attempt(int left) {
    if (left == 0) {
      return CompletableFuture.failedStage(new StoreUnavailable("others merge it as well", null));
    }
    return shards()
        .thenCompose(
            shards -> store.tallySerial(name).thenCompose(tally -> merge(tally, shards, left)));
  }

  private CompletionStage<SortedMap<Long, Shard>> shards() {
    if (ended != null) {
      return store.shards(name);
    }
    return store
        .shard(name, announced)
        .thenApply(
            own -> {
              SortedMap<Long, Shard> alone = new TreeMap<>();
              own.ifPresent(shard -> alone.put(announced, shard));
              return alone;
            });
  }

  private boolean isFinal(long writer) {
    return ended == null ? writer == announced : ended.contains(writer);
  }

  private CompletionStage<Void> merge(SketchTally tally, SortedMap<Long, Shard> shards, int left) {
    List<ByteBuffer> states = new ArrayList<>();
    shards.forEach(
        (writer, shard) -> {
          if (tally.has(writer)) {
            deletable.add(writer);
          } else if (isFinal(writer)) {
            deletable.add(writer);
            states.add(shard.state());
          }
        });
    exists = tally.version() > 0;
    if (states.isEmpty()) {
      return CompletableFuture.completedStage(null);
    }
    tally.state().ifPresent(states::add);
    ByteBuffer all = SketchState.merged(states);
    SketchTally next = ended == null ? tally.plus(announced, all) : tally.plus(ended, all);
    return store
        .advance(name, tally, next)
        .thenCompose(
            outcome -> {
              if (outcome != CasOutcome.APPLIED) {
                return attempt(left - 1);
              }
              exists = true;
              meters.merged(states.size() - (tally.version() == 0 ? 0 : 1));
              return CompletableFuture.completedStage(null);
            });
  }

  private CompletionStage<Void> delete() {
    return store
        .deleteShards(name, deletable)
        .thenAccept(outcome -> outcome.require("shards that were merged are not certainly gone"));
  }

  private CompletionStage<Void> release() {
    return name.isDerived()
        ? store
            .release(name, announced, exists)
            .thenAccept(outcome -> outcome.require("a merged shard is still announced"))
        : CompletableFuture.completedStage(null);
  }
}
