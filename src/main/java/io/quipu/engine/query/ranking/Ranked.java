package io.quipu.engine.query.ranking;

import io.quipu.engine.model.NameRange;
import io.quipu.engine.model.Namespace;
import io.quipu.engine.model.Window;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The subject of a ranking.
 *
 * @param names range of the names of counters
 * @param window the window in which counters are ranked by their counts; counters without a count
 *     in this window are left out; null to rank by total counts
 */
public record Ranked(Namespace namespace, NameRange names, @Nullable Window window)
    implements Comparable<Ranked> {
  private static final Comparator<Ranked> ORDER =
      Comparator.<Ranked, String>comparing(ranked -> ranked.namespace().name())
          .thenComparing(ranked -> ranked.namespace().version())
          .thenComparing(ranked -> ranked.names.from())
          .thenComparing(ranked -> ranked.names.before())
          .thenComparing(Ranked::window, Comparator.nullsFirst(Comparator.naturalOrder()));

  /** The number of shards of the counters. */
  int shards() {
    return namespace.shards();
  }

  /** Hashes the name only, because rankings of one namespace rarely have different settings. */
  @Override
  public int hashCode() {
    return 31 * namespace.name().hashCode() + names.hashCode();
  }

  @Override
  public int compareTo(Ranked other) {
    return ORDER.compare(this, other);
  }
}
