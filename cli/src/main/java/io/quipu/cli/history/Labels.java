package io.quipu.cli.history;

import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Values of labels, by the name of the label. Those of all labels of a breakdown name a series; no
 * labels name the counter itself.
 *
 * @param values empty for a label that an event does not have
 */
public record Labels(NavigableMap<String, String> values) implements Comparable<Labels> {
  /** The counter itself. */
  public static final Labels NONE = new Labels(new TreeMap<>());

  public Labels {
    values = Collections.unmodifiableNavigableMap(new TreeMap<>(values));
  }

  public static Labels of(Map<String, String> values) {
    return new Labels(new TreeMap<>(values));
  }

  /** The series of a breakdown for events without labels. */
  static Labels without(Collection<String> breakdown) {
    NavigableMap<String, String> values = new TreeMap<>();
    breakdown.forEach(label -> values.put(label, ""));
    return new Labels(values);
  }

  /** Tells whether these are the labels of a series of a breakdown. */
  boolean areOf(Collection<String> breakdown) {
    return values.size() == breakdown.size() && values.keySet().containsAll(breakdown);
  }

  /** The values of some labels. */
  Labels only(Collection<String> names) {
    NavigableMap<String, String> some = new TreeMap<>(values);
    some.keySet().retainAll(names);
    return new Labels(some);
  }

  /** Both together. */
  Labels and(Labels others) {
    NavigableMap<String, String> all = new TreeMap<>(values);
    all.putAll(others.values);
    return new Labels(all);
  }

  /** Gives keys an order, so that a hash table stays fast if many keys have one hash. */
  @Override
  public int compareTo(Labels other) {
    Iterator<Map.Entry<String, String>> others = other.values.entrySet().iterator();
    for (Map.Entry<String, String> own : values.entrySet()) {
      if (!others.hasNext()) {
        return 1;
      }
      Map.Entry<String, String> next = others.next();
      int order = own.getKey().compareTo(next.getKey());
      order = order != 0 ? order : own.getValue().compareTo(next.getValue());
      if (order != 0) {
        return order;
      }
    }
    return others.hasNext() ? -1 : 0;
  }
}
