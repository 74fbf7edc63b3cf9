package io.quipu.sim.cassandra;

import io.quipu.sim.core.NetworkConditions;
import io.quipu.sim.core.SeededRandom;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The rows, or cells, of a partition under lightweight transactions. Columns that are only ever
 * written together are one cell. What was decided is linearizable, and a quorum has it before the
 * next is decided. A single replica may lack any decided change, also one before another that it
 * has: only the last is ever brought to it.
 */
final class PaxosRows {
  private final Cluster cluster;
  private final Object key;
  private final Rows decided = new Rows();
  private Mutation last;
  private long ballot;

  PaxosRows(Cluster cluster, Object key) {
    this.cluster = cluster;
    this.key = key;
  }

  /** A condition, and what is written where it holds. */
  @FunctionalInterface
  interface Change {
    /**
     * @param now every row as decided so far
     * @return rows with their new values, null where they are deleted; empty if the condition does
     *     not hold
     */
    Optional<Map<? extends Comparable<?>, ?>> of(SortedMap<Comparable<?>, Object> now);
  }

  /** Brings the last change to a quorum, which must be there. */
  void finish() {
    if (last != null) {
      cluster.anyQuorum(key).forEach(replica -> replica.apply(last));
    }
  }

  /** Decides a change if its condition holds; no replica has it yet. */
  Optional<Mutation> decide(Change change) {
    finish();
    Optional<Map<? extends Comparable<?>, ?>> next = change.of(decided());
    if (next.isEmpty()) {
      return Optional.empty();
    }
    ballot++;
    last = Mutation.rows(key, next.get(), ballot);
    decided.apply(last.cells(), last.deletedAt());
    return Optional.of(last);
  }

  /** Every row as decided so far. */
  SortedMap<Comparable<?>, Object> decided() {
    SortedMap<Comparable<?>, Object> now = new TreeMap<>();
    decided.cells.forEach(
        (row, cell) -> {
          if (cell.value() != null) {
            now.put(row, cell.value());
          }
        });
    return now;
  }

  /** Sends a change to the replicas; sometimes to a single one, as if the coordinator died. */
  void commit(Mutation change, Runnable acknowledged) {
    SeededRandom random = cluster.world().random();
    NetworkConditions network = cluster.world().network();
    if (random.chance(network.lost + network.single)) {
      Replica single = random.pick(cluster.replicas());
      if (cluster.serves(single, key)) {
        single.apply(change);
      }
    } else {
      PlainWrite.commit(cluster, change, outcome -> acknowledged.run());
    }
  }
}
