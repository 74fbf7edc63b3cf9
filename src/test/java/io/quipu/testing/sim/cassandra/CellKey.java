package io.quipu.testing.sim.cassandra;

import io.quipu.testing.sim.cassandra.PlainRead.Slice;

/** A cell of a partition that is changed conditionally: a column, and the row that it is of. */
record CellKey(String row, String column) implements Comparable<CellKey> {
  /** The only row of a partition, or its static one. */
  static CellKey of(String column) {
    return new CellKey("", column);
  }

  /** All rows of a partition. */
  static Slice all(Object key) {
    return new Slice(key, null, null, Integer.MAX_VALUE);
  }

  @Override
  public int compareTo(CellKey other) {
    int order = row.compareTo(other.row);
    return order != 0 ? order : column.compareTo(other.column);
  }
}
