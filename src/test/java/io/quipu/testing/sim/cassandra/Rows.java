package io.quipu.testing.sim.cassandra;

import io.quipu.testing.sim.cassandra.PlainRead.Slice;
import java.util.SortedMap;
import java.util.TreeMap;

/** The rows of one partition on one replica, deleted ones included. */
final class Rows {
  final TreeMap<Comparable<?>, Cell> cells = new TreeMap<>();
  long deletedAt = Long.MIN_VALUE;

  void apply(SortedMap<Comparable<?>, Cell> more, long deletion) {
    if (cells.isEmpty()) {
      cells.putAll(more);
    } else {
      more.forEach((row, cell) -> cells.merge(row, cell, Cell::newer));
    }
    deletedAt = Math.max(deletedAt, deletion);
  }

  void apply(Rows more) {
    apply(more.cells, more.deletedAt);
  }

  /** A copy of the rows of a slice. */
  Rows slice(Slice slice) {
    Rows copy = new Rows();
    copy.deletedAt = deletedAt;
    if (slice.only() != null) {
      for (Comparable<?> row : slice.only()) {
        Cell cell = cells.get(row);
        if (cell != null) {
          copy.cells.put(row, cell);
        }
      }
      return copy;
    }
    SortedMap<Comparable<?>, Cell> part = cells;
    part = slice.from() == null ? part : part.tailMap(slice.from());
    part = slice.before() == null ? part : part.headMap(slice.before());
    copy.cells.putAll(part);
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
