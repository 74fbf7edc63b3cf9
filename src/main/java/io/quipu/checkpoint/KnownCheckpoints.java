package io.quipu.checkpoint;

import io.quipu.counter.CounterName;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The checkpoints that this process advanced last, to spare it reading them again. A stale one
 * costs a refused compare-and-set, nothing else. Bounded; confined to one context.
 */
final class KnownCheckpoints {
  private static final int MOST = 10_000;

  private final Map<CounterName, Settled> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<CounterName, Settled> eldest) {
          return size() > MOST;
        }
      };

  Optional<Settled> find(CounterName counter) {
    return Optional.ofNullable(known.get(counter));
  }

  void put(CounterName counter, Settled settled) {
    known.put(counter, settled);
  }

  void forget(CounterName counter) {
    known.remove(counter);
  }
}
