package io.quipu.testing.sim.cassandra;

import java.util.SortedMap;
import java.util.TreeMap;

/** The rows of one partition on one replica, deleted ones included. */
final class Rows {
  final TreeMap<Comparable<?>, Cell> cells = new TreeMap<>();
  long deletedAt = Long.MIN_VALUE;

  void apply(SortedMap<Comparable<?>, Cell> more, long deletion) {
    more.forEach((row, cell) -> cells.merge(row, cell, Cell::newer));
    deletedAt = Math.max(deletedAt, deletion);
  }

  void apply(Rows more) {
    apply(more.cells, more.deletedAt);
  }

  /** A copy of the rows in {@code [from, before)}; null leaves a side open. */
  Rows slice(Comparable<?> from, Comparable<?> before) {
    Rows copy = new Rows();
    SortedMap<Comparable<?>, Cell> part = cells;
    part = from == null ? part : part.tailMap(from);
    part = before == null ? part : part.headMap(before);
    copy.cells.putAll(part);
    copy.deletedAt = deletedAt;
    return copy;
  }

  /** What is left of a row: null if it is deleted. */
  Object live(Cell cell) {
    return cell.timestamp() > deletedAt ? cell.value() : null;
  }

  boolean sameAs(Rows other) {
    return deletedAt == other.deletedAt && cells.equals(other.cells);
  }
}
