package io.quipu.testing.sim.cassandra;

import io.quipu.testing.sim.cassandra.PlainRead.Slice;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The rows of one partition on one replica, deleted ones included. */
final class Rows {
  final TreeMap<Comparable<?>, Cell> cells = new TreeMap<>();
  long deletedAt = Long.MIN_VALUE;

  /** Of which counters everything is deleted, whenever it was written. */
  Set<Erased> erased = Set.of();

  void apply(Mutation more) {
    apply(more.cells(), more.deletedAt());
    erase(more.erased());
  }

  private void erase(Set<Erased> more) {
    if (!erased.containsAll(more)) {
      Set<Erased> all = new TreeSet<>(erased);
      all.addAll(more);
      erased = all;
    }
  }

  private void apply(SortedMap<Comparable<?>, Cell> more, long deletion) {
    if (cells.isEmpty()) {
      cells.putAll(more);
    } else {
      more.forEach((row, cell) -> cells.merge(row, cell, Cell::newer));
    }
    deletedAt = Math.max(deletedAt, deletion);
  }

  void apply(Rows more) {
    apply(more.cells, more.deletedAt);
    erase(more.erased);
  }

  /** All of it, as a write. */
  Mutation asMutation(Object key) {
    return asMutation(key, cells);
  }

  /** Some of it, as a write. */
  Mutation asMutation(Object key, SortedMap<Comparable<?>, Cell> some) {
    return new Mutation(key, some, deletedAt, erased);
  }

  /** A copy of the rows of a slice. */
  Rows slice(Slice slice) {
    Rows copy = new Rows();
    copy.deletedAt = deletedAt;
    copy.erased = erased;
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
  Object live(Comparable<?> row, Cell cell) {
    return cell.timestamp() > deletedAt && !isErased(row) ? cell.value() : null;
  }

  private boolean isErased(Comparable<?> row) {
    return !erased.isEmpty()
        && row instanceof OfCounter one
        && one.ofCounter() != null
        && (erased.contains(Erased.of(one.ofCounter()))
            || erased.contains(Erased.all(one.ofCounter().stored())));
  }

  /** What is left of all rows. */
  SortedMap<Comparable<?>, Object> live() {
    SortedMap<Comparable<?>, Object> live = new TreeMap<>();
    cells.forEach(
        (row, cell) -> {
          Object value = live(row, cell);
          if (value != null) {
            live.put(row, value);
          }
        });
    return live;
  }

  boolean sameAs(Rows other) {
    return deletedAt == other.deletedAt && cells.equals(other.cells) && erased.equals(other.erased);
  }
}
