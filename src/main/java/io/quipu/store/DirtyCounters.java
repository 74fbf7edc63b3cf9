package io.quipu.store;

import io.quipu.counter.CounterName;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Which counters changed in which minute of event time, by slot: the checkpointers' list of work.
 * It grows with active counters, never with counters that exist.
 */
public interface DirtyCounters {
  /** Slots of every minute. A fixed number: it is part of the primary key. */
  int SLOTS = 64;

  /** The slot of a counter, the same on every instance and for ever. */
  static int slotOf(CounterName counter) {
    int hash = 31 * counter.namespace().hashCode() + counter.name().hashCode();
    return Math.floorMod(hash * 0x9e3779b9, SLOTS);
  }

  /**
   * Hands the counters that changed in a minute to {@code sink}, for the given slots.
   *
   * @param minute start of the minute in seconds of Unix time
   */
  CompletionStage<List<CounterName>> changedIn(long minute, Collection<Integer> slots);

  /**
   * For each slot that has one, the first minute that is not yet known to be settled. Advisory: an
   * older value only repeats work.
   */
  CompletionStage<Map<Integer, Long>> progress();

  /** Remembers that every minute before {@code minute} is settled in {@code slots}. */
  CompletionStage<WriteOutcome> settledBefore(Collection<Integer> slots, long minute);

  /** Forgets a minute that is settled in {@code slots}. */
  CompletionStage<WriteOutcome> forget(long minute, Collection<Integer> slots);
}
