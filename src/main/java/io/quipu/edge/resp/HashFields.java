package io.quipu.edge.resp;

import io.quipu.engine.kind.SeriesRange;
import io.quipu.engine.model.Breakdowns;
import io.quipu.engine.model.InvalidInput;
import io.quipu.engine.model.KnownCounter;
import io.quipu.engine.model.Series;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The series of a counter by one label, which are the fields of a hash for Redis clients. The label
 * is that of the first breakdown by exactly one label.
 *
 * @param breakdown the number of the breakdown
 */
record HashFields(KnownCounter counter, int breakdown) {
  /** The fields of a counter; null if its namespace has no breakdown by one label. */
  static @Nullable HashFields of(KnownCounter counter) {
    List<List<String>> all = Breakdowns.of(counter.namespace()).all();
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).size() == 1) {
        return new HashFields(counter, i);
      }
    }
    return null;
  }

  private String label(Breakdowns breakdowns) {
    return breakdowns.all().get(breakdown).get(0);
  }

  /**
   * The series of a field.
   *
   * @throws InvalidInput if no event can have this value of the label
   */
  KnownCounter field(String value) {
    Breakdowns breakdowns = Breakdowns.of(counter.namespace());
    breakdowns.checkValue(label(breakdowns), value);
    String key = new Series(breakdown, List.of(value)).key();
    return new KnownCounter(counter.name().with(key), counter.namespace());
  }

  /** The label whose values are the fields. */
  String label() {
    return label(Breakdowns.of(counter.namespace()));
  }

  /** The first fields, in the order of their names. */
  SeriesRange first(int limit) {
    return new SeriesRange(counter, breakdown, Map.of(), "", limit, false);
  }

  /** The name of the field that a series is. */
  static String nameOf(String series) {
    return Series.of(series).values().get(0);
  }
}
