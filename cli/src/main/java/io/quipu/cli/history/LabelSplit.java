package io.quipu.cli.history;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Events of one window, by the values of their labels. The service tells the series of each
 * breakdown, and not which events are in a series of one and in a series of another. So some events
 * are found that are in these series: they count everywhere as the real ones did.
 */
final class LabelSplit {
  /** Events with the same labels. */
  record Part(Labels labels, Amount amount) {}

  private List<Part> parts;

  LabelSplit(Amount amount) {
    parts = List.of(new Part(Labels.NONE, amount));
  }

  List<Part> parts() {
    return parts;
  }

  /**
   * Splits the parts by another breakdown.
   *
   * @param series the amounts of all series, which add up to that of the parts
   * @return whether that was found; if not, the parts stay
   */
  boolean by(Map<Labels, Amount> series) {
    List<Part> columns = new ArrayList<>();
    series.forEach((labels, amount) -> columns.add(new Part(labels, amount)));
    if (columns.isEmpty()) {
      return false;
    }
    List<String> shared = new ArrayList<>(columns.get(0).labels.values().keySet());
    shared.retainAll(parts.get(0).labels.values().keySet());
    Map<Labels, List<Part>> known = grouped(parts, shared);
    Map<Labels, List<Part>> found = grouped(columns, shared);
    List<Part> all = new ArrayList<>();
    if (!known.keySet().equals(found.keySet())) {
      return false;
    }
    for (Map.Entry<Labels, List<Part>> group : known.entrySet()) {
      if (!join(group.getValue(), found.getOrDefault(group.getKey(), List.of()), all)) {
        return false;
      }
    }
    parts = all;
    return true;
  }

  private static Map<Labels, List<Part>> grouped(List<Part> some, List<String> labels) {
    Map<Labels, List<Part>> groups = new TreeMap<>();
    for (Part part : some) {
      groups.computeIfAbsent(part.labels.only(labels), any -> new ArrayList<>()).add(part);
    }
    return groups;
  }

  /** Finds the amount that each row shares with each column. Tries several orders of the rows. */
  private static boolean join(List<Part> rows, List<Part> columns, List<Part> all) {
    List<Part> order = new ArrayList<>(rows);
    // one event belongs to one column as a whole; the others take what is left
    order.sort(Comparator.comparingLong(row -> row.amount.events()));
    Random random = new Random(1);
    for (int i = 0; i < Join.ORDERS; i++) {
      Join join = new Join(order, columns);
      if (join.fill(0)) {
        all.addAll(join.shared);
        return true;
      }
      Collections.shuffle(order, random);
    }
    return false;
  }

  /** A search for the amounts that rows share with columns. */
  private static final class Join {
    static final int ORDERS = 60;
    private static final int STEPS = 2_000;

    private final List<Part> rows;
    private final List<Part> columns;
    private final Amount[] ofRows;
    private final Amount[] ofColumns;
    private final List<Part> shared = new ArrayList<>();
    private int steps;

    Join(List<Part> rows, List<Part> columns) {
      this.rows = rows;
      this.columns = columns;
      this.ofRows = rows.stream().map(Part::amount).toArray(Amount[]::new);
      this.ofColumns = columns.stream().map(Part::amount).toArray(Amount[]::new);
    }

    /** Distributes what is left of the rows from one on. Everything stays as it was if it fails. */
    boolean fill(int from) {
      int row = from;
      while (row < ofRows.length && ofRows[row].isZero()) {
        row++;
      }
      if (row == ofRows.length) {
        return List.of(ofColumns).stream().allMatch(Amount::isZero);
      }
      steps++;
      for (boolean equal : new boolean[] {true, false}) {
        for (int column = 0; steps < STEPS && column < ofColumns.length; column++) {
          if (ofColumns[column].equals(ofRows[row]) == equal && fill(row, column)) {
            return true;
          }
        }
      }
      return false;
    }

    private boolean fill(int row, int column) {
      Amount ofRow = ofRows[row];
      Amount ofColumn = ofColumns[column];
      for (Amount both : ofColumn.isZero() ? List.<Amount>of() : shares(ofRow, ofColumn)) {
        ofRows[row] = ofRow.minus(both);
        ofColumns[column] = ofColumn.minus(both);
        shared.add(new Part(rows.get(row).labels.and(columns.get(column).labels), both));
        if (fill(row)) {
          return true;
        }
        shared.remove(shared.size() - 1);
        ofRows[row] = ofRow;
        ofColumns[column] = ofColumn;
      }
      return false;
    }

    /**
     * Returns what a row may share with a column, so that what is left of each is nothing, or of
     * events, too: the one with less as a whole, or all but one event of it, whose delta may be
     * any.
     */
    private static List<Amount> shares(Amount row, Amount column) {
      Amount less = row.events() <= column.events() ? row : column;
      return Stream.concat(
              Stream.of(less),
              LongStream.of(1, -1, 2, -2, 3, Amount.LARGEST, -Amount.LARGEST)
                  .mapToObj(left -> less.minus(new Amount(BigInteger.valueOf(left), 1))))
          .filter(both -> both.isOfEvents() && isLeft(row, both) && isLeft(column, both))
          .toList();
    }

    private static boolean isLeft(Amount whole, Amount part) {
      Amount left = whole.minus(part);
      return left.isZero() || left.isOfEvents();
    }
  }
}
