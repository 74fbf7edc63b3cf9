package io.quipu.engine.kinds.sketch;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.WriteOutcome;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The store of sketches. A counter has one shard for each writer, and only that writer writes the
 * shard, without compare-and-set. The tally of a counter holds the merged shards of ended writers,
 * and changes by compare-and-set only. Announcements name the writers that may have shards, and the
 * counters of each such writer. Reads are quorum reads with read repair, so that a read never
 * returns an older state than a read that ended before.
 */
public interface SketchStore {
  /** Announces that a writer may have shards. */
  CompletionStage<WriteOutcome> announce(long writer);

  /** Announces that a writer may have a shard of a counter. */
  CompletionStage<WriteOutcome> announce(long writer, CounterName counter);

  /** Replaces the shard of a writer, unless a later sequence is stored or the shard was deleted. */
  CompletionStage<WriteOutcome> write(CounterName counter, long writer, Shard shard);

  /** The shard of one writer; empty if none is stored. */
  CompletionStage<Optional<Shard>> shard(CounterName counter, long writer);

  /** Enters the name of a counter, by which lists find it; may be repeated. */
  CompletionStage<WriteOutcome> name(CounterName counter);

  /** All shards of a counter, by the number of the writer. */
  CompletionStage<SortedMap<Long, Shard>> shards(CounterName counter);

  CompletionStage<SketchTally> tally(CounterName counter);

  /** The tally by a serial read, which first completes or discards a change in progress. */
  CompletionStage<SketchTally> tallySerial(CounterName counter);

  /**
   * Changes the tally if it still has the version of {@code before}.
   *
   * @param next the tally with the version after {@code before}
   */
  CompletionStage<CasOutcome> advance(CounterName counter, SketchTally before, SketchTally next);

  /** Deletes shards for ever: writes of these shards have no effect any more. */
  CompletionStage<WriteOutcome> deleteShards(CounterName counter, Collection<Long> writers);

  /** The writers that may have shards. */
  CompletionStage<SortedSet<Long>> writers();

  /**
   * Some of the counters that a writer may have shards of, in an order that the store chooses.
   *
   * @param after the counter to continue after; null for the beginning
   * @param limit the maximum number of counters; a shorter list is the last
   */
  CompletionStage<List<CounterName>> counters(long writer, @Nullable CounterName after, int limit);

  /**
   * Deletes counters for good. To find all of a stored name, looks at all counters that there are.
   * Fails with the store unavailable; may be repeated.
   */
  CompletionStage<Void> erase(Extent extent);

  /** Deletes the announcements of a writer for ever: first of its counters, then of the writer. */
  CompletionStage<WriteOutcome> withdraw(long writer);
}
