package io.quipu.client;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The choice of series of a counter: one for each combination of the values of some labels. The
 * namespace has to have a breakdown by exactly the labels of {@code by} and {@code where}.
 *
 * @param by the labels by which the counter is broken down; none for the one series of {@code
 *     where}
 * @param where the values that labels must have
 * @param limit at most so many, the largest; 0 for as many as the service answers unless asked
 */
public record Breakdown(List<String> by, Map<String, String> where, int limit) {
  public Breakdown {
    by = List.copyOf(by);
    where = Collections.unmodifiableMap(new TreeMap<>(where));
    if (by.isEmpty() && where.isEmpty()) {
      throw new IllegalArgumentException(
          "A breakdown needs labels: by has none, and where has none; Breakdown.by(\"country\") has");
    }
    if (limit < 0) {
      throw new IllegalArgumentException("limit is " + limit + "; it must be 0 or more");
    }
  }

  /** The series of all values of some labels. */
  public static Breakdown by(String label, String... more) {
    List<String> labels = new ArrayList<>(List.of(label));
    labels.addAll(List.of(more));
    return new Breakdown(labels, Map.of(), 0);
  }

  /** The one series of some values of labels; there is none before an event has them. */
  public static Breakdown of(Map<String, String> where) {
    return new Breakdown(List.of(), where, 0);
  }

  /** These series, but only those with a value of a label. */
  public Breakdown where(String label, String value) {
    Map<String, String> values = new TreeMap<>(where);
    values.put(label, value);
    return new Breakdown(by, values, limit);
  }

  /** These series, at most so many: the largest. */
  public Breakdown limit(int most) {
    return new Breakdown(by, where, most);
  }
}
