package io.quipu.store;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/** Due buckets in memory. */
public final class MemoryDueBuckets implements DueBuckets {
  /** What may be asked of it. */
  public enum Call {
    ADD,
    DUE_IN,
    REMOVE,
    PROGRESS,
    COLLECTED_BEFORE
  }

  public final Script<Call> script = new Script<>();
  private final Map<Long, Set<Bucket>> due = new TreeMap<>();
  private final Map<Long, Set<Bucket>> removed = new HashMap<>();
  private final Map<Integer, Long> progress = new HashMap<>();

  /** What is entered for a minute. */
  public Set<Bucket> entered(long minute) {
    return due.getOrDefault(minute, Set.of());
  }

  /** Every minute for which something is entered. */
  public Set<Long> minutes() {
    Set<Long> minutes = new HashSet<>();
    due.forEach(
        (minute, buckets) -> {
          if (!buckets.isEmpty()) {
            minutes.add(minute);
          }
        });
    return minutes;
  }

  /** The stored progress by slot. */
  public Map<Integer, Long> stored() {
    return progress;
  }

  /** Enters a bucket as another settler would. */
  public void enter(long minute, Bucket bucket) {
    if (!removed.getOrDefault(minute, Set.of()).contains(bucket)) {
      due.computeIfAbsent(minute, any -> new LinkedHashSet<>()).add(bucket);
    }
  }

  @Override
  public CompletionStage<WriteOutcome> add(long minute, int slot, Collection<Bucket> buckets) {
    if (buckets.stream().anyMatch(bucket -> bucket.slot() != slot)) {
      throw new IllegalArgumentException("not of slot " + slot + ": " + buckets);
    }
    List<Bucket> all = List.copyOf(buckets);
    return script.write(Call.ADD, () -> all.forEach(bucket -> enter(minute, bucket)));
  }

  @Override
  public CompletionStage<List<Bucket>> dueIn(long minute, Collection<Integer> slots) {
    return script.read(
        Call.DUE_IN,
        () -> entered(minute).stream().filter(bucket -> slots.contains(bucket.slot())).toList());
  }

  @Override
  public CompletionStage<WriteOutcome> remove(long minute, Bucket bucket) {
    return script.write(
        Call.REMOVE,
        () -> {
          removed.computeIfAbsent(minute, any -> new HashSet<>()).add(bucket);
          due.getOrDefault(minute, new HashSet<>()).remove(bucket);
        });
  }

  @Override
  public CompletionStage<Map<Integer, Long>> progress() {
    return script.read(Call.PROGRESS, () -> Map.copyOf(progress));
  }

  @Override
  public CompletionStage<WriteOutcome> collectedBefore(Collection<Integer> slots, long minute) {
    List<Integer> all = List.copyOf(slots);
    return script.write(
        Call.COLLECTED_BEFORE, () -> all.forEach(slot -> progress.put(slot, minute)));
  }
}
