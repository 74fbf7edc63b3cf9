package io.quipu.http;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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

  /**
   * Matches raw paths of this shape; {@code **} stands for any number of further segments. It has
   * no groups: vertx-web decodes what a group captures, and fails where that is not possible.
   */
  String regex() {
    return segments.stream().map(Template::regex).collect(Collectors.joining("/", "/", ""));
  }

  private static String regex(String segment) {
    if (segment.equals(REST)) {
      return "(?s:.*)";
    }
    return segment.startsWith("{") ? "[^/]*" : Pattern.quote(segment);
  }

  /** Where {@code {name}} stands. */
  int indexOf(String name) {
    return segments.indexOf("{" + name + "}");
  }
}
