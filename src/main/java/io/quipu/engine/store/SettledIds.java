package io.quipu.engine.store;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.state.RunPlace;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.CompletionStage;

/**
 * The rows of the runs of settled ids, by partition and block. The header of a page names the runs.
 * A row is written once, or again with the same content; it changes only when ids of deleted
 * counters are taken out.
 */
public interface SettledIds {
  /** Reads those rows of some blocks that are there. */
  CompletionStage<Map<Integer, ByteBuffer>> read(RunPlace place, Collection<Integer> blocks);

  /**
   * Writes rows; may be repeated. The outcome is {@link WriteOutcome#WRITTEN} only if each row is
   * durable on a quorum.
   *
   * @param erasures the number of times that ids were taken out of the rows, or of those that they
   *     were made from; the row of the largest number stays, whatever arrives later
   */
  CompletionStage<WriteOutcome> write(
      RunPlace place, int erasures, SortedMap<Integer, ByteBuffer> rows);

  /** Deletes a partition for good. Rows that are written to the partition later are never seen. */
  CompletionStage<WriteOutcome> delete(RunPlace place);

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
