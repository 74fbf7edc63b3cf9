package io.quipu.testing.sim.cassandra;

import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.MachineClock;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Three simulated nodes with a calm network, and processes whose clocks are right. */
public final class CalmCluster {
  private static final long STEP = SeededRandom.MILLI;
  private static final long PATIENCE = 60 * SeededRandom.SECOND;
  private static final long FOR_GOOD = 1_000_000 * SeededRandom.SECOND;

  /** Which of the nodes are up. */
  public enum Nodes {
    ALL_UP,

    /** One node after the other is down, another for every stage that is awaited. */
    ONE_DOWN
  }

  private final World world;
  private final Cluster cluster;
  private final Nodes nodes;
  private int awaited;

  private CalmCluster(Nodes nodes, long seed) {
    this.world = new World(seed, false);
    this.cluster = new Cluster(world);
    this.nodes = nodes;
  }

  public static CalmCluster of(long seed) {
    return of(Nodes.ALL_UP, seed);
  }

  public static CalmCluster of(Nodes nodes, long seed) {
    return new CalmCluster(nodes, seed);
  }

  public World world() {
    return world;
  }

  public Cluster nodes() {
    return cluster;
  }

  /** The connection of one more process. */
  public Driver driver() {
    MachineClock clock = new MachineClock(world.timeline(), 1, 0, 0, true);
    return new Driver(cluster, new Machine(world, "process", clock));
  }

  public void stop(int node) {
    cluster.stopReplica(node, FOR_GOOD);
  }

  /** Lets time pass until the stage completes. */
  public <T> T await(CompletionStage<T> stage) {
    if (nodes == Nodes.ONE_DOWN) {
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

  /** What a conditional write comes to; its outcome is always known. */
  public boolean isApplied(CompletionStage<CasOutcome> change) {
    CasOutcome outcome = await(change);
    if (outcome == CasOutcome.UNKNOWN) {
      throw new AssertionError("unknown in good weather");
    }
    return outcome == CasOutcome.APPLIED;
  }

  /** Awaits a plain write, which always succeeds. */
  public void write(CompletionStage<WriteOutcome> write) {
    WriteOutcome outcome = await(write);
    if (outcome != WriteOutcome.WRITTEN) {
      throw new AssertionError(outcome + " in good weather");
    }
  }

  public void pass(long nanos) {
    world.timeline().runUntil(world.now() + nanos);
  }
}
