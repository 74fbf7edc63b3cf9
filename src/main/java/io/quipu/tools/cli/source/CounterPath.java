package io.quipu.tools.cli.source;

import java.util.List;

/**
 * The name of a counter that is called by several parts elsewhere: they are joined by {@code /},
 * and in each part but the last one {@code %} and {@code /} are written {@code %25} and {@code
 * %2F}. So no two lists of as many parts have the same name, and the parts can be had from it.
 */
public final class CounterPath {
  private CounterPath() {}

  /**
   * @param parts at least one; a single one is the name
   */
  public static String of(List<String> parts) {
    StringBuilder name = new StringBuilder();
    for (String part : parts.subList(0, parts.size() - 1)) {
      name.append(part.replace("%", "%25").replace("/", "%2F")).append('/');
    }
    return name.append(parts.get(parts.size() - 1)).toString();
  }
}
