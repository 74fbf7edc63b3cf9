package io.quipu.engine.store;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.state.IdPartition;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The counted ids. An id is exported after the step that counted the id. A reader of a page state
 * ignores ids whose counted row is not before the {@code until} of the state, because such ids
 * belong to steps that the reader has not seen.
 */
public interface SettledIds {
  /**
   * Hands every counted row of the given ids in a partition to {@code sink}, in any order. When the
   * stage completes, the sink has seen all these rows.
   */
  CompletionStage<Void> find(IdPartition partition, Collection<CounterId> ids, Sink sink);

  /**
   * Writes ids that all belong to one partition; may be repeated. The outcome is {@link
   * WriteOutcome#WRITTEN} only when each id is durable on a quorum.
   */
  CompletionStage<WriteOutcome> remember(IdPartition partition, List<Counted> ids);

  /** Deletes a partition for good. Ids that are written to the partition later are never seen. */
  CompletionStage<WriteOutcome> delete(IdPartition partition);

  /** An id of a counter. */
  record CounterId(CounterName counter, String id) implements Comparable<CounterId> {
    /** Gives keys an order, so that a hash table stays fast if many keys have one hash. */
    @Override
    public int compareTo(CounterId other) {
      int order = counter.equals(other.counter) ? 0 : counter.compareTo(other.counter);
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
