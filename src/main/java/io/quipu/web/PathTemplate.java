package io.quipu.web;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The shape of a path, such as {@code /v1/counters/{namespace}/{counter}}. Fixed segments are
 * compared as they were sent, so a name that equals a fixed segment can be reached by
 * percent-encoding one of its letters.
 */
record PathTemplate(String text, List<String> segments) {
  private static final String REST = "**";

  static PathTemplate of(String text) {
    return new PathTemplate(text, RawPath.of(text).segments());
  }

  /**
   * Matches raw paths of this shape; {@code **} stands for any number of further segments. It has
   * no groups: vertx-web decodes what a group captures, and fails where that is not possible.
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

  /** Where {@code {name}} stands. */
  int indexOf(String name) {
    return segments.indexOf("{" + name + "}");
  }
}
