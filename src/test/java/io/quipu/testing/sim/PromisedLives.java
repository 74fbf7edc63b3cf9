package io.quipu.testing.sim;

import io.quipu.engine.names.CounterName;
import io.quipu.testing.sim.core.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What answered purges and creations promise: what is asked later is of another life. */
public final class PromisedLives {
  private final World world;
  private final Map<CounterName, List<Promise>> purged = new HashMap<>();
  private final List<Promise> created = new ArrayList<>();

  /** From a time on, the lives are at least these. */
  private record Promise(long from, int life, int purged) {
    boolean isKept(CounterName actual) {
      return actual.life() > life || (actual.life() == life && actual.purged() >= purged);
    }
  }

  public PromisedLives(World world) {
    this.world = world;
  }

  /** A purge was answered that was asked for in a life of the counter, or a later one. */
  public void purged(CounterName ended) {
    purged
        .computeIfAbsent(ended.named(), any -> new ArrayList<>())
        .add(new Promise(world.now(), ended.life(), ended.purged() + 1));
  }

  /** The namespace was created again. */
  public void created(int life) {
    created.add(new Promise(world.now(), life, 0));
  }

  /**
   * Somebody who was asked at a time took a counter for one of this life.
   *
   * @param asked in true time
   */
  public void taken(CounterName actual, long asked) {
    check(purged.getOrDefault(actual.named(), List.of()), actual, asked);
    check(created, actual, asked);
  }

  private void check(List<Promise> promises, CounterName actual, long asked) {
    for (Promise promise : promises) {
      if (promise.from < asked && !promise.isKept(actual)) {
        world.mishap(actual.stored() + " was asked for after " + promise);
      }
    }
  }
}
