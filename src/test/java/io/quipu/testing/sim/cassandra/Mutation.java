package io.quipu.testing.sim.cassandra;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A write to one partition, applied by a replica as a whole or not at all.
 *
 * @param key of the partition
 * @param cells what becomes of single rows
 * @param deletedAt everything written at or before this is deleted; {@link Long#MIN_VALUE} if
 *     nothing is
 */
record Mutation(Object key, SortedMap<Comparable<?>, Cell> cells, long deletedAt) {
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
    return key + (deletedAt == Long.MIN_VALUE ? " " + cells : " deleted");
  }
}
