package io.quipu.engine.checkpoint.collect;

import io.quipu.engine.model.EventTime;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Since when this process knows that something was deleted, and up to which event time there may be
 * rows of it. Nothing is taken from when the deletion says it was decided: its conditional write
 * may have taken effect long after it was sent, and the time of the group may have leapt since.
 * Confined to one context.
 */
final class Sightings<K extends Comparable<K>> {
  private final Duration slack;
  private Map<K, Sighting> known = Map.of();

  /**
   * @param first monotonic time of the first look, in nanoseconds
   * @param end the group time when the slack was over; null before
   */
  private record Sighting(long first, @Nullable EventTime end) {}

  /**
   * @param slack the time after which nobody uses any more what was deleted
   */
  Sightings(Duration slack) {
    this.slack = slack;
  }

  /**
   * Takes all that is seen now; what is not seen any more is forgotten.
   *
   * @param now the group time
   */
  void look(Collection<K> seen, long nanos, EventTime now) {
    Map<K, Sighting> next = new HashMap<>();
    for (K key : seen) {
      Sighting before = known.getOrDefault(key, new Sighting(nanos, null));
      boolean over = before.end == null && nanos - before.first >= slack.toNanos();
      next.put(key, over ? new Sighting(before.first, now) : before);
    }
    known = next;
  }

  /** The group time after all rows of what was deleted; empty while there may be more. */
  Optional<EventTime> end(K key) {
    Sighting sighting = known.get(key);
    return sighting == null ? Optional.empty() : Optional.ofNullable(sighting.end);
  }
}
