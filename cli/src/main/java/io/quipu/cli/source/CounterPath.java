package io.quipu.cli.source;

import java.util.List;

/**
 * Joins the parts that name a counter in a source to one name, with {@code /} between them. In each
 * part except the last, {@code %} and {@code /} become {@code %25} and {@code %2F}. So different
 * lists of equal length have different names, and a name can be split if the length is known.
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
