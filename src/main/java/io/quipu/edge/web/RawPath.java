package io.quipu.edge.web;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The path of a request, cut into its segments before anything is decoded. A name may hold {@code
 * /}, {@code %} or {@code ..}, so decoding or normalising first would lose the name.
 *
 * @param segments raw, as they were sent
 */
public record RawPath(List<String> segments) {
  public RawPath {
    segments = Collections.unmodifiableList(segments);
  }

  /**
   * Cuts a raw path at its slashes. Empty segments stay, so that an empty name is noticed in its
   * place.
   *
   * @param raw begins with a slash
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

  /** The segments from an index on, as they were sent. */
  String from(int index) {
    return String.join("/", segments.subList(index, segments.size()));
  }
}
