package io.quipu.testing.sim.cassandra;

import io.quipu.engine.store.Extent;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A write to one partition, applied by a replica as a whole or not at all.
 *
 * @param key of the partition
 * @param cells what becomes of single rows
 * @param deletedAt everything written at or before this is deleted; {@link Long#MIN_VALUE} if
 *     nothing is
 * @param erased counters of which everything is deleted, whenever it was written
 */
record Mutation(
    Object key, SortedMap<Comparable<?>, Cell> cells, long deletedAt, Set<Erased> erased) {
  Mutation(Object key, SortedMap<Comparable<?>, Cell> cells, long deletedAt) {
    this(key, cells, deletedAt, Set.of());
  }

  /** Deletes everything of some counters for good. */
  static Mutation erase(Object key, Extent extent) {
    return new Mutation(key, new TreeMap<>(), Long.MIN_VALUE, Erased.of(extent));
  }

  static Mutation rows(Object key, Map<? extends Comparable<?>, ?> values, long timestamp) {
    SortedMap<Comparable<?>, Cell> cells = new TreeMap<>();
    values.forEach((row, value) -> cells.put(row, new Cell(value, timestamp)));
    return new Mutation(key, cells, Long.MIN_VALUE);
  }

  static Mutation row(Object key, Comparable<?> row, Object value, long timestamp) {
    return rows(key, Map.of(row, value), timestamp);
  }

  static Mutation deleteRow(Object key, Comparable<?> row, long timestamp) {
    SortedMap<Comparable<?>, Cell> cells = new TreeMap<>();
    cells.put(row, new Cell(null, timestamp));
    return new Mutation(key, cells, Long.MIN_VALUE);
  }

  static Mutation deletePartition(Object key, long timestamp) {
    return new Mutation(key, new TreeMap<>(), timestamp);
  }

  /** That of its cells, which is one. */
  long timestamp() {
    return cells.values().iterator().next().timestamp();
  }

  @Override
  public String toString() {
    String what = deletedAt == Long.MIN_VALUE ? " " + cells : " deleted";
    return key + (erased.isEmpty() ? what : " without " + erased);
  }
}
