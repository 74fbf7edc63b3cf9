package io.quipu.sim.cassandra;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** One Cassandra node: what it has applied survives its crashes. */
final class Replica {
  private final int number;
  private final Map<Object, Rows> partitions = new HashMap<>();
  private boolean up = true;

  Replica(int number) {
    this.number = number;
  }

  boolean up() {
    return up;
  }

  void up(boolean now) {
    up = now;
  }

  void apply(Mutation mutation) {
    partitions
        .computeIfAbsent(mutation.key(), any -> new Rows())
        .apply(mutation.cells(), mutation.deletedAt());
  }

  Set<Object> keys() {
    return partitions.keySet();
  }

  /** What it has of a slice now. */
  Rows read(Object key, Comparable<?> from, Comparable<?> before) {
    Rows rows = partitions.get(key);
    return rows == null ? new Rows() : rows.slice(from, before);
  }

  @Override
  public String toString() {
    return "replica " + number;
  }
}
