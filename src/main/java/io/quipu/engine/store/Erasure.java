package io.quipu.engine.store;

import io.quipu.engine.model.EventPartition;
import io.quipu.engine.model.IdPartition;
import java.util.Collection;
import java.util.concurrent.CompletionStage;

/**
 * Deletes for good what is stored of a life of a namespace. What is written later is never seen,
 * because nothing else ever has the {@linkplain io.quipu.engine.model.Namespace#stored() stored
 * name}. Each call may be repeated.
 */
public interface Erasure {
  /** Tells whether a page has states of counters. */
  CompletionStage<Boolean> hasStates(int page, String stored);

  /** Deletes the states of the counters of a page, and what is noted of its deleted windows. */
  CompletionStage<WriteOutcome> states(int page, String stored);

  /** Deletes settled ids of a partition. */
  CompletionStage<WriteOutcome> ids(IdPartition partition, String stored);

  /**
   * Deletes rows of events of a partition.
   *
   * @param pages pages of the part of the partition
   */
  CompletionStage<WriteOutcome> rows(
      EventPartition partition, Collection<Integer> pages, String stored);

  /** Deletes the names of all counters. */
  CompletionStage<WriteOutcome> names(String stored);
}
