package io.quipu.edge.resp;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The namespaces that {@code SELECT} takes by number. Immutable. */
public final class Databases {
  /** The namespace that is created if it is among those of the numbers and does not exist. */
  static final String CREATED = "redis";

  private final SortedMap<Integer, String> namespaces;

  /**
   * @throws IllegalArgumentException if number 0, in which each connection begins, is missing
   */
  public Databases(SortedMap<Integer, String> namespaces) {
    if (!namespaces.containsKey(0)) {
      throw new IllegalArgumentException("there is no database 0");
    }
    this.namespaces = new TreeMap<>(namespaces);
  }

  /** The namespace of a number; null if the number has none. */
  @Nullable String namespace(int number) {
    return namespaces.get(number);
  }

  /** The numbers, for people. */
  String numbers() {
    return namespaces.keySet().stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  /** Tells whether a number stands for {@link #CREATED}. */
  boolean haveCreated() {
    return namespaces.containsValue(CREATED);
  }

  /** The namespace in which each connection begins. */
  String first() {
    return namespaces.getOrDefault(0, "");
  }
}
