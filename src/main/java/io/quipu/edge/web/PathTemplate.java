package io.quipu.edge.web;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The shape of a path, such as {@code /v1/counters/{namespace}/{counter}}. Fixed segments are
 * compared with the raw path. So a caller can send a name that equals a fixed segment, with one
 * letter of the name percent-encoded.
 */
record PathTemplate(String text, List<String> segments) {
  /** The last segment of a template with an open end: any number of further segments. */
  static final String REST = "**";

  static PathTemplate of(String text) {
    return new PathTemplate(text, RawPath.of(text).segments());
  }

  /**
   * The regular expression for raw paths of this shape. The expression has no capturing groups,
   * because vertx-web decodes each group, and fails if a group cannot be decoded.
   */
  String regex() {
    return segments.stream().map(PathTemplate::regex).collect(Collectors.joining("/", "/", ""));
  }

  private static String regex(String segment) {
    if (segment.equals(REST)) {
      return "(?s:.*)";
    }
    return segment.startsWith("{") ? "[^/]*" : Pattern.quote(segment);
  }

  /** The segment index of each {@code {variable}} by name, and of the open end by {@link #REST}. */
  Map<String, Integer> variables() {
    Map<String, Integer> found = new HashMap<>();
    for (int i = 0; i < segments.size(); i++) {
      String segment = segments.get(i);
      if (segment.equals(REST)) {
        found.put(REST, i);
      } else if (segment.startsWith("{")) {
        found.put(segment.substring(1, segment.length() - 1), i);
      }
    }
    return Map.copyOf(found);
  }
}
