package io.quipu.engine.kinds.sketch;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DerivedName;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.WindowRun;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The store of sketches. A state has one shard for each writer, and only that writer writes the
 * shard, without compare-and-set. The tally of a state holds merged shards, and changes by
 * compare-and-set only. Announcements name the writers that may have shards, the states of each
 * such writer, and for each counter its derived states with their writers. Reads are quorum reads
 * with read repair, so that a read never returns an older state than a read that ended before.
 */
public interface SketchStore {
  /** Announces that a writer may have shards. */
  CompletionStage<WriteOutcome> announce(long writer);

  /** Announces that a writer may have a shard of a state. */
  CompletionStage<WriteOutcome> announce(long writer, DerivedName name);

  /** Enters a derived state and its writer with the counter, and a series with its counter. */
  CompletionStage<WriteOutcome> enter(long writer, DerivedName name);

  /** Replaces the shard of a writer, unless a later sequence is stored or the shard was deleted. */
  CompletionStage<WriteOutcome> write(DerivedName name, long writer, Shard shard);

  /** The shard of one writer; empty if none is stored. */
  CompletionStage<Optional<Shard>> shard(DerivedName name, long writer);

  /** Enters the name of a counter, by which lists find it; may be repeated. */
  CompletionStage<WriteOutcome> name(CounterName counter);

  /** All shards of a state, by the number of the writer. */
  CompletionStage<SortedMap<Long, Shard>> shards(DerivedName name);

  CompletionStage<SketchTally> tally(DerivedName name);

  /** The tally by a serial read, which first completes or discards a change in progress. */
  CompletionStage<SketchTally> tallySerial(DerivedName name);

  /**
   * Changes the tally if it still has the version of {@code before}.
   *
   * @param next the tally with the version after {@code before}
   */
  CompletionStage<CasOutcome> advance(DerivedName name, SketchTally before, SketchTally next);

  /** Deletes shards for ever: writes of these shards have no effect any more. */
  CompletionStage<WriteOutcome> deleteShards(DerivedName name, Collection<Long> writers);

  /** The writers that may have shards. */
  CompletionStage<SortedSet<Long>> writers();

  /**
   * Some of the states that a writer may have shards of, in an order that the store chooses.
   *
   * @param after the state to continue after; null for the beginning
   * @param limit the maximum number of states; a shorter list is the last
   */
  CompletionStage<List<DerivedName>> counters(long writer, @Nullable DerivedName after, int limit);

  /**
   * The first series of a breakdown of a counter that any writer has announced, in the order of
   * their keys.
   *
   * @param after the key after which the series begin; empty for the first
   */
  CompletionStage<List<CounterName>> series(
      CounterName counter, int breakdown, String after, int limit);

  /**
   * The states of a counter or series in some windows that any writer has announced, each with the
   * writers that are not {@linkplain #release released}.
   */
  CompletionStage<SortedMap<DerivedName, SortedSet<Long>>> derived(
      CounterName counter, WindowRun windows);

  /**
   * Withdraws the announcement of one derived state for ever. To be called when the shard of the
   * writer is deleted.
   *
   * @param stays whether the state is still found by its counter
   */
  CompletionStage<WriteOutcome> release(DerivedName name, long writer, boolean stays);

  /**
   * Deletes counters for good, with their derived states. To find all of a stored name, looks at
   * all counters that there are. Fails with the store unavailable; may be repeated.
   */
  CompletionStage<Void> erase(Extent extent);

  /** Deletes the announcements of a writer for ever: first of its states, then of the writer. */
  CompletionStage<WriteOutcome> withdraw(long writer);
}
