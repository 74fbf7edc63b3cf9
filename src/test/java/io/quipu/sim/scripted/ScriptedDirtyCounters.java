package io.quipu.sim.scripted;

import io.quipu.counter.CounterName;
import io.quipu.sim.cassandra.CalmCluster;
import io.quipu.sim.cassandra.SimulatedDirtyCounters;
import io.quipu.sim.cassandra.SimulatedEventStore;
import io.quipu.store.DirtyCounters;
import io.quipu.store.EventStore;
import io.quipu.store.Partition;
import io.quipu.store.WriteOutcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** Dirty counters as simulated, with scripted answers. */
public final class ScriptedDirtyCounters implements DirtyCounters {
  /** What may be asked of it. */
  public enum Call {
    CHANGED_IN,
    PROGRESS,
    SETTLED_BEFORE,
    FORGET
  }

  public final Script<Call> script = new Script<>();
  private final CalmCluster cluster = CalmCluster.of(1);
  private final Set<Integer> used = new HashSet<>();
  private final Map<CounterName, Integer> marked = new HashMap<>();
  private final DirtyCounters store = new SimulatedDirtyCounters(cluster.driver(), used);
  private final EventStore events = new SimulatedEventStore(cluster.driver());

  /** Marks a counter as one that changed, as its writer does. */
  public void mark(long minute, CounterName counter) {
    used.add(DirtyCounters.slotOf(counter));
    marked.putIfAbsent(counter, marked.size());
    cluster.write(events.announce(new Partition(counter, minute, 0)));
  }

  public boolean isMarked(long minute, CounterName counter) {
    return cluster
        .await(store.changedIn(minute, List.of(DirtyCounters.slotOf(counter))))
        .contains(counter);
  }

  /** The stored progress by slot. */
  public Map<Integer, Long> stored() {
    return cluster.await(store.progress());
  }

  /** In the order in which they were marked first, so that a test knows whose call is the next. */
  @Override
  public CompletionStage<List<CounterName>> changedIn(long minute, Collection<Integer> slots) {
    return script.read(
        Call.CHANGED_IN,
        () -> {
          List<CounterName> changed =
              new ArrayList<>(cluster.await(store.changedIn(minute, slots)));
          changed.sort(Comparator.comparingInt(marked::get));
          return changed;
        });
  }

  @Override
  public CompletionStage<Map<Integer, Long>> progress() {
    return script.read(Call.PROGRESS, this::stored);
  }

  @Override
  public CompletionStage<WriteOutcome> settledBefore(Collection<Integer> slots, long minute) {
    List<Integer> sent = List.copyOf(slots);
    return script.write(
        Call.SETTLED_BEFORE, () -> cluster.write(store.settledBefore(sent, minute)));
  }

  @Override
  public CompletionStage<WriteOutcome> forget(long minute, Collection<Integer> slots) {
    List<Integer> sent = List.copyOf(slots);
    return script.write(Call.FORGET, () -> cluster.write(store.forget(minute, sent)));
  }
}
