package io.quipu.engine.names;

import io.quipu.engine.input.Utf8Order;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A range of counters, in the order of the UTF-8 of namespace and name, which is the order of
 * Cassandra.
 *
 * @param after exclusive; null if the range has no lower end
 * @param before exclusive; null if the range has no upper end
 */
public record CounterRange(@Nullable CounterName after, @Nullable CounterName before) {
  /** The order of the counters of a range. */
  public static final Comparator<CounterName> ORDER =
      Comparator.comparing(CounterName::stored, Utf8Order.INSTANCE)
          .thenComparing(CounterName::key, Utf8Order.INSTANCE);

  /** All counters. */
  public static final CounterRange ALL = new CounterRange(null, null);
}
