package io.quipu.testing.sim.linear;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.NamespaceStore.Created;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.cassandra.Cluster;
import io.quipu.testing.sim.cassandra.SimulatedLinearStore;
import io.quipu.testing.sim.core.MachineClock;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Deletes all counters when nobody uses them any more: some by name, as purges do, then all of each
 * namespace. An instance tries again until it has no failure. Nothing is left then.
 */
final class LinearDeletions {
  private static final EventTime BEGUN = EventTime.ofEpochSecond(MachineClock.EPOCH_SECOND);

  private final World world;
  private final Cluster cluster;
  private final List<LinearInstance> instances;
  private final Set<CounterName> counters;
  private final Set<Extent> left = new LinkedHashSet<>();

  LinearDeletions(
      World world, Cluster cluster, List<LinearInstance> instances, Set<CounterName> counters) {
    this.world = world;
    this.cluster = cluster;
    this.instances = instances;
    this.counters = counters;
  }

  void begin() {
    left.add(new Extent("sim", List.of(LinearLoad.IDS.name(), LinearLoad.RESET.name())));
    Set<String> namespaces = new TreeSet<>();
    counters.forEach(one -> namespaces.add(one.stored()));
    namespaces.forEach(one -> left.add(Extent.all(one)));
    next();
  }

  private void next() {
    if (left.isEmpty()) {
      return;
    }
    Extent extent = left.iterator().next();
    world
        .random()
        .pick(instances)
        .erase(
            new Created(Namespace.of(extent.stored(), "linear"), BEGUN),
            extent,
            () -> left.remove(extent));
    world.timeline().after(2 * SeededRandom.SECOND, this::next);
  }

  List<String> violations() {
    List<String> violations = new ArrayList<>();
    if (!left.isEmpty()) {
      violations.add("not deleted: " + left);
    }
    for (CounterName counter : counters) {
      for (String one : SimulatedLinearStore.left(cluster, counter)) {
        violations.add(counter.name() + ": something is left of what was deleted: " + one);
      }
    }
    return violations;
  }
}
