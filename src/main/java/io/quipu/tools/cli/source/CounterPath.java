package io.quipu.tools.cli.source;

import java.util.List;

/**
 * Makes one name of the parts that name a counter in a source. The parts are joined by {@code /}.
 * In each part except the last, {@code %} and {@code /} become {@code %25} and {@code %2F}. So
 * different lists of equal length have different names, and the parts can be read from a name.
 */
public final class CounterPath {
  private CounterPath() {}

  /**
   * @param parts at least one part; a single part is the name
   */
  public static String of(List<String> parts) {
    StringBuilder name = new StringBuilder();
    for (String part : parts.subList(0, parts.size() - 1)) {
      name.append(part.replace("%", "%25").replace("/", "%2F")).append('/');
    }
    return name.append(parts.get(parts.size() - 1)).toString();
  }
}
