package io.quipu.engine.checkpoint.collect;

import io.quipu.engine.state.PageHeader;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Since when this process knows that something was deleted, and what it has done about it. Nothing
 * is taken from when the deletion says it was decided: its conditional write may have taken effect
 * long after it was sent. Confined to one context.
 */
final class Sightings<K extends Comparable<K>> {
  private final ErasureSource source;
  private Map<K, Sighting> known = Map.of();

  private static final class Sighting {
    /** Monotonic time of the first look, in nanoseconds. */
    private final long first;

    private boolean unused;
    private boolean withoutRows;

    /** The number of steps that each page had when the rows were deleted. */
    private final Map<Integer, Long> steps = new HashMap<>();

    private Sighting(long first) {
      this.first = first;
    }
  }

  Sightings(ErasureSource source) {
    this.source = source;
  }

  /** Takes all that is seen now; what is not seen any more is forgotten. */
  void look(Collection<K> seen, long nanos) {
    Map<K, Sighting> next = new HashMap<>();
    for (K key : seen) {
      Sighting sighting = known.getOrDefault(key, new Sighting(nanos));
      sighting.unused |= nanos - sighting.first >= source.slack().toNanos();
      next.put(key, sighting);
    }
    known = next;
  }

  /** Notes that somebody has known of the deletion for the whole slack, at some time or other. */
  void waited(K key) {
    sighting(key).unused = true;
  }

  boolean isSeen(K key) {
    return known.containsKey(key);
  }

  /** Tells whether nobody uses any more what was deleted. */
  boolean isUnused(K key) {
    Sighting sighting = known.get(key);
    return sighting != null && sighting.unused;
  }

  /** Notes that this process has deleted the rows. */
  void rowsDeleted(K key) {
    sighting(key).withoutRows = true;
  }

  boolean isWithoutRows(K key) {
    return sighting(key).withoutRows;
  }

  /**
   * Tells whether no step of a page can settle rows any more that were deleted. The first step
   * after the deletion may have read them before. The second one began when the first was known.
   *
   * @param header of the page, which was read after the rows were deleted
   */
  boolean isPast(K key, int page, PageHeader header) {
    return header.step() - sighting(key).steps.computeIfAbsent(page, any -> header.step())
        >= source.steps();
  }

  private Sighting sighting(K key) {
    return Objects.requireNonNull(known.get(key));
  }
}
