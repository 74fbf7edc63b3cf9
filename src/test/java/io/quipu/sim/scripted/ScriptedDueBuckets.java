package io.quipu.sim.scripted;

import io.quipu.sim.cassandra.CalmCluster;
import io.quipu.sim.cassandra.SimulatedDueBuckets;
import io.quipu.store.DueBuckets;
import io.quipu.store.WriteOutcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;

/** Due buckets as simulated, with scripted answers. */
public final class ScriptedDueBuckets implements DueBuckets {
  /** What may be asked of it. */
  public enum Call {
    ADD,
    DUE_IN,
    REMOVE,
    PROGRESS,
    COLLECTED_BEFORE
  }

  public final Script<Call> script = new Script<>();
  private final CalmCluster cluster = CalmCluster.of(1);
  private final Set<Integer> used = new HashSet<>();
  private final Set<Long> ever = new TreeSet<>();
  private final Map<Bucket, Integer> order = new HashMap<>();
  private final DueBuckets store = new SimulatedDueBuckets(cluster.driver(), used);

  /** What is entered for a minute. */
  public Set<Bucket> entered(long minute) {
    return new HashSet<>(cluster.await(store.dueIn(minute, used)));
  }

  /** Every minute for which something is entered. */
  public Set<Long> minutes() {
    Set<Long> minutes = new TreeSet<>(ever);
    minutes.removeIf(minute -> entered(minute).isEmpty());
    return minutes;
  }

  /** The stored progress by slot. */
  public Map<Integer, Long> stored() {
    return cluster.await(store.progress());
  }

  /** Enters a bucket as another settler would. */
  public void enter(long minute, Bucket bucket) {
    enter(minute, bucket.slot(), List.of(bucket));
  }

  private void enter(long minute, int slot, List<Bucket> buckets) {
    used.add(slot);
    ever.add(minute);
    buckets.forEach(bucket -> order.putIfAbsent(bucket, order.size()));
    cluster.write(store.add(minute, slot, buckets));
  }

  @Override
  public CompletionStage<WriteOutcome> add(long minute, int slot, Collection<Bucket> buckets) {
    if (buckets.stream().anyMatch(bucket -> bucket.slot() != slot)) {
      throw new IllegalArgumentException("not of slot " + slot + ": " + buckets);
    }
    List<Bucket> sent = List.copyOf(buckets);
    return script.write(Call.ADD, () -> enter(minute, slot, sent));
  }

  /** In the order in which they were entered first, so that a test knows whose call is the next. */
  @Override
  public CompletionStage<List<Bucket>> dueIn(long minute, Collection<Integer> slots) {
    return script.read(
        Call.DUE_IN,
        () -> {
          List<Bucket> due = new ArrayList<>(cluster.await(store.dueIn(minute, slots)));
          due.sort(Comparator.comparingInt(order::get));
          return due;
        });
  }

  @Override
  public CompletionStage<WriteOutcome> remove(long minute, Bucket bucket) {
    return script.write(Call.REMOVE, () -> cluster.write(store.remove(minute, bucket)));
  }

  @Override
  public CompletionStage<Map<Integer, Long>> progress() {
    return script.read(Call.PROGRESS, this::stored);
  }

  @Override
  public CompletionStage<WriteOutcome> collectedBefore(Collection<Integer> slots, long minute) {
    List<Integer> sent = List.copyOf(slots);
    return script.write(
        Call.COLLECTED_BEFORE, () -> cluster.write(store.collectedBefore(sent, minute)));
  }
}
