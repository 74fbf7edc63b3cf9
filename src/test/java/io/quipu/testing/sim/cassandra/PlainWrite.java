package io.quipu.testing.sim.cassandra;

import io.quipu.engine.store.WriteOutcome;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.util.function.Consumer;

/** A quorum write on its way through one coordinator to three replicas. */
final class PlainWrite {
  private final Cluster cluster;
  private final World world;
  private final Mutation mutation;
  private final Consumer<WriteOutcome> reply;
  private int applied;
  private boolean hinted;
  private boolean over;

  private PlainWrite(Cluster cluster, Mutation mutation, Consumer<WriteOutcome> reply) {
    this.cluster = cluster;
    this.world = cluster.world();
    this.mutation = mutation;
    this.reply = reply;
  }

  /** On its way to a coordinator; {@code reply} is told at most once, when the answer leaves. */
  static PlainWrite sent(Cluster cluster, Mutation mutation, Consumer<WriteOutcome> reply) {
    PlainWrite write = new PlainWrite(cluster, mutation, reply);
    cluster.undecided(write);
    return write;
  }

  /** A commit, which no coordinator refuses. */
  static void commit(Cluster cluster, Mutation mutation, Consumer<WriteOutcome> reply) {
    PlainWrite write = new PlainWrite(cluster, mutation, reply);
    cluster.replicas().forEach(write::sendTo);
  }

  /** Arrives at its coordinator. */
  void arrive() {
    if (over) {
      return;
    }
    boolean quorum = cluster.hasQuorum(mutation.key());
    // A coordinator that does not know yet that nodes are down tries, and times out.
    if (world.random().chance(quorum ? world.network().refused : 0.6)) {
      world.trace().note("CASS", () -> "refuses " + mutation);
      cluster.decided(this);
      reply.accept(WriteOutcome.REFUSED);
      return;
    }
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
    if (over) {
      return;
    }
    if (!cluster.serves(replica, mutation.key())) {
      hint(replica);
      return;
    }
    replica.apply(mutation);
    applied++;
    if (applied == Cluster.QUORUM) {
      cluster.decided(this);
      world.trace().note("CASS", () -> "quorum has " + mutation);
      reply.accept(WriteOutcome.WRITTEN);
    }
  }

  /** Has all replicas apply what any of them has applied; what is on its way is lost. */
  void spread() {
    over = true;
    if (applied > 0 || hinted) {
      cluster.replicas().forEach(replica -> replica.apply(mutation));
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
          if (cluster.serves(replica, mutation.key())) {
            world.trace().note("CASS", () -> "hint to " + replica + ": " + mutation);
            replica.apply(mutation);
            hinted = true;
          } else {
            hint(replica);
          }
        });
  }
}
