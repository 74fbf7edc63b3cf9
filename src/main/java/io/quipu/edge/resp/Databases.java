package io.quipu.edge.resp;

import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which namespace each number stands for that {@code SELECT} takes. Immutable. */
public final class Databases {
  private final SortedMap<Integer, String> namespaces;

  /**
   * @throws IllegalArgumentException if 0, where each connection begins, is not among them
   */
  public Databases(SortedMap<Integer, String> namespaces) {
    if (!namespaces.containsKey(0)) {
      throw new IllegalArgumentException("there is no database 0");
    }
    this.namespaces = new TreeMap<>(namespaces);
  }

  /** The namespace of a number; null if there is none. */
  @Nullable String namespace(int number) {
    return namespaces.get(number);
  }

  /** Where connections begin. */
  String first() {
    return namespaces.getOrDefault(0, "");
  }
}
