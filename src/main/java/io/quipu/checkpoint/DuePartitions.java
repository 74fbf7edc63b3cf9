package io.quipu.checkpoint;

import io.quipu.counter.EventTime;
import io.quipu.page.EventPartition;
import io.quipu.store.EventDirectory;
import io.quipu.store.EventDirectory.Hour;
import io.quipu.time.BoundedConcurrency;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;

/** Finds the event partitions of a part, from the directory. */
final class DuePartitions {
  /** More than these are left for later: who is far behind gets on step by step. */
  private static final int HOURS = 4;

  private final EventDirectory directory;
  private final int part;

  DuePartitions(EventDirectory directory, int part) {
    this.directory = directory;
    this.part = part;
  }

  /**
   * The partitions that may hold rows between two points in event time.
   *
   * @param until up to here they are complete; before the horizon if that is far away
   */
  record Due(List<EventPartition> partitions, EventTime until) {}

  /**
   * Reads what the directory names. Fails with the store unavailable.
   *
   * @param horizon announced before this call
   */
  CompletionStage<Due> read(EventTime from, EventTime horizon) {
    return directory
        .hours(part, EventPartition.hourOf(from))
        .thenCompose(
            hours -> {
              List<Long> starts =
                  hours.stream()
                      .map(Hour::start)
                      .distinct()
                      .sorted()
                      .filter(start -> EventTime.ofEpochSecond(start).isBefore(horizon))
                      .toList();
              boolean all = starts.size() <= HOURS;
              EventTime until = all ? horizon : EventTime.ofEpochSecond(starts.get(HOURS));
              return partitions(
                      starts.subList(0, Math.min(HOURS, starts.size())), new TreeSet<>(hours), from)
                  .thenApply(found -> new Due(found, until));
            });
  }

  private CompletionStage<List<EventPartition>> partitions(
      List<Long> hours, Set<Hour> named, EventTime from) {
    long first = EventPartition.bucketOf(from);
    List<EventPartition> all = new ArrayList<>();
    return BoundedConcurrency.forEach(
            1,
            hours,
            hour -> directory.partitions(part, hour, Math.max(hour, first)).thenAccept(all::addAll))
        .thenApply(read -> all.stream().filter(found -> Hour.isNamed(found, named)).toList());
  }
}
