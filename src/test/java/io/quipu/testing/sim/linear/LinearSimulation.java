package io.quipu.testing.sim.linear;

import io.quipu.engine.kinds.linear.LinearChecker;
import io.quipu.engine.kinds.linear.LinearState;
import io.quipu.engine.kinds.linear.Sent;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.testing.sim.KindSeeds;
import io.quipu.testing.sim.KindSimulation;
import io.quipu.testing.sim.Protocol;
import io.quipu.testing.sim.cassandra.SimulatedLinearStore;
import io.quipu.testing.sim.cassandra.SimulatedNamespaceStore;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.MachineClock;
import io.quipu.testing.sim.core.Mishap;
import io.quipu.testing.sim.core.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** One run of linear counters. */
public final class LinearSimulation extends KindSimulation<LinearInstance> {
  /** Seeds of linear counters. */
  public static final KindSeeds SEEDS =
      new KindSeeds("linear counters", LinearStress.USUAL, 15, 100, 10, 5);

  /** Seeds of worlds in which windows are switched on and off. */
  static final KindSeeds TOGGLED =
      new KindSeeds("linear counters, toggled", LinearStress.TOGGLED, 4, 100, 10, 5);

  /** Seeds of worlds in which clocks are days apart, and weeks lie between two events. */
  static final KindSeeds APART_SEEDS =
      new KindSeeds("linear counters, apart", LinearStress.APART, 3, 100, 10, 5);

  /** Wall clocks are off by at most so much. */
  private static final long APART = 10 * 86_400 * SeededRandom.SECOND;

  private static final long WEEKS = 2 * APART;

  /** So long nothing more goes wrong before the end is looked at: longer than a late write. */
  private static final long CALM = 80 * SeededRandom.SECOND;

  private static final Namespace SIM = Namespace.of("sim", "linear");

  private final LinearLoad load;
  private final LinearLimits limits;
  private final LinearStress stress;
  private final List<LinearChecks> checks;

  private LinearSimulation(
      LinearStress stress, long seed, boolean traced, Supplier<Protocol> protocol) {
    super(seed, traced, protocol);
    this.stress = stress;
    SimulatedNamespaceStore.exists(cluster, SIM);
    SimulatedNamespaceStore.exists(cluster, LinearLoad.HOURLY);
    startAll();
    this.load = new LinearLoad(world, instances, stress.counters());
    this.limits = new LinearLimits(world, cluster, protocol.get());
    SimulatedNamespaceStore.exists(cluster, LinearLoad.FEW_IDS);
    this.checks =
        switch (stress) {
          case USUAL -> List.of(new LinearWindowChecks(world, instances, load, Set.of()));
          case TOGGLED ->
              List.of(
                  new LinearWindowChecks(world, instances, load, stress.counters()),
                  new LinearToggles(world, cluster, instances, load, limits.namespaces()));
          // windows are looked for in the end, when they are deleted
          case APART -> List.of();
        };
  }

  static Result run(
      LinearStress stress, long seed, boolean faults, boolean traced, Supplier<Protocol> protocol) {
    return new LinearSimulation(stress, seed, traced, protocol).watched(seed, faults);
  }

  /** The seeds of worlds that are strained in some way. */
  public static KindSeeds seeds(LinearStress stress) {
    return switch (stress) {
      case USUAL -> SEEDS;
      case TOGGLED -> TOGGLED;
      case APART -> APART_SEEDS;
    };
  }

  @Override
  protected LinearInstance begun(Machine machine, Protocol given) {
    return new LinearInstance(cluster, machine, given);
  }

  @Override
  protected MachineClock clock() {
    SeededRandom random = world.random();
    return stress == LinearStress.APART
        ? new MachineClock(
            world.timeline(),
            random.between(0.7, 1.4),
            random.between(0, 1_000_000 * SeededRandom.SECOND),
            random.between(-APART, APART),
            false)
        : super.clock();
  }

  @Override
  protected Result run(long seed, boolean faults) {
    LinearChaos chaos = new LinearChaos(world, cluster, instances, this::kill);
    load.begin();
    limits.begin();
    checks.forEach(LinearChecks::begin);
    if (faults) {
      chaos.begin();
    }
    world
        .timeline()
        .runUntil(world.random().between(10 * SeededRandom.SECOND, 30 * SeededRandom.SECOND));
    load.close();
    limits.close();
    checks.forEach(LinearChecks::close);
    chaos.end();
    world.timeline().runUntil(world.now() + CALM);
    if (stress == LinearStress.APART) {
      goOnAfterWeeks();
    }
    int lists = load.lists();
    load.listNow();
    checks.forEach(LinearChecks::end);
    world.timeline().runUntil(world.now() + 5 * SeededRandom.SECOND);
    List<String> violations = new ArrayList<>(world.mishaps());
    if (load.lists() == lists) {
      violations.add("a list has no answer at the end");
    }
    if (!checks.stream().allMatch(LinearChecks::isDone)) {
      violations.add("windows have no answer at the end");
    }
    if (!load.isDone()) {
      violations.add("a client has no answer at the end");
    }
    violations.addAll(limits.violations(load.sent(LinearLoad.LIMITED)));
    for (CounterName counter : load.counters()) {
      check(counter).forEach(one -> violations.add(counter.name() + ": " + one));
    }
    if (stress == LinearStress.APART) {
      violations.addAll(deleteAll());
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

  private void goOnAfterWeeks() {
    world.met().struck(Mishap.WEEKS);
    world.timeline().runUntil(world.now() + WEEKS);
    load.resume();
    world.timeline().runUntil(world.now() + 5 * SeededRandom.SECOND);
    load.close();
    world.timeline().runUntil(world.now() + CALM / 4);
  }

  private List<String> deleteAll() {
    LinearDeletions deletions = new LinearDeletions(world, cluster, instances, load.counters());
    deletions.begin();
    world.timeline().runUntil(world.now() + CALM);
    return deletions.violations();
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
    if (load.hasIds(counter) && !LinearLoad.FORGETFUL.contains(counter)) {
      checker.checkIds(
          SimulatedLinearStore.decided(cluster, counter),
          counter.equals(LinearLoad.METERED) ? LinearLoad.HOURLY : SIM);
    } else {
      checker.checkOnes();
    }
    return checker.violations();
  }
}
