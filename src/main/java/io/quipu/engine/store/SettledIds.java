package io.quipu.engine.store;

import io.quipu.engine.model.CountedId;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.IdPartition;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Ids that were counted: facts, exported after the step that counted them. Who works as of a page's
 * {@code until} ignores those at or above it: they belong to steps that he has not seen.
 */
public interface SettledIds {
  /**
   * Hands every counted row of the given ids in a partition to {@code sink}, in any order. When the
   * stage completes, the sink has seen all of them.
   */
  CompletionStage<Void> find(IdPartition partition, Collection<CounterId> ids, Sink sink);

  /**
   * Writes ids into a partition, all of which it must hold; may be repeated. Written only when each
   * is durable on a quorum.
   */
  CompletionStage<WriteOutcome> remember(IdPartition partition, List<Counted> ids);

  /** Deletes a partition for good; nothing that is written to it later is ever seen. */
  CompletionStage<WriteOutcome> delete(IdPartition partition);

  /** An id of a counter. */
  record CounterId(CounterName counter, String id) implements Comparable<CounterId> {
    /** For hash tables. */
    @Override
    public int compareTo(CounterId other) {
      int order = counter.compareTo(other.counter);
      return order != 0 ? order : id.compareTo(other.id);
    }
  }

  /** A counted row of a counter. */
  record Counted(CounterName counter, CountedId id) {}

  /** Receives counted rows. */
  @FunctionalInterface
  interface Sink {
    void counted(CounterName counter, CountedId id);
  }
}
