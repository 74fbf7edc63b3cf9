package io.quipu.engine.checkpoint.collect;

import io.quipu.engine.model.EventTime;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.NamedPartitions;
import io.quipu.engine.time.BoundedConcurrency;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Since when this process knows that something was deleted, and up to which event time there may be
 * rows of it. Nothing is taken from when the deletion says it was decided: its conditional write
 * may have taken effect long after it was sent, and the time of the group may have leapt since. Nor
 * is the time of this process enough: another one, which has left the group, may have been ahead.
 * What it recorded is in partitions that were named. Confined to one context.
 */
final class Sightings<K extends Comparable<K>> {
  private final Duration slack;
  private final EventDirectory directory;
  private Map<K, Sighting> known = Map.of();

  /**
   * @param first monotonic time of the first look, in nanoseconds
   * @param rows up to where there may be rows; null as long as there may be more of them
   */
  private record Sighting(long first, @Nullable LastRows rows) {}

  /**
   * @param slack the time after which nobody uses any more what was deleted
   */
  Sightings(Duration slack, EventDirectory directory) {
    this.slack = slack;
    this.directory = directory;
  }

  /**
   * Takes all that is seen now; what is not seen any more is forgotten.
   *
   * @param now the group time
   */
  void look(Collection<K> seen, long nanos, EventTime now) {
    LastRows rows = new LastRows(directory, now);
    Map<K, Sighting> next = new HashMap<>();
    for (K key : seen) {
      Sighting before = known.getOrDefault(key, new Sighting(nanos, null));
      boolean over = before.rows == null && nanos - before.first >= slack.toNanos();
      next.put(key, over ? new Sighting(before.first, rows) : before);
    }
    known = next;
  }

  /** Tells whether nobody uses any more what was deleted. */
  boolean isUnused(K key) {
    Sighting sighting = known.get(key);
    return sighting != null && sighting.rows != null;
  }

  /**
   * The event time before which all rows in a part are of some keys that are unused. Fails with the
   * store unavailable.
   */
  CompletionStage<EventTime> end(Collection<K> keys, int part) {
    Set<LastRows> rows = keys.stream().map(this::rows).collect(Collectors.toSet());
    return BoundedConcurrency.map(1, rows, one -> one.of(part))
        .thenApply(ends -> ends.stream().reduce(EventTime.MIN, EventTime::max));
  }

  private LastRows rows(K key) {
    return Objects.requireNonNull(Objects.requireNonNull(known.get(key)).rows);
  }

  /** Where the rows end that there were when the slack was over, by part. */
  private static final class LastRows {
    private final EventDirectory directory;
    private final EventTime now;
    private final Map<Integer, EventTime> parts = new HashMap<>();

    private LastRows(EventDirectory directory, EventTime now) {
      this.directory = directory;
      this.now = now;
    }

    private CompletionStage<EventTime> of(int part) {
      EventTime end = parts.get(part);
      return end != null
          ? CompletableFuture.completedStage(end)
          : new NamedPartitions(directory, part)
              .all(now)
              .thenApply(
                  named -> {
                    EventTime last = named.isEmpty() ? now : EventTime.max(now, named.last().end());
                    parts.put(part, last);
                    return last;
                  });
    }
  }
}
