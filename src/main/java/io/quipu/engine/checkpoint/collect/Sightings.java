package io.quipu.engine.checkpoint.collect;

import io.quipu.engine.state.PageHeader;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
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

    /** The group whose rows are deleted together, and its deletions that have begun, by part. */
    private List<?> together = List.of();

    private Map<Integer, RowsErasure> begun = new HashMap<>();

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

  /** Tells whether nobody uses any more what was deleted. */
  boolean isUnused(K key) {
    Sighting sighting = known.get(key);
    return sighting != null && sighting.unused;
  }

  /** The deletions of rows that have begun, by part: of some that are deleted together. */
  Map<Integer, RowsErasure> begun(List<K> together) {
    Sighting first = sighting(together.get(0));
    if (!first.together.equals(together)) {
      first.together = together;
      first.begun = new HashMap<>();
    }
    return first.begun;
  }

  /** Notes that this process has deleted the rows. */
  void rowsDeleted(K key) {
    sighting(key).withoutRows = true;
  }

  boolean isWithoutRows(K key) {
    return sighting(key).withoutRows;
  }

  /**
   * Tells whether no step of some pages can settle rows any more that were deleted. The first step
   * after the deletion may have read them before. The second one began when the first was known.
   *
   * @param headers of the pages, which were read after the rows were deleted
   */
  boolean isPast(K key, Map<Integer, PageHeader> headers) {
    Map<Integer, Long> steps = sighting(key).steps;
    headers.forEach((page, header) -> steps.putIfAbsent(page, header.step()));
    return headers.entrySet().stream()
        .allMatch(
            page ->
                page.getValue().step() - Objects.requireNonNull(steps.get(page.getKey()))
                    >= source.steps());
  }

  private Sighting sighting(K key) {
    return Objects.requireNonNull(known.get(key));
  }
}
