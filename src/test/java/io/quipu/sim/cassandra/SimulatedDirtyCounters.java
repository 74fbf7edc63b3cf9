package io.quipu.sim.cassandra;

import io.quipu.counter.CounterName;
import io.quipu.sim.cassandra.PlainRead.Slice;
import io.quipu.sim.cassandra.SimulatedEventStore.Dirty;
import io.quipu.store.DirtyCounters;
import io.quipu.store.WriteOutcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The checkpointers' list of work over the simulated replicas.
 *
 * <p>Slots in which no simulated counter falls are not asked for, to spare time: nothing is there.
 */
public final class SimulatedDirtyCounters implements DirtyCounters {
  private final Driver driver;
  private final Collection<Integer> used;
  private final SimulatedSlotMinutes progress;

  /**
   * @param used the slots of all counters that there are
   */
  public SimulatedDirtyCounters(Driver driver, Collection<Integer> used) {
    this.driver = driver;
    this.used = used;
    this.progress = new SimulatedSlotMinutes("slot_progress", driver);
  }

  @Override
  public CompletionStage<List<CounterName>> changedIn(long minute, Collection<Integer> slots) {
    CompletionStage<List<CounterName>> all = CompletableFuture.completedStage(new ArrayList<>());
    for (int slot : slots) {
      if (used.contains(slot)) {
        all =
            all.thenCombine(
                driver.read(new Slice(new Dirty(minute, slot), null, null, Integer.MAX_VALUE)),
                (list, rows) -> {
                  rows.values().forEach(row -> list.add((CounterName) row));
                  return list;
                });
      }
    }
    return all;
  }

  @Override
  public CompletionStage<Map<Integer, Long>> progress() {
    return progress.read();
  }

  @Override
  public CompletionStage<WriteOutcome> settledBefore(Collection<Integer> slots, long minute) {
    return progress.write(slots, minute);
  }

  @Override
  public CompletionStage<WriteOutcome> forget(long minute, Collection<Integer> slots) {
    CompletionStage<WriteOutcome> all = null;
    for (int slot : slots) {
      CompletionStage<WriteOutcome> one =
          driver.write(
              Mutation.deletePartition(
                  new Dirty(minute, slot), SimulatedEventStore.writtenAt(minute) + 1));
      all = all == null ? one : all.thenCombine(one, WriteOutcome::and);
    }
    return all == null ? CompletableFuture.completedStage(WriteOutcome.WRITTEN) : all;
  }
}
