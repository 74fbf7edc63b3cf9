package io.quipu.testing.sim.linear;

import io.quipu.testing.sim.cassandra.Cluster;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.util.List;
import java.util.function.IntConsumer;

/** What goes wrong in one run, until it is told to end. */
final class LinearChaos {
  private final World world;
  private final SeededRandom random;
  private final Cluster cluster;
  private final List<LinearInstance> instances;
  private final IntConsumer restart;
  private boolean over;

  /**
   * @param restart kills an instance, and starts another in its place
   */
  LinearChaos(World world, Cluster cluster, List<LinearInstance> instances, IntConsumer restart) {
    this.world = world;
    this.random = world.random();
    this.cluster = cluster;
    this.instances = instances;
    this.restart = restart;
  }

  void begin() {
    ordinary();
    next();
  }

  void end() {
    over = true;
    world.network().calm();
    cluster.startAll();
    world.trace().note("CHAOS", () -> "is over");
  }

  private void next() {
    world
        .timeline()
        .after(random.between(SeededRandom.SECOND / 5, 2 * SeededRandom.SECOND), this::strike);
  }

  private void strike() {
    if (over) {
      return;
    }
    int place = random.below(instances.size());
    switch (random.below(8)) {
      case 0 -> restart.accept(place);
      case 1 -> pause(place);
      case 2 -> cutOff(place);
      case 3 -> cluster.stopReplica(random.below(3), outage());
      case 4 -> cluster.loseQuorum(random.below(Cluster.RANGES), outage());
      default -> storm();
    }
    next();
  }

  private long outage() {
    return random.spread(SeededRandom.SECOND / 5, 6 * SeededRandom.SECOND);
  }

  private void pause(int place) {
    long nanos = random.spread(SeededRandom.SECOND / 20, 10 * SeededRandom.SECOND);
    world.trace().note("CHAOS", () -> place + " is paused for " + nanos);
    instances.get(place).machine().pause(nanos);
  }

  private void cutOff(int place) {
    LinearInstance instance = instances.get(place);
    long nanos = outage();
    world.trace().note("CHAOS", () -> place + " is cut off for " + nanos);
    instance.machine().cutOff(true);
    world.timeline().after(nanos, () -> instance.machine().cutOff(false));
  }

  private void ordinary() {
    if (!over) {
      world.network().set(0.01, 0.1, 0.003, 0.03, 0.003, 0.03);
      world.network().single = 0.05;
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
            0.03,
            random.between(0, 0.1),
            random.between(0, 0.3));
    world
        .timeline()
        .after(random.spread(SeededRandom.SECOND / 2, 4 * SeededRandom.SECOND), this::ordinary);
  }
}
