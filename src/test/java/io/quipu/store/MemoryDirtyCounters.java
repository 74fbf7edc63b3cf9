package io.quipu.store;

import io.quipu.counter.CounterName;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/** Dirty counters in memory. */
public final class MemoryDirtyCounters implements DirtyCounters {
  /** What may be asked of it. */
  public enum Call {
    CHANGED_IN,
    PROGRESS,
    SETTLED_BEFORE,
    FORGET
  }

  public final Script<Call> script = new Script<>();
  private final Map<Long, Set<CounterName>> dirty = new TreeMap<>();
  private final Map<Long, Set<Integer>> forgotten = new HashMap<>();
  private final Map<Integer, Long> progress = new HashMap<>();

  public void mark(long minute, CounterName counter) {
    if (forgotten.getOrDefault(minute, Set.of()).contains(DirtyCounters.slotOf(counter))) {
      return;
    }
    dirty.computeIfAbsent(minute, any -> new LinkedHashSet<>()).add(counter);
  }

  public boolean isMarked(long minute, CounterName counter) {
    return dirty.getOrDefault(minute, Set.of()).contains(counter);
  }

  /** The stored progress by slot. */
  public Map<Integer, Long> stored() {
    return progress;
  }

  @Override
  public CompletionStage<List<CounterName>> changedIn(long minute, Collection<Integer> slots) {
    return script.read(
        Call.CHANGED_IN,
        () ->
            dirty.getOrDefault(minute, Set.of()).stream()
                .filter(counter -> slots.contains(DirtyCounters.slotOf(counter)))
                .toList());
  }

  @Override
  public CompletionStage<Map<Integer, Long>> progress() {
    return script.read(Call.PROGRESS, () -> Map.copyOf(progress));
  }

  @Override
  public CompletionStage<WriteOutcome> settledBefore(Collection<Integer> slots, long minute) {
    return script.write(
        Call.SETTLED_BEFORE, () -> slots.forEach(slot -> progress.put(slot, minute)));
  }

  @Override
  public CompletionStage<WriteOutcome> forget(long minute, Collection<Integer> slots) {
    return script.write(
        Call.FORGET,
        () -> {
          forgotten.computeIfAbsent(minute, any -> new HashSet<>()).addAll(slots);
          dirty
              .getOrDefault(minute, new LinkedHashSet<>())
              .removeIf(counter -> slots.contains(DirtyCounters.slotOf(counter)));
        });
  }
}
