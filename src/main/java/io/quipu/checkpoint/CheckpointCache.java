package io.quipu.checkpoint;

import io.quipu.counter.CounterName;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The checkpoints that this process advanced last, to spare it reading them again. A stale one
 * costs a refused compare-and-set, nothing else. Bounded; confined to one context.
 */
final class CheckpointCache {
  private static final int MOST = 10_000;

  private final Map<CounterName, CheckpointState> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<CounterName, CheckpointState> eldest) {
          return size() > MOST;
        }
      };

  Optional<CheckpointState> find(CounterName counter) {
    return Optional.ofNullable(known.get(counter));
  }

  void put(CounterName counter, CheckpointState settled) {
    known.put(counter, settled);
  }

  void forget(CounterName counter) {
    known.remove(counter);
  }
}
