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
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The checkpointers' list of work over the simulated replicas.
 *
 * <p>Slots in which no simulated counter falls are not asked for, to spare time: nothing is there.
 */
public final class SimulatedDirtyCounters implements DirtyCounters {
  private static final String PROGRESS = "slot_progress";

  private final Driver driver;
  private final Collection<Integer> used;

  /**
   * @param used the slots of all counters that there are
   */
  public SimulatedDirtyCounters(Driver driver, Collection<Integer> used) {
    this.driver = driver;
    this.used = used;
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
    return driver
        .read(new Slice(PROGRESS, null, null, Integer.MAX_VALUE))
        .thenApply(
            rows -> {
              Map<Integer, Long> progress = new TreeMap<>();
              rows.forEach((slot, minute) -> progress.put((Integer) slot, (Long) minute));
              return progress;
            });
  }

  /** Written at the time of the wall clock of the process, however wrong that is. */
  @Override
  public CompletionStage<WriteOutcome> settledBefore(Collection<Integer> slots, long minute) {
    Map<Integer, Long> values = new TreeMap<>();
    slots.forEach(slot -> values.put(slot, minute));
    return driver.write(Mutation.rows(PROGRESS, values, driver.machine().clock().wallMicros()));
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
