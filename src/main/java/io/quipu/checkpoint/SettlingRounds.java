package io.quipu.checkpoint;

import io.quipu.collect.DueList;
import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.store.DirtyCounters;
import io.quipu.store.Partition;
import io.quipu.store.WriteOutcome;
import io.quipu.time.BoundedConcurrency;
import io.quipu.time.Clock;
import io.quipu.writer.WriterView;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.LongStream;

/**
 * Settles the dirty counters of this process's slots, minute by minute of event time. Confined to
 * one context; rounds must not overlap.
 *
 * <p>Invariant: a minute is passed in a slot only after the horizon has passed its end, so that no
 * acknowledged event can still make a counter dirty in it, after every counter that was dirty in it
 * has been settled beyond its end, and after its buckets were entered in the list of those to be
 * collected.
 */
public final class SettlingRounds {
  private static final int HOT = 1_024;

  private final DirtyCounters dirty;
  private final SettlingWaves waves;
  private final DueList dueList;
  private final Clock clock;
  private final SettlingThrottle throttle;
  private final CheckpointMeters meters;

  /** The first minute that is not yet passed, by slot. */
  private final Map<Integer, Long> progress = new HashMap<>();

  private final Set<CounterName> hot = new LinkedHashSet<>();
  private Set<Integer> slots = Set.of();
  private EventTime reached = EventTime.MIN;
  private long nextWalk;

  public SettlingRounds(
      DirtyCounters dirty,
      Checkpointer checkpointer,
      DueList dueList,
      Clock clock,
      SettlingThrottle throttle,
      CheckpointMeters meters) {
    this.dirty = dirty;
    this.waves = new SettlingWaves(checkpointer);
    this.dueList = dueList;
    this.clock = clock;
    this.throttle = throttle;
    this.meters = meters;
    this.nextWalk = clock.monotonicNanos();
  }

  /** Has a counter of an own slot settled first in the next round, unless there are too many. */
  public void hasten(CounterName counter) {
    // Others settle theirs: two settlers of one counter only get into each other's way.
    if (hot.size() < HOT && slots.contains(DirtyCounters.slotOf(counter))) {
      hot.add(counter);
    }
  }

  /** The first minute that is not yet passed, for each slot of this process. */
  public Map<Integer, Long> passed() {
    return Map.copyOf(progress);
  }

  /**
   * One round up to the horizon of {@code view}: counters that were hastened, and all dirty ones
   * unless the last walk over them took so long that it rests. Fails with the store unavailable.
   */
  public CompletionStage<Void> round(WriterView view) {
    Set<Integer> own = Slots.of(view.self(), view.settlers());
    boolean moved = !own.equals(slots);
    if (own.isEmpty()) {
      slots = own;
      progress.clear();
      return CompletableFuture.completedStage(null);
    }
    if (!moved && view.horizon().equals(reached)) {
      return CompletableFuture.completedStage(null);
    }
    meters.slots(own.size());
    return (moved ? takeOver(own, view.origin()) : CompletableFuture.<Void>completedStage(null))
        .thenCompose(taken -> settleHot(view.horizon()))
        .thenCompose(
            settled ->
                moved || clock.monotonicNanos() - nextWalk >= 0
                    ? walk(view.horizon(), settled)
                    : CompletableFuture.completedStage(null));
  }

  private CompletionStage<Void> walk(EventTime horizon, Set<CounterName> settled) {
    long started = clock.monotonicNanos();
    return minutes(horizon, settled)
        .thenAccept(
            done -> {
              long ended = clock.monotonicNanos();
              nextWalk = ended + throttle.after(ended - started, settled.size());
              reached = horizon;
            });
  }

  private CompletionStage<Void> takeOver(Set<Integer> own, EventTime origin) {
    return dirty
        .progress()
        .thenAccept(
            stored -> {
              progress.keySet().retainAll(own);
              for (Integer slot : own) {
                long start = stored.getOrDefault(slot, Partition.bucketOf(origin));
                progress.merge(slot, start, Math::max);
              }
              slots = own;
            });
  }

  private CompletionStage<Set<CounterName>> settleHot(EventTime horizon) {
    List<CounterName> first = List.copyOf(hot);
    hot.clear();
    Set<CounterName> settled = new HashSet<>();
    return settle(first, horizon, settled).thenApply(failed -> settled);
  }

  private CompletionStage<Void> minutes(EventTime horizon, Set<CounterName> settled) {
    long first = progress.values().stream().min(Long::compare).orElse(Long.MAX_VALUE);
    long last = Partition.bucketOf(horizon);
    // One after the other, and without recursion: after a long silence there are many.
    return BoundedConcurrency.forEach(
        1,
        () ->
            LongStream.iterate(first, minute -> minute <= last, SettlingRounds::next)
                .boxed()
                .iterator(),
        minute -> minute(minute, horizon, settled));
  }

  private static long next(long minute) {
    return minute + Partition.BUCKET_SECONDS;
  }

  private CompletionStage<Void> minute(long minute, EventTime horizon, Set<CounterName> settled) {
    Set<Integer> due = new TreeSet<>();
    progress.forEach(
        (slot, from) -> {
          if (from <= minute) {
            due.add(slot);
          }
        });
    return dirty
        .changedIn(minute, due)
        .thenCompose(
            counters ->
                settle(counters, horizon, settled)
                    .thenCompose(failed -> pass(minute, due, horizon, counters, failed)));
  }

  /** Adds those that are settled to {@code settled}; answers the slots in which some are not. */
  private CompletionStage<Set<Integer>> settle(
      List<CounterName> counters, EventTime horizon, Set<CounterName> settled) {
    Set<Integer> failed = new HashSet<>();
    List<CounterName> todo =
        counters.stream().filter(counter -> !settled.contains(counter)).toList();
    return waves
        .settle(
            todo,
            horizon,
            (counter, outcome) -> {
              if (outcome.settled()) {
                settled.add(counter);
              } else {
                failed.add(DirtyCounters.slotOf(counter));
              }
            })
        .thenApply(done -> failed);
  }

  private CompletionStage<Void> pass(
      long minute,
      Set<Integer> due,
      EventTime horizon,
      List<CounterName> counters,
      Set<Integer> failed) {
    Set<Integer> passed = new TreeSet<>(due);
    passed.removeAll(failed);
    // A slot that failed in an earlier minute has not got here and must not skip it.
    passed.removeIf(slot -> progress.getOrDefault(slot, 0L) != minute);
    if (passed.isEmpty() || horizon.isBefore(EventTime.ofEpochSecond(next(minute)))) {
      return CompletableFuture.completedStage(null);
    }
    List<CounterName> settled =
        counters.stream().filter(c -> passed.contains(DirtyCounters.slotOf(c))).toList();
    return dueList
        .enter(minute, settled)
        .thenCompose(
            unentered -> {
              passed.removeAll(unentered);
              return passed.isEmpty()
                  ? CompletableFuture.completedStage(null)
                  : passed(minute, passed, settled);
            });
  }

  private CompletionStage<Void> passed(
      long minute, Set<Integer> passed, List<CounterName> counters) {
    passed.forEach(slot -> progress.put(slot, next(minute)));
    return dirty
        .settledBefore(passed, next(minute))
        .thenCompose(
            stored ->
                stored == WriteOutcome.WRITTEN
                    ? forget(minute, passed, counters)
                    : CompletableFuture.completedStage(stored))
        .thenApply(forgotten -> null);
  }

  /** Deletes what is there, and leaves no tombstones where nothing ever was. */
  private CompletionStage<WriteOutcome> forget(
      long minute, Set<Integer> passed, List<CounterName> counters) {
    Set<Integer> full = new TreeSet<>();
    counters.forEach(counter -> full.add(DirtyCounters.slotOf(counter)));
    full.retainAll(passed);
    return full.isEmpty()
        ? CompletableFuture.completedStage(WriteOutcome.WRITTEN)
        : dirty.forget(minute, full);
  }
}
