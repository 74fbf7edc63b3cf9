package io.quipu.testing.sim;

import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The rule by which ids count that are soon forgotten, read a second time. */
final class Repetitions {
  private Repetitions() {}

  /** A row that has an id, and for how long that is remembered. */
  record Row(String id, EventTime at, int window) {
    static Row of(EventRow row) {
      return new Row(row.id(), EventTime.of(row.at()), row.window());
    }

    private boolean remembersAt(EventTime later) {
      return DeduplicationWindow.covers(window, at, later);
    }

    private boolean repeats(Row counted) {
      return counted.remembersAt(at) && DeduplicationWindow.covers(window, counted.at, at);
    }
  }

  /** Both included. */
  record Bounds(long least, long most) {
    private static final Bounds NOTHING = new Bounds(0, 0);

    boolean allow(long counted) {
      return counted >= least && counted <= most;
    }

    private Bounds plus(Bounds other) {
      return new Bounds(least + other.least, most + other.most);
    }

    private Bounds or(Bounds other) {
      return new Bounds(Math.min(least, other.least), Math.max(most, other.most));
    }
  }

  /**
   * How many rows count: in event order, those that lie less than both windows after none of their
   * id that does.
   *
   * @param certain that are there
   * @param possible any of which are there, too
   */
  static Bounds counted(Collection<Row> certain, Collection<Row> possible) {
    Set<Row> sure = new HashSet<>(certain);
    Set<Row> all = new HashSet<>(possible);
    all.addAll(sure);
    Map<String, List<Row>> byId = new TreeMap<>();
    all.forEach(row -> byId.computeIfAbsent(row.id, any -> new ArrayList<>()).add(row));
    return byId.values().stream()
        .map(rows -> ofOneId(rows, sure))
        .reduce(Bounds.NOTHING, Bounds::plus);
  }

  /** By the counted rows that may still be repeated, of which there are never many ways. */
  private static Bounds ofOneId(List<Row> rows, Set<Row> sure) {
    Map<List<Row>, Bounds> ways = new HashMap<>(Map.of(List.of(), Bounds.NOTHING));
    rows.sort(Comparator.comparing(Row::at));
    for (Row row : rows) {
      Map<List<Row>, Bounds> next = new HashMap<>();
      ways.forEach(
          (counted, so) -> {
            List<Row> left =
                new ArrayList<>(counted.stream().filter(one -> one.remembersAt(row.at)).toList());
            boolean counts = left.stream().noneMatch(row::repeats);
            if (!counts || !sure.contains(row)) {
              next.merge(List.copyOf(left), so, Bounds::or);
            }
            if (counts) {
              left.add(row);
              next.merge(left, so.plus(new Bounds(1, 1)), Bounds::or);
            }
          });
      ways = next;
    }
    return ways.values().stream().reduce(Bounds::or).orElse(Bounds.NOTHING);
  }
}
