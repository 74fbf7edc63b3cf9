package io.quipu.engine.query.ranking;

import io.quipu.engine.model.NameRange;
import io.quipu.engine.model.Window;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The subject of a ranking.
 *
 * @param shards number of shards of the namespace
 * @param names range of the names of counters
 * @param window the window in which counters are ranked by their counts; counters without a count
 *     in this window are left out; null to rank by total counts
 */
public record Ranked(String namespace, int shards, NameRange names, @Nullable Window window)
    implements Comparable<Ranked> {
  private static final Comparator<Ranked> ORDER =
      Comparator.comparing(Ranked::namespace)
          .thenComparingInt(Ranked::shards)
          .thenComparing(ranked -> ranked.names.from())
          .thenComparing(ranked -> ranked.names.before())
          .thenComparing(Ranked::window, Comparator.nullsFirst(Comparator.naturalOrder()));

  @Override
  public int compareTo(Ranked other) {
    return ORDER.compare(this, other);
  }
}
