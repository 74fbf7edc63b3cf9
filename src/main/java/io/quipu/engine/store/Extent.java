package io.quipu.engine.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The counters of which everything is deleted.
 *
 * @param stored the name under which they are stored, see {@link
 *     io.quipu.engine.names.CounterName#stored}
 * @param names of the counters; null for all that are stored under the name
 */
public record Extent(String stored, @Nullable List<String> names) {
  /** All counters that are stored under a name. */
  public static Extent all(String stored) {
    return new Extent(stored, null);
  }
}
