package io.quipu.sim.contract;

import io.quipu.sim.cassandra.Cluster;
import io.quipu.sim.cassandra.Driver;
import io.quipu.sim.core.Machine;
import io.quipu.sim.core.MachineClock;
import io.quipu.sim.core.SeededRandom;
import io.quipu.sim.core.World;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Three simulated nodes with a calm network, and processes whose clocks are right. */
final class CalmCluster {
  private static final long STEP = SeededRandom.MILLI;
  private static final long PATIENCE = 60 * SeededRandom.SECOND;
  private static final long FOR_GOOD = 1_000_000 * SeededRandom.SECOND;

  private final World world;
  private final Cluster cluster;
  private final boolean oneDown;
  private int awaited;

  private CalmCluster(long seed, boolean oneDown) {
    this.world = new World(seed, false);
    this.cluster = new Cluster(world);
    this.oneDown = oneDown;
  }

  static CalmCluster of(long seed) {
    return new CalmCluster(seed, false);
  }

  /** One node after the other is down, another for every stage that is awaited. */
  static CalmCluster withOneDown(long seed) {
    return new CalmCluster(seed, true);
  }

  World world() {
    return world;
  }

  Cluster nodes() {
    return cluster;
  }

  /** The connection of one more process. */
  Driver driver() {
    MachineClock clock = new MachineClock(world.timeline(), 1, 0, 0, true);
    return new Driver(cluster, new Machine(world, "process", clock));
  }

  void stop(int node) {
    cluster.stopReplica(node, FOR_GOOD);
  }

  /** Lets time pass until the stage completes. */
  <T> T await(CompletionStage<T> stage) {
    if (oneDown) {
      cluster.startAll();
      stop(awaited++ % 3);
    }
    CompletableFuture<T> answer = stage.toCompletableFuture();
    for (long waited = 0; !answer.isDone(); waited += STEP) {
      if (waited > PATIENCE) {
        throw new AssertionError("no answer within a simulated minute");
      }
      pass(STEP);
    }
    try {
      return answer.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  void pass(long nanos) {
    world.timeline().runUntil(world.now() + nanos);
  }
}
