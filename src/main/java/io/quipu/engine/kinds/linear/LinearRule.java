package io.quipu.engine.kinds.linear;

import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.Namespace;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The settings that a namespace had for its counters at some moment.
 *
 * @param bounds of the namespace, for the count of each counter
 * @param period in which counts begin again; null if they never do
 * @param remembers whether ids are remembered
 * @param ids minimum number of later ids of the same counter before an id may be forgotten
 * @param windows whether windows are kept
 * @param asked when the settings were asked for, in nanoseconds of the monotonic clock
 */
public record LinearRule(
    Bounds bounds,
    @Nullable CountingPeriod period,
    boolean remembers,
    long ids,
    boolean windows,
    long asked) {
  /** A rule without periods and windows. */
  public LinearRule(Bounds bounds, boolean remembers, long ids, long asked) {
    this(bounds, null, remembers, ids, false, asked);
  }

  static LinearRule of(Namespace namespace, long asked) {
    return new LinearRule(
        LinearKind.bounds(namespace),
        CountingPeriod.of(namespace.settings()),
        namespace.deduplicationWindow() != DeduplicationWindow.OFF,
        LinearKind.ids(namespace),
        !namespace.windows().isEmpty(),
        asked);
  }

  /** Tells whether another rule has the same settings; the times of asking may differ. */
  boolean isAs(LinearRule other) {
    return bounds.equals(other.bounds)
        && Objects.equals(period, other.period)
        && remembers == other.remembers
        && ids == other.ids
        && windows == other.windows;
  }
}
