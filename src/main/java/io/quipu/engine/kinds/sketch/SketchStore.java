package io.quipu.engine.kinds.sketch;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.WriteOutcome;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Sketches: for each counter the shards of its writers, written plainly, each by its writer only;
 * and the tally of those that have ended, changed by compare-and-set only. And which writers have
 * shards, and of which counters, so that they can be found. Reads are by a quorum, and repair what
 * they find: never older than what an earlier one has seen.
 */
public interface SketchStore {
  /** Says that a writer may have shards. */
  CompletionStage<WriteOutcome> announce(long writer);

  /** Says that a writer may have a shard of a counter. */
  CompletionStage<WriteOutcome> announce(long writer, CounterName counter);

  /** Replaces the shard of a writer, unless it is of a later sequence. */
  CompletionStage<WriteOutcome> write(CounterName counter, long writer, Shard shard);

  /** The shard of one writer. */
  CompletionStage<Optional<Shard>> shard(CounterName counter, long writer);

  /** All shards of a counter, by their writers. */
  CompletionStage<SortedMap<Long, Shard>> shards(CounterName counter);

  CompletionStage<SketchTally> tally(CounterName counter);

  /** The tally by a serial read, which first decides whatever change is in progress. */
  CompletionStage<SketchTally> tallySerial(CounterName counter);

  /**
   * Changes the tally if it still is of the version before.
   *
   * @param next of the version after {@code before}
   */
  CompletionStage<CasOutcome> advance(CounterName counter, SketchTally before, SketchTally next);

  /** Deletes shards for ever: whatever is written of them later is not there. */
  CompletionStage<WriteOutcome> deleteShards(CounterName counter, Collection<Long> writers);

  /** The writers that may have shards. */
  CompletionStage<SortedSet<Long>> writers();

  /**
   * Some of the counters that a writer may have shards of, in an order of the store's own.
   *
   * @param after where to go on; null for the beginning
   */
  CompletionStage<List<CounterName>> counters(long writer, @Nullable CounterName after, int limit);

  /** Takes back, for ever, that a writer may have shards: first of which counters, then at all. */
  CompletionStage<WriteOutcome> withdraw(long writer);
}
