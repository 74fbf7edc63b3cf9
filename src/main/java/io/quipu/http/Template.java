package io.quipu.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The shape of a path, such as {@code /v1/counters/{namespace}/{counter}}. Fixed segments are
 * compared as they were sent, so a counter whose name equals a fixed segment can be reached by
 * percent-encoding one of its letters.
 */
record Template(String text, List<String> segments) {
  private static final String REST = "**";

  static Template of(String text) {
    return new Template(text, CounterPath.of(text).segments());
  }

  /** How many segments are fixed: of two templates for one path, the more fixed one is meant. */
  int weight() {
    return (int) segments.stream().filter(segment -> !isVariable(segment)).count();
  }

  /** Whether any number of further segments may follow. */
  boolean isOpen() {
    return segments.get(segments.size() - 1).equals(REST);
  }

  boolean matches(CounterPath path) {
    int fixed = isOpen() ? segments.size() - 1 : segments.size();
    if (isOpen() ? path.length() <= fixed : path.length() != fixed) {
      return false;
    }
    for (int i = fixed - 1; i >= 0; i--) {
      String segment = segments.get(i);
      if (!isVariable(segment) && !segment.equals(path.raw(i))) {
        return false;
      }
    }
    return true;
  }

  /** Where {@code {name}} stands. */
  int indexOf(String name) {
    return segments.indexOf("{" + name + "}");
  }

  private static boolean isVariable(@Nullable String segment) {
    return segment != null && segment.startsWith("{");
  }
}
