package io.quipu.testing.sim.cassandra;

import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A node that is lost with all that it has, and an empty one in its place: those that are left are
 * repaired, unless nobody cares, and then it streams each token range from one of them.
 */
final class Replacement {
  private static final long AGAIN = SeededRandom.SECOND / 2;

  private final Cluster cluster;
  private final World world;
  private final Replica lost;
  private final List<Replica> left;

  Replacement(Cluster cluster, Replica lost) {
    this.cluster = cluster;
    this.world = cluster.world();
    this.lost = lost;
    this.left = cluster.replicas().stream().filter(replica -> replica != lost).toList();
  }

  void begin(long away) {
    lost.lose();
    world.trace().note("CHAOS", () -> lost + " is lost");
    world.timeline().after(NodeCare.LEAST_AWAY + away, this::repair);
  }

  private void repair() {
    if (!allServe()) {
      world.timeline().after(AGAIN, this::repair);
      return;
    }
    if (cluster.care().repairsFirst()) {
      keys().forEach(this::repair);
      world.trace().note("CHAOS", () -> left + " are repaired");
    }
    if (cluster.care().repairsPaxos()) {
      repairPaxos();
    }
    world.timeline().after(world.aside().between(AGAIN, 4 * AGAIN), this::stream);
  }

  private boolean allServe() {
    return left.stream().allMatch(cluster::servesAll);
  }

  private Set<Object> keys() {
    Set<Object> keys = new HashSet<>();
    left.forEach(replica -> keys.addAll(replica.keys()));
    return keys;
  }

  private void repair(Object key) {
    Rows all = new Rows();
    left.forEach(replica -> all.apply(replica.rows(key)));
    left.forEach(replica -> replica.apply(all.asMutation(key)));
  }

  private void repairPaxos() {
    Set<Object> keys = new HashSet<>();
    left.forEach(replica -> keys.addAll(replica.promised()));
    keys.forEach(key -> cluster.paxosRows(key).finish(left));
    long bound = left.stream().mapToLong(Replica::largestBallot).max().orElseThrow();
    left.forEach(replica -> replica.leastBallot(bound));
  }

  private void stream() {
    if (!allServe()) {
      world.timeline().after(AGAIN, this::stream);
      return;
    }
    for (int range = 0; range < Cluster.RANGES; range++) {
      stream(range, world.aside().pick(left));
    }
    lost.replaced();
    world.trace().note("CHAOS", () -> "an empty one has taken the place of " + lost);
  }

  private void stream(int range, Replica source) {
    for (Object key : source.keys()) {
      if (Cluster.rangeOf(key) == range) {
        Rows rows = source.rows(key);
        lost.apply(rows.asMutation(key));
      }
    }
  }
}
