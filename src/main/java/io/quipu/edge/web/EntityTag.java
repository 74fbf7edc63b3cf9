package io.quipu.edge.web;

import java.util.ArrayList;
import java.util.List;

/** Names a version of a response (RFC 9110), so that a caller can ask whether it has changed. */
public record EntityTag(String text) {
  /** Stands in a header for every version. */
  public static final String ANY = "*";

  private static final String WEAK = "W/";

  /** The tag of a version that is told by words of its own: letters, digits and punctuation. */
  public static EntityTag of(String version) {
    return new EntityTag('"' + version + '"');
  }

  /** Tells whether the {@code If-None-Match} headers of a request name this version. */
  public boolean isIn(List<String> headers) {
    List<String> named = versions(headers, true);
    return named.contains(ANY) || named.contains(text.substring(1, text.length() - 1));
  }

  /**
   * The versions that headers such as {@code If-Match} name, without their quotes; {@link #ANY}
   * where one is an asterisk. What is no list of tags names none.
   *
   * @param weak whether {@code W/} in front of a tag makes no difference; otherwise such tags name
   *     nothing
   */
  public static List<String> versions(List<String> headers, boolean weak) {
    List<String> found = new ArrayList<>();
    for (String header : headers) {
      if (header.trim().equals(ANY)) {
        found.add(ANY);
      } else {
        addVersions(header, weak, found);
      }
    }
    return found;
  }

  private static void addVersions(String header, boolean weak, List<String> found) {
    int open = header.indexOf('"');
    while (open >= 0) {
      int close = header.indexOf('"', open + 1);
      if (close < 0) {
        return;
      }
      String version = header.substring(open + 1, close);
      // In quotes the asterisk is a version like others, which nothing here has.
      if (!version.equals(ANY) && (weak || !header.startsWith(WEAK, open - WEAK.length()))) {
        found.add(version);
      }
      open = header.indexOf('"', close + 1);
    }
  }
}
