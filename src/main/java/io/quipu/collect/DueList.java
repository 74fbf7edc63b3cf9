package io.quipu.collect;

import io.quipu.counter.CounterName;
import io.quipu.counter.Span;
import io.quipu.store.DueBuckets;
import io.quipu.store.DueBuckets.Bucket;
import io.quipu.store.Partition;
import io.quipu.store.WriteOutcome;
import io.quipu.time.BoundedConcurrency;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Enters the buckets of a passed minute in the list of those to be collected, by the minute in
 * which their retention ends. Confined to one context.
 */
public final class DueList {
  private static final Logger log = LoggerFactory.getLogger(DueList.class);
  private static final int NAMESPACES_AT_ONCE = 16;
  private static final int WRITES_AT_ONCE = 16;
  private static final int BUCKETS_PER_WRITE = 100;

  /** From here on, for ever: a century. */
  private static final long FOREVER_SECONDS = 36_525L * 86_400;

  private final DueBuckets due;
  private final Retention retention;
  private boolean failing;

  private record Place(long due, int slot) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int order = Long.compare(due, other.due);
      return order != 0 ? order : Integer.compare(slot, other.slot);
    }
  }

  private record Addition(Place place, List<Bucket> buckets) {}

  public DueList(DueBuckets due, Retention retention) {
    this.due = due;
    this.retention = retention;
  }

  /**
   * Enters one bucket for each counter; may be repeated. Answers the slots of which some were not
   * entered for certain; it never fails.
   *
   * @param bucket its start in seconds of Unix time
   */
  public CompletionStage<Set<Integer>> enter(long bucket, List<CounterName> counters) {
    Set<String> namespaces =
        counters.stream().map(CounterName::namespace).collect(Collectors.toSet());
    Map<String, Span> retain = new HashMap<>();
    return BoundedConcurrency.forEach(
            NAMESPACES_AT_ONCE,
            namespaces,
            namespace ->
                retention
                    .of(namespace)
                    .handle(
                        (span, failure) ->
                            failure == null ? retain.put(namespace, span) : failed(failure)))
        .thenCompose(
            read -> {
              failing = failing && retain.size() < namespaces.size();
              return add(bucket, counters, retain);
            });
  }

  private Span failed(Throwable failure) {
    if (!failing) {
      failing = true;
      log.warn(
          "The retention of a namespace cannot be read; minutes with its counters wait: {}",
          failure.getMessage());
    }
    return Span.FOREVER;
  }

  private CompletionStage<Set<Integer>> add(
      long bucket, List<CounterName> counters, Map<String, Span> retain) {
    Set<Integer> failed = new HashSet<>();
    Map<Place, List<Bucket>> places = new LinkedHashMap<>();
    for (CounterName counter : counters) {
      Bucket entry = new Bucket(counter, bucket);
      Span span = retain.get(counter.namespace());
      if (span == null) {
        failed.add(entry.slot());
      } else {
        dueMinute(bucket, span)
            .ifPresent(
                minute ->
                    places
                        .computeIfAbsent(new Place(minute, entry.slot()), any -> new ArrayList<>())
                        .add(entry));
      }
    }
    return BoundedConcurrency.forEach(
            WRITES_AT_ONCE,
            additions(places),
            addition ->
                due.add(addition.place.due, addition.place.slot, addition.buckets)
                    .thenAccept(
                        outcome -> {
                          if (outcome != WriteOutcome.WRITTEN) {
                            failed.add(addition.place.slot);
                          }
                        }))
        .thenApply(added -> failed);
  }

  /** The minute in which the retention of a bucket ends; none if it never does. */
  static OptionalLong dueMinute(long bucket, Span retain) {
    if (retain.isForever() || retain.length().toSeconds() >= FOREVER_SECONDS) {
      return OptionalLong.empty();
    }
    long second = bucket + Partition.BUCKET_SECONDS + retain.length().toSeconds();
    return OptionalLong.of(second - Math.floorMod(second, Partition.BUCKET_SECONDS));
  }

  private static List<Addition> additions(Map<Place, List<Bucket>> places) {
    List<Addition> additions = new ArrayList<>();
    places.forEach(
        (place, buckets) -> {
          for (int from = 0; from < buckets.size(); from += BUCKETS_PER_WRITE) {
            int to = Math.min(buckets.size(), from + BUCKETS_PER_WRITE);
            additions.add(new Addition(place, buckets.subList(from, to)));
          }
        });
    return additions;
  }
}
