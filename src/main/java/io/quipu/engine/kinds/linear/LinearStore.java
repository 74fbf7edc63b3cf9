package io.quipu.engine.kinds.linear;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowPartition;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

/**
 * The store of linearizable counters. A counter is one partition, with the state and the remembered
 * ids. Only a compare-and-set on the version changes a partition.
 */
public interface LinearStore {
  /**
   * Reads the state by a quorum read. The state has every change that was known to be applied when
   * the read began. The state is never older than the state that an earlier read has returned.
   */
  CompletionStage<LinearState> read(CounterName counter);

  /**
   * Reads the state by a serial read, which first decides any change in progress. The state may
   * also have a later change. Then a quorum may have the state of that change, but not its ids.
   */
  CompletionStage<LinearState> readSerial(CounterName counter);

  /**
   * Looks up ids by a quorum read. The answer is complete only for changes that were known to be
   * applied before this call.
   *
   * @param ids at most {@link #MOST_IDS}
   */
  CompletionStage<Map<String, RememberedEvent>> remembered(
      CounterName counter, Collection<String> ids);

  /**
   * Looks up ids by a serial read. The answer is also complete for changes that any read had
   * returned before this call.
   *
   * @param ids at most {@link #MOST_IDS}
   */
  CompletionStage<Map<String, RememberedEvent>> rememberedSerial(
      CounterName counter, Collection<String> ids);

  /**
   * Enters the name of a counter, by which lists find it; may be repeated. A step may say that the
   * counter is named only after this is known to be written.
   */
  CompletionStage<WriteOutcome> name(CounterName counter);

  /**
   * Writes closed windows of a counter, which never change again; may be repeated. A step may leave
   * them out of the state only after this is known to be written.
   */
  CompletionStage<WriteOutcome> export(CounterName counter, Map<Window, Tally> closed);

  /**
   * The exported windows of a counter with a start from {@code first} to {@code last}, both
   * included, of their granularity.
   */
  CompletionStage<Map<Window, Tally>> exported(CounterName counter, Window first, Window last);

  /** Applies a step as a whole, if the counter has the version from before the step. */
  CompletionStage<CasOutcome> advance(CounterName counter, LinearStep step);

  /**
   * Hands the state of each counter of an extent to {@code sink}, by quorum reads, with the page of
   * its windows. Fails with the store unavailable.
   */
  CompletionStage<Void> states(Extent extent, BiConsumer<Integer, LinearState> sink);

  /** Deletes the windows of counters in a partition for good; may be repeated. */
  CompletionStage<WriteOutcome> eraseWindows(WindowPartition partition, Extent extent);

  /**
   * Deletes counters for good, but for their windows. To find all of a stored name, looks at all
   * counters that there are. Fails with the store unavailable; may be repeated.
   */
  CompletionStage<Void> erase(Extent extent);

  /** Maximum number of ids in one lookup. */
  int MOST_IDS = 500;
}
