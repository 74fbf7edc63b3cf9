package io.quipu.collect;

import io.quipu.collect.BucketCollection.Progress;
import io.quipu.counter.EventTime;
import io.quipu.store.CheckpointStore;
import io.quipu.store.DueBuckets;
import io.quipu.store.DueBuckets.Bucket;
import io.quipu.store.EventStore;
import io.quipu.store.Partition;
import io.quipu.store.StoreUnavailable;
import io.quipu.store.WriteOutcome;
import io.quipu.time.BoundedConcurrency;
import io.quipu.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the buckets of this process's slots whose retention is over. Confined to one context;
 * rounds must not overlap.
 *
 * <p>A minute of the list is read once, when nothing can be entered for it any more: the horizon
 * has passed it, and every minute of events of which a bucket could fall due in it was passed in
 * the slot. What was read is worked at in every round until it is done. A new collector begins with
 * the first minute of which something may be left.
 */
public final class Collector {
  private static final Logger log = LoggerFactory.getLogger(Collector.class);
  private static final int AT_ONCE = 16;
  private static final int MOST_OPEN = 100_000;

  /** A round goes on after a few failures, but not through all that is open while all fail. */
  private static final int MOST_FAILURES = 16;

  private final DueBuckets due;
  private final BucketCollection.Dependencies shared;
  private final CollectionMeters meters;

  /** The first minute that was not yet read, by slot. */
  private final Map<Integer, Long> unread = new HashMap<>();

  private final Map<Integer, Long> stored = new HashMap<>();
  private final Map<DueBucket, BucketCollection> open = new LinkedHashMap<>();
  private int failures;
  private boolean behind;
  private @Nullable Throwable failure;

  private record DueBucket(long minute, Bucket bucket) implements Comparable<DueBucket> {
    @Override
    public int compareTo(DueBucket other) {
      int order = Long.compare(minute, other.minute);
      return order != 0 ? order : bucket.compareTo(other.bucket);
    }
  }

  /**
   * @param wait how long after a bucket was given up its rows are deleted: at least twice as long
   *     as a read may take
   */
  public Collector(
      DueBuckets due,
      CheckpointStore checkpoints,
      EventStore events,
      CounterSettler settler,
      Clock clock,
      Duration wait,
      CollectionMeters meters) {
    this.due = due;
    this.shared = new BucketCollection.Dependencies(checkpoints, events, due, settler, clock, wait);
    this.meters = meters;
  }

  /**
   * One round. Fails with the store unavailable, when some of it was not done.
   *
   * @param passed for each slot of this process the first minute of events that was not passed yet
   * @param origin no event is older
   * @param horizon announced before this call
   */
  public CompletionStage<Void> round(
      Map<Integer, Long> passed, EventTime origin, EventTime horizon) {
    failures = 0;
    failure = null;
    return takeOver(passed, origin)
        .thenCompose(taken -> read(passed, horizon))
        .thenCompose(read -> collect(horizon))
        .thenCompose(collected -> remember())
        .thenCompose(this::ended);
  }

  private CompletionStage<Void> takeOver(Map<Integer, Long> passed, EventTime origin) {
    if (passed.keySet().equals(unread.keySet())) {
      return CompletableFuture.completedStage(null);
    }
    return due.progress()
        .thenAccept(
            known -> {
              unread.keySet().retainAll(passed.keySet());
              stored.keySet().retainAll(passed.keySet());
              open.keySet().removeIf(entry -> !passed.containsKey(entry.bucket.slot()));
              // A minute that is passed again enters its buckets again.
              passed.forEach(
                  (slot, minute) ->
                      unread.computeIfAbsent(
                          slot,
                          taken ->
                              Math.min(
                                  minute, known.getOrDefault(slot, Partition.bucketOf(origin)))));
            });
  }

  private CompletionStage<Void> read(Map<Integer, Long> passed, EventTime horizon) {
    long first = unread.values().stream().min(Long::compare).orElse(Long.MAX_VALUE);
    long end = Partition.bucketOf(horizon);
    return BoundedConcurrency.forEach(
        1,
        () ->
            LongStream.iterate(
                    first,
                    minute -> minute < end && open.size() < MOST_OPEN,
                    minute -> minute + Partition.BUCKET_SECONDS)
                .boxed()
                .iterator(),
        minute -> readMinute(minute, passed));
  }

  /** A bucket falls due at the earliest in the minute after its own. */
  private CompletionStage<Void> readMinute(long minute, Map<Integer, Long> passed) {
    Set<Integer> slots = new TreeSet<>();
    unread.forEach(
        (slot, next) -> {
          if (next == minute && minute <= passed.getOrDefault(slot, Long.MIN_VALUE)) {
            slots.add(slot);
          }
        });
    if (slots.isEmpty()) {
      return CompletableFuture.completedStage(null);
    }
    return due.dueIn(minute, slots)
        .thenAccept(
            buckets -> {
              for (Bucket bucket : buckets) {
                open.put(
                    new DueBucket(minute, bucket), new BucketCollection(shared, minute, bucket));
              }
              slots.forEach(slot -> unread.put(slot, minute + Partition.BUCKET_SECONDS));
            });
  }

  private CompletionStage<Void> collect(EventTime horizon) {
    boolean[] unsettled = {false};
    return BoundedConcurrency.forEach(
            AT_ONCE,
            List.copyOf(open.entrySet()),
            entry ->
                failures < MOST_FAILURES
                    ? entry
                        .getValue()
                        .step(horizon)
                        .handle(
                            (progress, failed) -> {
                              unsettled[0] |= progress == Progress.NOT_SETTLED;
                              return stepped(entry.getKey(), progress, failed);
                            })
                    : CompletableFuture.completedStage(null))
        .thenAccept(
            stepped -> {
              meters.open(open.size());
              if (unsettled[0] && !behind) {
                log.info("Some buckets are due and not settled yet; they are left for later.");
              }
              behind = unsettled[0];
            });
  }

  private @Nullable Void stepped(
      DueBucket entry, @Nullable Progress progress, @Nullable Throwable failed) {
    if (failed != null) {
      failures++;
      // Of several, a defect is what must be told.
      failure = failure == null || !StoreUnavailable.caused(failed) ? failed : failure;
      meters.failed();
    } else if (progress == Progress.DONE) {
      open.remove(entry);
      meters.collected();
    }
    return null;
  }

  /** Stores, for each slot, the first minute of which something is left. */
  private CompletionStage<Void> remember() {
    Map<Integer, Long> left = new HashMap<>(unread);
    open.keySet().forEach(entry -> left.merge(entry.bucket.slot(), entry.minute, Math::min));
    Map<Long, Set<Integer>> moved = new TreeMap<>();
    left.forEach(
        (slot, minute) -> {
          if (!minute.equals(stored.get(slot))) {
            moved.computeIfAbsent(minute, any -> new TreeSet<>()).add(slot);
          }
        });
    return BoundedConcurrency.forEach(
        1,
        moved.entrySet(),
        change ->
            due.collectedBefore(change.getValue(), change.getKey())
                .thenAccept(
                    outcome -> {
                      if (outcome == WriteOutcome.WRITTEN) {
                        change.getValue().forEach(slot -> stored.put(slot, change.getKey()));
                      }
                    }));
  }

  private CompletionStage<Void> ended(@Nullable Void done) {
    Throwable first = failure;
    return first == null
        ? CompletableFuture.completedStage(null)
        : CompletableFuture.failedStage(first);
  }
}
