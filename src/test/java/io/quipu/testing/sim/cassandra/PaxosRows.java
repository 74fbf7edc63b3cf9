package io.quipu.testing.sim.cassandra;

import io.quipu.testing.sim.cassandra.Replica.Promise;
import io.quipu.testing.sim.core.NetworkConditions;
import io.quipu.testing.sim.core.SeededRandom;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The rows, or cells, of a partition under lightweight transactions. Columns that are only ever
 * written together are one cell. What was decided is linearizable, and a quorum has it before the
 * next is decided, as long as replicas keep what they have promised. A single replica may lack any
 * decided change, also one before another that it has: only the last is ever brought to it. Cells
 * have the ballot of their change as their timestamp; it comes from the clock of a node, or is the
 * next above what a quorum has promised.
 */
final class PaxosRows {
  private final Cluster cluster;
  private final Object key;

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

  /** A quorum that has promised a ballot, and to which the last change was brought. */
  private record Round(long ballot, List<Replica> quorum) {}

  /** Brings the last change to a quorum, which must be there. */
  void finish() {
    if (lastOf(cluster.replicas()).isPresent()) {
      begin(cluster.anyQuorum(key));
    }
  }

  /** The same, of a quorum. */
  void finish(List<Replica> quorum) {
    begin(quorum);
  }

  /** Decides a change if its condition holds; no replica has applied it yet. */
  Optional<Mutation> decide(Change change) {
    Round round =
        begin(
            lastOf(cluster.replicas()).isPresent()
                ? cluster.anyQuorum(key)
                : cluster.firstQuorum(key));
    Rows now = new Rows();
    round.quorum.forEach(replica -> now.apply(replica.rows(key)));
    Optional<Map<? extends Comparable<?>, ?>> next = change.of(now.live());
    if (next.isEmpty()) {
      return Optional.empty();
    }
    Mutation decided = Mutation.rows(key, next.get(), round.ballot);
    note(round, decided);
    return Optional.of(decided);
  }

  private Round begin(List<Replica> quorum) {
    quorum.forEach(this::forgetOld);
    long promised =
        quorum.stream().mapToLong(replica -> replica.promise(key).ballot()).max().orElseThrow();
    Round round = new Round(Math.max(promised + 1, cluster.clock()), quorum);
    Optional<Mutation> last = lastOf(quorum);
    last.ifPresent(change -> quorum.forEach(replica -> replica.apply(change)));
    note(round, last.orElse(null));
    return round;
  }

  /** As after the time to live of what was promised; but for a change that only some have. */
  private void forgetOld(Replica replica) {
    Promise promise = replica.promise(key);
    long remembers = cluster.care().remembers();
    if (remembers > 0
        && cluster.world().now() - promise.since() > remembers
        && (promise.accepted() == null || isOnAQuorum(promise.accepted()))) {
      replica.forget(key);
    }
  }

  private boolean isOnAQuorum(Mutation change) {
    return cluster.replicas().stream().filter(replica -> replica.has(change)).count()
        >= Cluster.QUORUM;
  }

  private void note(Round round, Mutation last) {
    Promise promise = new Promise(round.ballot, last, cluster.world().now());
    round.quorum.forEach(replica -> replica.promise(key, promise));
  }

  /** The last change that one of these knows to be decided. */
  private Optional<Mutation> lastOf(List<Replica> some) {
    return some.stream()
        .map(replica -> replica.promise(key).accepted())
        .filter(Objects::nonNull)
        .max(Comparator.comparingLong(Mutation::timestamp));
  }

  /** Every row as decided so far, whoever knows of it. */
  SortedMap<Comparable<?>, Object> decided() {
    Rows all = cluster.merged(key);
    lastOf(cluster.replicas()).ifPresent(change -> all.apply(change));
    return all.live();
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
