package io.quipu.testing.sim.linear;

import io.quipu.engine.kinds.linear.LinearChecker;
import io.quipu.engine.kinds.linear.LinearState;
import io.quipu.engine.kinds.linear.Sent;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.Namespace;
import io.quipu.testing.sim.KindSeeds;
import io.quipu.testing.sim.KindSimulation;
import io.quipu.testing.sim.Protocol;
import io.quipu.testing.sim.cassandra.SimulatedLinearStore;
import io.quipu.testing.sim.cassandra.SimulatedNamespaceStore;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.tools.strategies.measure.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** One run of linear counters. */
public final class LinearSimulation extends KindSimulation<LinearInstance> {
  /** Seeds of linear counters. */
  public static final KindSeeds SEEDS =
      new KindSeeds("linear counters", LinearSimulation::run, 15, 100, 10, 5);

  /** So long nothing more goes wrong before the end is looked at: longer than a late write. */
  private static final long CALM = 80 * SeededRandom.SECOND;

  private static final Namespace SIM = Namespace.of("sim", "linear");

  private final LinearLoad load;
  private final LinearLimits limits;
  private final LinearWindowChecks windows;

  private LinearSimulation(long seed, boolean traced, Supplier<Protocol> protocol) {
    super(seed, traced, protocol);
    SimulatedNamespaceStore.exists(cluster, SIM);
    SimulatedNamespaceStore.exists(cluster, LinearLoad.HOURLY);
    startAll();
    this.load = new LinearLoad(world, instances);
    this.limits = new LinearLimits(world, cluster, protocol.get());
    this.windows = new LinearWindowChecks(world, instances, load);
  }

  static Result run(long seed, boolean faults, boolean traced, Supplier<Protocol> protocol) {
    return new LinearSimulation(seed, traced, protocol).watched(seed, faults);
  }

  @Override
  protected LinearInstance begun(Machine machine, Protocol given) {
    return new LinearInstance(cluster, machine, given);
  }

  @Override
  protected Result run(long seed, boolean faults) {
    LinearChaos chaos = new LinearChaos(world, cluster, instances, this::kill);
    load.begin();
    limits.begin();
    windows.begin();
    if (faults) {
      chaos.begin();
    }
    world
        .timeline()
        .runUntil(world.random().between(10 * SeededRandom.SECOND, 30 * SeededRandom.SECOND));
    load.close();
    limits.close();
    windows.close();
    chaos.end();
    world.timeline().runUntil(world.now() + CALM);
    int lists = load.lists();
    load.listNow();
    windows.end();
    world.timeline().runUntil(world.now() + 5 * SeededRandom.SECOND);
    List<String> violations = new ArrayList<>(world.mishaps());
    if (load.lists() == lists) {
      violations.add("a list has no answer at the end");
    }
    if (!windows.isDone()) {
      violations.add("windows have no answer at the end");
    }
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
        world.met().cells(),
        violations,
        world.trace().lines());
  }

  private int count(Predicate<Sent> some) {
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
      checker.checkIds(
          SimulatedLinearStore.decided(cluster, counter),
          counter.equals(LinearLoad.METERED) ? LinearLoad.HOURLY : SIM);
    } else {
      checker.checkOnes();
    }
    return checker.violations();
  }
}
