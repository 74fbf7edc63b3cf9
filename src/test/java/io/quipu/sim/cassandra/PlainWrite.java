package io.quipu.sim.cassandra;

import io.quipu.sim.core.SeededRandom;
import io.quipu.sim.core.World;
import io.quipu.store.WriteOutcome;
import java.util.List;
import java.util.function.Consumer;

/** A quorum write on its way through one coordinator to three replicas. */
final class PlainWrite {
  private final Cluster cluster;
  private final World world;
  private final List<Mutation> mutations;
  private final Consumer<WriteOutcome> reply;
  private int applied;
  private boolean hinted;

  private PlainWrite(Cluster cluster, List<Mutation> mutations, Consumer<WriteOutcome> reply) {
    this.cluster = cluster;
    this.world = cluster.world();
    this.mutations = mutations;
    this.reply = reply;
  }

  /** Arrives at a coordinator; {@code reply} is told at most once, when the answer leaves. */
  static void arrive(Cluster cluster, List<Mutation> mutations, Consumer<WriteOutcome> reply) {
    new PlainWrite(cluster, mutations, reply).coordinate();
  }

  private void coordinate() {
    boolean quorum = cluster.hasQuorum();
    // A coordinator that does not know yet that nodes are down tries, and times out.
    if (world.random().chance(quorum ? world.network().refused : 0.6)) {
      world.trace().note("CASS", () -> "refuses " + mutations);
      reply.accept(WriteOutcome.REFUSED);
      return;
    }
    cluster.undecided(this);
    cluster.replicas().forEach(this::sendTo);
  }

  private void sendTo(Replica replica) {
    SeededRandom random = world.random();
    if (random.chance(world.network().missed)) {
      hint(replica);
    } else {
      world.timeline().after(world.network().delay(random), () -> deliver(replica));
    }
  }

  private void deliver(Replica replica) {
    if (!replica.up()) {
      hint(replica);
      return;
    }
    mutations.forEach(replica::apply);
    applied++;
    if (applied == Cluster.QUORUM) {
      cluster.decided(this);
      world.trace().note("CASS", () -> "quorum has " + mutations);
      reply.accept(WriteOutcome.WRITTEN);
    }
  }

  /** Has all replicas apply what any of them has applied. */
  void spread() {
    if (applied > 0 || hinted) {
      cluster.replicas().forEach(replica -> mutations.forEach(replica::apply));
    }
  }

  /** Hints come seconds or minutes later, and some get lost. */
  private void hint(Replica replica) {
    SeededRandom random = world.random();
    if (random.chance(0.25)) {
      return;
    }
    cluster.hint(
        random.spread(SeededRandom.SECOND, 120 * SeededRandom.SECOND),
        () -> {
          if (replica.up()) {
            world.trace().note("CASS", () -> "hint to " + replica + ": " + mutations);
            mutations.forEach(replica::apply);
            hinted = true;
          } else {
            hint(replica);
          }
        });
  }
}
