package io.quipu.checkpoint;

import io.quipu.counter.CounterName;
import io.quipu.page.CounterState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The states of counters on a page that its settler knows, as long as it took every step of the
 * page itself: it need not read them again. Bounded; confined to one context.
 */
final class PageCache {
  private final Map<CounterName, CounterState> known;

  /**
   * @param most counters that are remembered
   */
  PageCache(int most) {
    this.known =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<CounterName, CounterState> eldest) {
            return size() > most;
          }
        };
  }

  @Nullable CounterState get(CounterName counter) {
    return known.get(counter);
  }

  void put(CounterName counter, CounterState state) {
    known.put(counter, state);
  }

  /** Those that are not known. */
  List<CounterName> missing(Collection<CounterName> counters) {
    List<CounterName> missing = new ArrayList<>();
    for (CounterName counter : counters) {
      if (!known.containsKey(counter)) {
        missing.add(counter);
      }
    }
    return missing;
  }

  void clear() {
    known.clear();
  }
}
