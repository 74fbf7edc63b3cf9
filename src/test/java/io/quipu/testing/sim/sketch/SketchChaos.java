package io.quipu.testing.sim.sketch;

import io.quipu.testing.sim.Outages;
import io.quipu.testing.sim.cassandra.Cluster;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.util.List;
import java.util.function.IntConsumer;

/** What goes wrong in one run of sketches. */
final class SketchChaos extends Outages {
  private final List<SketchInstance> instances;
  private final IntConsumer kill;
  private final IntConsumer stop;
  private final long lease;

  /**
   * @param kill ends an instance, and starts another in its place
   * @param stop the same, in order
   * @param lease of writers, in nanoseconds
   */
  SketchChaos(
      World world,
      Cluster cluster,
      List<SketchInstance> instances,
      IntConsumer kill,
      IntConsumer stop,
      long lease) {
    super(world, cluster, instances, SeededRandom.SECOND / 2, 4 * SeededRandom.SECOND);
    this.instances = instances;
    this.kill = kill;
    this.stop = stop;
    this.lease = lease;
  }

  @Override
  public void end() {
    super.end();
    for (SketchInstance instance : instances) {
      instance.machine().cutOff(false);
      instance.machine().unheard(false);
      instance.machine().lag(0);
    }
  }

  @Override
  protected void strike(int place) {
    switch (random.below(14)) {
      case 0, 1 -> kill.accept(place);
      case 2 -> stop.accept(place);
      case 3, 4 -> pause(place, random.spread(SeededRandom.SECOND / 20, 20 * SeededRandom.SECOND));
      case 5 -> cutOff(place, 2 * outage());
      case 6, 7 -> {
        silence(place, 2 * outage());
        if (random.chance(0.5)) {
          lag(place);
        }
      }
      case 8 -> cluster.stopReplica(random.below(3), outage());
      case 9 -> cluster.loseQuorum(random.below(Cluster.RANGES), outage());
      case 10 ->
          setWall(place, random.between(-3_600 * SeededRandom.SECOND, 3_600 * SeededRandom.SECOND));
      case 11 -> lag(place);
      default ->
          storm(
              random.between(0, 0.3),
              random.between(0.1, 0.8),
              random.between(0, 0.1),
              random.between(0, 0.3),
              random.between(0, 0.1),
              random.between(0, 0.3),
              4 * SeededRandom.SECOND);
    }
  }

  @Override
  protected long lease() {
    return lease;
  }

  private long outage() {
    return random.spread(SeededRandom.SECOND / 5, 6 * SeededRandom.SECOND);
  }

  private void lag(int place) {
    lag(place, random.between(SeededRandom.SECOND / 2, 3 * SeededRandom.SECOND), 2 * outage());
  }

  @Override
  protected void calm() {
    world.network().set(0.01, 0.1, 0.003, 0.05, 0.003, 0.03);
  }
}
