package io.quipu.testing.sim.cassandra;

import io.quipu.testing.sim.cassandra.PlainRead.Slice;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** One Cassandra node: what it has applied survives its crashes, but not its loss. */
final class Replica {
  private final int number;
  private final Map<Object, Rows> partitions = new HashMap<>();
  private final Map<Object, Promise> promises = new HashMap<>();
  private long leastBallot = Long.MIN_VALUE;
  private boolean up = true;
  private boolean lost;

  Replica(int number) {
    this.number = number;
  }

  /**
   * Its Paxos state of a partition.
   *
   * @param ballot the largest that it has promised
   * @param accepted the last change that it knows to be decided, or null
   * @param since when this was noted last
   */
  record Promise(long ballot, Mutation accepted, long since) {}

  boolean up() {
    return up && !lost;
  }

  void up(boolean now) {
    up = now;
  }

  void apply(Mutation mutation) {
    partitions.computeIfAbsent(mutation.key(), any -> new Rows()).apply(mutation);
  }

  /** Loses all that it has, and is away until {@link #replaced}. */
  void lose() {
    lost = true;
    partitions.clear();
    promises.clear();
    leastBallot = Long.MIN_VALUE;
  }

  boolean lost() {
    return lost;
  }

  /** An empty one has taken its place, and has streamed what it is to have. */
  void replaced() {
    lost = false;
  }

  /** What it has promised of a partition. */
  Promise promise(Object key) {
    Promise promise = promises.get(key);
    return promise == null
        ? new Promise(leastBallot, null, Long.MIN_VALUE)
        : new Promise(Math.max(leastBallot, promise.ballot), promise.accepted, promise.since);
  }

  void promise(Object key, Promise promise) {
    promises.put(key, promise);
  }

  /** Forgets its Paxos state of a partition, as after its time to live. */
  void forget(Object key) {
    promises.remove(key);
  }

  /** The partitions of which it has a Paxos state. */
  Set<Object> promised() {
    return promises.keySet();
  }

  long largestBallot() {
    return promises.values().stream().mapToLong(Promise::ballot).max().orElse(leastBallot);
  }

  /** From now on it takes none below. */
  void leastBallot(long ballot) {
    leastBallot = Math.max(leastBallot, ballot);
  }

  Set<Object> keys() {
    return partitions.keySet();
  }

  /** Whether it has this, or what came after. */
  boolean has(Mutation change) {
    Rows rows = rows(change.key());
    return change.cells().entrySet().stream()
        .allMatch(
            cell ->
                rows.cells.containsKey(cell.getKey())
                    && rows.cells.get(cell.getKey()).timestamp() >= cell.getValue().timestamp());
  }

  /** A copy of the rows of a slice. */
  Rows read(Slice slice) {
    return rows(slice.key()).slice(slice);
  }

  /** The rows of a partition; for reading only. */
  Rows rows(Object key) {
    Rows rows = partitions.get(key);
    return rows == null ? new Rows() : rows;
  }

  @Override
  public String toString() {
    return "replica " + number;
  }
}
