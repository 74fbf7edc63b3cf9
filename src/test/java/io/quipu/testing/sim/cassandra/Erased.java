package io.quipu.testing.sim.cassandra;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.store.Extent;
import java.util.Set;
import java.util.TreeSet;

/**
 * Counters of which everything in a partition is deleted, later writes too.
 *
 * @param stored as they are stored
 * @param name of the counter; empty for all that are stored so
 */
record Erased(String stored, String name) implements Comparable<Erased> {
  static Erased of(CounterName counter) {
    return new Erased(counter.stored(), counter.key());
  }

  static Erased all(String stored) {
    return new Erased(stored, "");
  }

  static Set<Erased> of(Extent extent) {
    Set<Erased> some = new TreeSet<>();
    if (extent.names() == null) {
      some.add(all(extent.stored()));
    } else {
      extent.names().forEach(name -> some.add(new Erased(extent.stored(), name)));
    }
    return some;
  }

  @Override
  public int compareTo(Erased other) {
    int order = stored.compareTo(other.stored);
    return order != 0 ? order : name.compareTo(other.name);
  }
}
