package io.quipu.engine.store;

import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.WindowPartition;
import java.util.Collection;
import java.util.concurrent.CompletionStage;

/**
 * Deletes for good what is stored of counters. What is written later is never seen, because nothing
 * else ever has the {@linkplain io.quipu.engine.names.CounterName#stored stored name}. Each call
 * may be repeated.
 */
public interface Erasure {
  /** Tells whether a page has states of counters. */
  CompletionStage<Boolean> hasStates(int page, Extent extent);

  /** Deletes the states of the counters of a page. */
  CompletionStage<WriteOutcome> states(int page, Extent extent);

  /** Deletes what is noted of the counters of a page as a whole, see {@link ClosedWindows}. */
  CompletionStage<WriteOutcome> notes(int page, Extent extent);

  /** Deletes windows of a partition. */
  CompletionStage<WriteOutcome> windows(WindowPartition partition, Extent extent);

  /**
   * Deletes rows of events of a partition.
   *
   * @param pages pages of the part of the partition
   */
  CompletionStage<WriteOutcome> rows(
      EventPartition partition, Collection<Integer> pages, Extent extent);

  /** Deletes the names of the counters. */
  CompletionStage<WriteOutcome> names(Extent extent);
}
