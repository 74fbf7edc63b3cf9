package io.quipu.testing.sim.linear;

import io.quipu.testing.sim.Outages;
import io.quipu.testing.sim.cassandra.Cluster;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.util.List;
import java.util.function.IntConsumer;

/** What goes wrong in one run of linear counters. */
final class LinearChaos extends Outages {
  private final IntConsumer restart;

  /**
   * @param restart kills an instance, and starts another in its place
   */
  LinearChaos(World world, Cluster cluster, List<LinearInstance> instances, IntConsumer restart) {
    super(world, cluster, instances, SeededRandom.SECOND / 5, 2 * SeededRandom.SECOND);
    this.restart = restart;
  }

  @Override
  protected void strike(int place) {
    switch (random.below(8)) {
      case 0 -> restart.accept(place);
      case 1 -> pause(place, random.spread(SeededRandom.SECOND / 20, 10 * SeededRandom.SECOND));
      case 2 -> cutOff(place, outage());
      case 3 -> cluster.stopReplica(random.below(3), outage());
      case 4 -> cluster.loseQuorum(random.below(Cluster.RANGES), outage());
      default ->
          storm(
              random.between(0, 0.3),
              random.between(0.1, 0.8),
              random.between(0, 0.1),
              0.03,
              random.between(0, 0.1),
              random.between(0, 0.3),
              4 * SeededRandom.SECOND);
    }
  }

  /** Counters of this kind have no owner: a lease is as long as one of those that have. */
  @Override
  protected long lease() {
    return 5 * SeededRandom.SECOND;
  }

  private long outage() {
    return random.spread(SeededRandom.SECOND / 5, 6 * SeededRandom.SECOND);
  }

  @Override
  protected void calm() {
    world.network().set(0.01, 0.1, 0.003, 0.03, 0.003, 0.03);
    world.network().single = 0.05;
  }
}
