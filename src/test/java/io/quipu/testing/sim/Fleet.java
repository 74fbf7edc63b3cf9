package io.quipu.testing.sim;

import io.quipu.engine.query.QueryMessages.PassedPage;
import io.quipu.engine.store.RowBudget;
import io.quipu.engine.store.RowShare;
import io.quipu.testing.sim.cassandra.Cluster;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.MachineClock;
import io.quipu.testing.sim.core.Mishap;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** The processes of one run: those that are there, and how they come and go. */
final class Fleet {
  /** Rates of clocks that are as far apart as a lease bears it: not quite a factor of three. */
  private static final double SLOW = 0.5;

  private static final double FAST = 1.45;

  private static final long DAY = 86_400 * SeededRandom.SECOND;

  /** The days by which wall clocks are off, either way, where they are days apart. */
  private static final int DAYS_OFF = 3;

  private final World world;
  private final Cluster cluster;
  private final Scenario scenario;
  private final Supplier<Protocol> protocol;
  private final List<Instance> instances = new ArrayList<>();
  private int started;

  Fleet(World world, Cluster cluster, Scenario scenario, Supplier<Protocol> protocol) {
    this.world = world;
    this.cluster = cluster;
    this.scenario = scenario;
    this.protocol = protocol;
    for (int i = 0; i < scenario.processes().instances(); i++) {
      instances.add(null);
      start(i);
    }
  }

  /** A new process with clocks of its own. */
  private void start(int place) {
    SeededRandom random = world.random();
    MachineClock clock =
        new MachineClock(
            world.timeline(),
            rate(random),
            random.between(0, 1_000_000 * SeededRandom.SECOND),
            world.skipped() + (scenario.faults() ? wallOffset(random) : 0),
            scenario.stress() == Stress.GROUP);
    started++;
    Machine machine = new Machine(world, "quipu-" + started, clock);
    world.trace().note(machine.name(), () -> "starts with " + clock);
    Instance instance =
        new Instance(scenario, cluster, machine, protocol.get(), rows(), this::publish);
    instances.set(place, instance);
    instance.start();
  }

  /** Nobody relies on it: some do not hear of it. */
  private void publish(PassedPage page) {
    for (Instance instance : instances) {
      if (instance != null && !world.random().chance(0.2)) {
        instance.passed(page);
      }
    }
  }

  /** Every second process may hold so few for reading, where that is strained, that reads wait. */
  private RowBudget rows() {
    return new RowBudget(
        new RowShare(settling()),
        new RowShare(scenario.stress() == Stress.READING && started % 2 == 0 ? 1_030 : 20_000),
        new RowShare(20_000));
  }

  /**
   * Every third process may hold so few for settling that its steps are cut short; and all of them,
   * where reads are strained, so few that steps end within rows of several ids.
   */
  private int settling() {
    if (scenario.stress() == Stress.READING) {
      return 10;
    }
    return started % 3 == 0 ? 128 : 1_000_000;
  }

  private double rate(SeededRandom random) {
    if (scenario.stress() == Stress.GROUP) {
      return random.chance(0.5) ? SLOW : FAST;
    }
    return scenario.faults() ? random.between(0.7, 1.4) : 1;
  }

  private long wallOffset(SeededRandom random) {
    if (scenario.stress() == Stress.WEEKS) {
      return random.between(-DAYS_OFF * DAY, DAYS_OFF * DAY);
    }
    return scenario.ends() || random.chance(0.5)
        ? random.between(-SeededRandom.SECOND / 2, SeededRandom.SECOND / 2)
        : random.between(-3_600 * SeededRandom.SECOND, 3_600 * SeededRandom.SECOND);
  }

  /** Those whose process is there; it may be paused. */
  List<Instance> alive() {
    return instances.stream().filter(instance -> instance.machine().alive()).toList();
  }

  /** Those that have joined the group, too. */
  List<Instance> joined() {
    return alive().stream().filter(instance -> instance.view() != null).toList();
  }

  Instance any() {
    return world.random().pick(instances);
  }

  int size() {
    return instances.size();
  }

  /** All, by their places. */
  List<Instance> processes() {
    return instances;
  }

  /** The place of the process of a machine. */
  int placeOf(Machine machine) {
    return IntStream.range(0, size())
        .filter(place -> instances.get(place).machine() == machine)
        .findFirst()
        .orElseThrow();
  }

  void crash(int place, long nanosUntilRestart) {
    Instance instance = instances.get(place);
    if (instance.machine().alive()) {
      note(instance, "is killed");
      world.met().struck(Mishap.CRASH);
      instance.machine().crash();
      world.timeline().after(nanosUntilRestart, () -> restart(place, instance));
    }
  }

  void stop(int place, long nanosUntilRestart) {
    Instance instance = instances.get(place);
    if (instance.machine().alive()) {
      note(instance, "stops");
      instance
          .stop()
          .whenComplete(
              (done, failure) -> {
                note(instance, "has stopped");
                instance.machine().crash();
                world.timeline().after(nanosUntilRestart, () -> restart(place, instance));
              });
      // Whoever stops it loses patience some time.
      world.timeline().after(20 * SeededRandom.SECOND, () -> kill(place, instance));
    }
  }

  private void kill(int place, Instance instance) {
    if (instance.machine().alive()) {
      instance.machine().crash();
      restart(place, instance);
    }
  }

  private void restart(int place, Instance before) {
    if (instances.get(place) == before) {
      start(place);
    }
  }

  private void note(Instance instance, String what) {
    world.trace().note(instance.machine().name(), () -> what);
  }
}
