package io.quipu.engine.query.ranking;

import io.quipu.engine.input.Utf8Order;
import io.quipu.engine.kind.answer.Ranked;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.query.ranking.Slices.Place;
import io.quipu.engine.query.ranking.Slices.Placed;
import io.quipu.engine.state.ListedCounter;
import io.quipu.engine.state.ListedValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The names under which the counters of rankings are stored, in their order on a page: of each
 * namespace one for each number of purges.
 */
final class StoredNames {
  /** The maximum number of names that one query reads. */
  private static final int MOST = 500;

  private record Stored(String name, int ranking) {}

  private final List<Ranked> all;
  private final NameRange range;
  private final List<Stored> stored = new ArrayList<>();
  private final Map<String, Integer> places = new HashMap<>();

  private StoredNames(
      List<Ranked> all, NameRange range, Function<Ranked, List<String>> storedNames) {
    this.all = List.copyOf(all);
    this.range = range;
    for (int i = 0; i < all.size(); i++) {
      for (String name : storedNames.apply(all.get(i))) {
        stored.add(new Stored(name, i));
      }
    }
    stored.sort(Comparator.comparing(Stored::name, Utf8Order.INSTANCE));
    for (int i = 0; i < stored.size(); i++) {
      places.put(stored.get(i).name, i);
    }
  }

  /**
   * The names of what is ranked: of counters, or of series.
   *
   * @param all rankings that are {@linkplain Ranked#isReadWith read together}
   */
  static StoredNames ofRanked(List<Ranked> all) {
    return new StoredNames(all, all.get(0).storedRange(), Ranked::storedNames);
  }

  /** The names of counters, also where their series are ranked. */
  static StoredNames ofCounters(List<Ranked> all) {
    return new StoredNames(all, all.get(0).names(), ranked -> ranked.namespace().storedNames());
  }

  /** Where all counters lie. */
  Place first() {
    return new Place(0, range);
  }

  /** The names that one query reads: the rest of one, or this one and those after it. */
  List<String> from(Place place) {
    int most = place.names().equals(range) ? MOST : 1;
    return stored.stream().skip(place.stored()).limit(most).map(Stored::name).toList();
  }

  /** The place after a counter. */
  Place after(CounterName last) {
    return new Place(place(last), range.after(last.key()));
  }

  /** The place after all counters of a stored name; null if it is the last. */
  @Nullable Place after(int place) {
    return place + 1 == stored.size() ? null : new Place(place + 1, range);
  }

  private int place(CounterName counter) {
    Integer place = places.get(counter.stored());
    if (place == null) {
      throw new IllegalStateException(counter + " was not asked for");
    }
    return place;
  }

  /** The name at a place. */
  String name(int place) {
    return stored.get(place).name;
  }

  /** The index of the ranking of the counters at a place. */
  int ranking(int place) {
    return stored.get(place).ranking;
  }

  /** The index of the ranking of a counter. */
  int ranking(CounterName counter) {
    return ranking(place(counter));
  }

  /** The ranking of the counters at a place. */
  Ranked ranked(int place) {
    return all.get(ranking(place));
  }

  /** Tells whether a stored counter or series is ranked. */
  boolean isRanked(CounterName counter) {
    return ranked(place(counter)).isRanked(counter);
  }

  Placed placed(CounterName counter, ListedValue value) {
    return new Placed(place(counter), new ListedCounter(counter.key(), value));
  }
}
