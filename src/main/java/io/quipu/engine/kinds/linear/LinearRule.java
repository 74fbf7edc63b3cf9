package io.quipu.engine.kinds.linear;

import io.quipu.engine.model.DeduplicationWindow;
import io.quipu.engine.model.Namespace;

/**
 * The settings that a namespace had for its counters at some moment.
 *
 * @param bounds of every count
 * @param remembers whether ids are looked at
 * @param ids so many later ones at least until one may be forgotten
 * @param asked when its settings were asked for, in nanoseconds of the monotonic clock
 */
public record LinearRule(Bounds bounds, boolean remembers, long ids, long asked) {
  static LinearRule of(Namespace namespace, long asked) {
    return new LinearRule(
        LinearKind.bounds(namespace),
        namespace.deduplicationWindow() != DeduplicationWindow.OFF,
        LinearKind.ids(namespace),
        asked);
  }

  /** Tells whether another one comes to the same, whenever it was asked for. */
  boolean isAs(LinearRule other) {
    return bounds.equals(other.bounds) && remembers == other.remembers && ids == other.ids;
  }
}
