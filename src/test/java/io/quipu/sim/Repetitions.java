package io.quipu.sim;

import io.quipu.counter.DeduplicationWindow;
import io.quipu.counter.EventTime;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rule by which ids count that are soon forgotten, read a second time. */
final class Repetitions {
  private Repetitions() {}

  /** A row that has an id. */
  record Row(String id, EventTime at) {}

  /**
   * How many of the rows count: in event order, those that lie a window or more after the last of
   * their id that does. That is the most that lie so far apart, so more rows never make it less.
   */
  static long counted(List<Row> rows, int window) {
    Map<String, EventTime> last = new HashMap<>();
    long counted = 0;
    for (Row row : rows.stream().sorted(Comparator.comparing(Row::at)).toList()) {
      EventTime before = last.get(row.id);
      if (before == null || !DeduplicationWindow.covers(window, before, row.at)) {
        last.put(row.id, row.at);
        counted++;
      }
    }
    return counted;
  }
}
