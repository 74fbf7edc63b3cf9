package io.quipu.sim.cassandra;

import io.quipu.sim.cassandra.PlainRead.Slice;
import io.quipu.store.DueBuckets;
import io.quipu.store.WriteOutcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The collectors' list of work over the simulated replicas.
 *
 * <p>Slots in which no simulated counter falls are not asked for, to spare time: nothing is there.
 */
public final class SimulatedDueBuckets implements DueBuckets {
  private final Driver driver;
  private final Collection<Integer> used;
  private final SimulatedSlotMinutes progress;

  /**
   * @param used the slots of all counters that there are
   */
  public SimulatedDueBuckets(Driver driver, Collection<Integer> used) {
    this.driver = driver;
    this.used = used;
    this.progress = new SimulatedSlotMinutes("collection_progress", driver);
  }

  /** Names what falls due in a minute, for one slot. */
  private record DuePartition(long minute, int slot) {}

  @Override
  public CompletionStage<WriteOutcome> add(long due, int slot, Collection<Bucket> buckets) {
    TreeMap<Comparable<?>, Cell> cells = new TreeMap<>();
    for (Bucket bucket : buckets) {
      long timestamp = SimulatedEventStore.writtenAt(bucket.start());
      cells.put(row(bucket), new Cell(bucket, timestamp));
    }
    return driver.write(new Mutation(new DuePartition(due, slot), cells, Long.MIN_VALUE));
  }

  private static String row(Bucket bucket) {
    return bucket.counter() + " " + bucket.start();
  }

  @Override
  public CompletionStage<List<Bucket>> dueIn(long minute, Collection<Integer> slots) {
    CompletionStage<List<Bucket>> all = CompletableFuture.completedStage(new ArrayList<>());
    for (int slot : slots) {
      if (used.contains(slot)) {
        all =
            all.thenCombine(
                driver.read(
                    new Slice(new DuePartition(minute, slot), null, null, Integer.MAX_VALUE)),
                (list, rows) -> {
                  rows.values().forEach(row -> list.add((Bucket) row));
                  return list;
                });
      }
    }
    return all;
  }

  @Override
  public CompletionStage<WriteOutcome> remove(long due, Bucket bucket) {
    return driver.write(
        Mutation.deleteRow(
            new DuePartition(due, bucket.slot()),
            row(bucket),
            SimulatedEventStore.writtenAt(bucket.start()) + 1));
  }

  @Override
  public CompletionStage<Map<Integer, Long>> progress() {
    return progress.read();
  }

  @Override
  public CompletionStage<WriteOutcome> collectedBefore(Collection<Integer> slots, long minute) {
    return progress.write(slots, minute);
  }
}
