package io.quipu.testing.sim.sketch;

import io.quipu.testing.sim.cassandra.Cluster;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.util.List;
import java.util.function.IntConsumer;

/** What goes wrong in one run, until it is told to end. */
final class SketchChaos {
  private final World world;
  private final SeededRandom random;
  private final Cluster cluster;
  private final List<SketchInstance> instances;
  private final IntConsumer kill;
  private final IntConsumer stop;
  private boolean over;

  /**
   * @param kill ends an instance, and starts another in its place
   * @param stop the same, in order
   */
  SketchChaos(
      World world,
      Cluster cluster,
      List<SketchInstance> instances,
      IntConsumer kill,
      IntConsumer stop) {
    this.world = world;
    this.random = world.random();
    this.cluster = cluster;
    this.instances = instances;
    this.kill = kill;
    this.stop = stop;
  }

  void begin() {
    ordinary();
    next();
  }

  void end() {
    over = true;
    world.network().calm();
    cluster.startAll();
    instances.forEach(
        instance -> {
          instance.machine().cutOff(false);
          instance.machine().unheard(false);
          instance.machine().lag(0);
        });
    world.trace().note("CHAOS", () -> "is over");
  }

  private void next() {
    world
        .timeline()
        .after(random.between(SeededRandom.SECOND / 2, 4 * SeededRandom.SECOND), this::strike);
  }

  private void strike() {
    if (over) {
      return;
    }
    int place = random.below(instances.size());
    Machine machine = instances.get(place).machine();
    switch (random.below(14)) {
      case 0, 1 -> kill.accept(place);
      case 2 -> stop.accept(place);
      case 3, 4 -> pause(machine);
      case 5 -> during(machine.name() + " is cut off", machine::cutOff);
      case 6, 7 -> silence(machine);
      case 8 -> cluster.stopReplica(random.below(3), outage());
      case 9 -> cluster.loseQuorum(random.below(Cluster.RANGES), outage());
      case 10 ->
          machine
              .clock()
              .setWall(random.between(-3_600 * SeededRandom.SECOND, 3_600 * SeededRandom.SECOND));
      case 11 -> lag(machine);
      default -> storm();
    }
    next();
  }

  private long outage() {
    return random.spread(SeededRandom.SECOND / 5, 6 * SeededRandom.SECOND);
  }

  private void pause(Machine machine) {
    long nanos = random.spread(SeededRandom.SECOND / 20, 20 * SeededRandom.SECOND);
    world.trace().note("CHAOS", () -> machine.name() + " is paused for " + nanos);
    machine.pause(nanos);
  }

  /** Its heartbeats do not arrive, and all else does: it is declared dead while it goes on. */
  private void silence(Machine machine) {
    during(machine.name() + " is not heard of", machine::unheard);
    if (random.chance(0.5)) {
      lag(machine);
    }
  }

  private void lag(Machine machine) {
    machine.lag(random.between(SeededRandom.SECOND / 2, 3 * SeededRandom.SECOND));
    world.timeline().after(2 * outage(), () -> machine.lag(0));
  }

  private void during(String what, java.util.function.Consumer<Boolean> state) {
    long nanos = 2 * outage();
    world.trace().note("CHAOS", () -> what + " for " + nanos);
    state.accept(true);
    world.timeline().after(nanos, () -> state.accept(false));
  }

  private void ordinary() {
    if (!over) {
      world.network().set(0.01, 0.1, 0.003, 0.05, 0.003, 0.03);
    }
  }

  private void storm() {
    world.trace().note("CHAOS", () -> "network storm");
    world
        .network()
        .set(
            random.between(0, 0.3),
            random.between(0.1, 0.8),
            random.between(0, 0.1),
            random.between(0, 0.3),
            random.between(0, 0.1),
            random.between(0, 0.3));
    world
        .timeline()
        .after(random.spread(SeededRandom.SECOND / 2, 4 * SeededRandom.SECOND), this::ordinary);
  }
}
