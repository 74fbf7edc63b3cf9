package io.quipu.edge.web;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The path of a request, split into its segments before anything is decoded. A name may hold {@code
 * /}, {@code %} or {@code ..}. A path that was decoded or normalised first would lose the name.
 *
 * @param segments the segments as they were sent
 */
public record RawPath(List<String> segments) {
  public RawPath {
    segments = Collections.unmodifiableList(segments);
  }

  /**
   * Splits a raw path at its slashes. Keeps empty segments, so that an empty name can be refused.
   *
   * @param raw a path that begins with a slash
   */
  public static RawPath of(String raw) {
    List<String> segments = new ArrayList<>(6);
    int start = 1;
    for (int i = 1; i < raw.length(); i++) {
      if (raw.charAt(i) == '/') {
        segments.add(raw.substring(start, i));
        start = i + 1;
      }
    }
    segments.add(raw.length() > start ? raw.substring(start) : "");
    return new RawPath(segments);
  }

  public String segment(int index) {
    return segments.get(index);
  }

  /** The segments from an index on, as they were sent, with the slashes between them. */
  String from(int index) {
    return String.join("/", segments.subList(index, segments.size()));
  }
}
