package io.quipu.testing.sim.linear;

import io.quipu.engine.kinds.linear.LinearChecker;
import io.quipu.engine.kinds.linear.LinearState;
import io.quipu.engine.kinds.linear.Sent;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.Namespace;
import io.quipu.testing.sim.cassandra.Cluster;
import io.quipu.testing.sim.cassandra.SimulatedLinearStore;
import io.quipu.testing.sim.cassandra.SimulatedNamespaceStore;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.MachineClock;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** One run of linear counters, drawn from a seed. It replays identically. */
final class LinearSimulation {
  private static final int INSTANCES = 3;

  /** So long nothing more goes wrong before the end is looked at: longer than a late write. */
  private static final long CALM = 80 * SeededRandom.SECOND;

  private final World world;
  private final Cluster cluster;
  private final Supplier<LinearProtocol> protocol;
  private final List<LinearInstance> instances = new ArrayList<>();
  private final LinearLoad load;
  private final LinearLimits limits;
  private int started;

  private LinearSimulation(long seed, boolean traced, Supplier<LinearProtocol> protocol) {
    this.world = new World(seed, traced);
    this.cluster = new Cluster(world);
    this.protocol = protocol;
    SimulatedNamespaceStore.exists(cluster, Namespace.of("sim", "linear"));
    for (int i = 0; i < INSTANCES; i++) {
      instances.add(start());
    }
    this.load = new LinearLoad(world, instances);
    this.limits = new LinearLimits(world, cluster, protocol.get());
  }

  /**
   * What a run found.
   *
   * @param violations empty if all is well
   */
  record Result(
      long seed,
      int recorded,
      int refused,
      int unknown,
      List<String> violations,
      List<String> trace) {
    boolean passed() {
      return violations.isEmpty();
    }
  }

  static Result run(long seed, boolean faults, boolean traced, Supplier<LinearProtocol> protocol) {
    return new LinearSimulation(seed, traced, protocol).run(seed, faults);
  }

  private LinearInstance start() {
    MachineClock clock = MachineClock.drawn(world.timeline(), world.random());
    started++;
    return new LinearInstance(
        cluster, new Machine(world, "quipu-" + started, clock), protocol.get());
  }

  private void restart(int place) {
    Machine before = instances.get(place).machine();
    world.trace().note(before.name(), () -> "is killed");
    before.crash();
    world
        .timeline()
        .after(
            world.random().spread(SeededRandom.SECOND / 10, 3 * SeededRandom.SECOND),
            () -> {
              if (instances.get(place).machine() == before) {
                instances.set(place, start());
              }
            });
  }

  private Result run(long seed, boolean faults) {
    LinearChaos chaos = new LinearChaos(world, cluster, instances, this::restart);
    load.begin();
    limits.begin();
    if (faults) {
      chaos.begin();
    }
    world
        .timeline()
        .runUntil(world.random().between(10 * SeededRandom.SECOND, 30 * SeededRandom.SECOND));
    load.close();
    limits.close();
    chaos.end();
    world.timeline().runUntil(world.now() + CALM);
    List<String> violations = new ArrayList<>(world.mishaps());
    if (!load.isDone()) {
      violations.add("a client has no answer at the end");
    }
    violations.addAll(limits.violations(load.sent(LinearLoad.LIMITED)));
    for (CounterName counter : load.counters()) {
      check(counter).forEach(one -> violations.add(counter.name() + ": " + one));
    }
    return new Result(
        seed,
        count(Sent::isRecorded),
        count(Sent::isRefusedByBound),
        count(one -> one.inDoubt || one.isUnknown()),
        violations,
        world.trace().lines());
  }

  private int count(java.util.function.Predicate<Sent> some) {
    int count = 0;
    for (CounterName counter : load.counters()) {
      count += (int) load.sent(counter).stream().filter(some).count();
    }
    return count;
  }

  private List<String> check(CounterName counter) {
    LinearState end = SimulatedLinearStore.decidedState(cluster, counter);
    LinearChecker checker = new LinearChecker(load.sent(counter), load.reads(counter), end);
    if (LinearLoad.hasIds(counter)) {
      checker.checkIds(SimulatedLinearStore.decided(cluster, counter));
    } else {
      checker.checkOnes();
    }
    return checker.violations();
  }
}
