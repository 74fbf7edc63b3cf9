package io.quipu.http;

import io.quipu.counter.Tally;
import java.util.List;

/** Names a version of an answer (RFC 9110), so that a caller can ask whether it has changed. */
record EntityTag(String text) {
  /** Of a count: it changes whenever an event is counted, even one that another cancels out. */
  static EntityTag of(Tally total) {
    return new EntityTag("\"" + total.count() + "-" + total.events() + "\"");
  }

  /** Whether the {@code If-None-Match} headers of a request name this version. */
  boolean isIn(List<String> headers) {
    for (String header : headers) {
      if (isIn(header)) {
        return true;
      }
    }
    return false;
  }

  /** Weak comparison: {@code W/} in front of a tag makes no difference. */
  private boolean isIn(String header) {
    if (header.trim().equals("*")) {
      return true;
    }
    int open = header.indexOf('"');
    while (open >= 0) {
      int close = header.indexOf('"', open + 1);
      if (close < 0) {
        return false;
      }
      if (header.substring(open, close + 1).equals(text)) {
        return true;
      }
      open = header.indexOf('"', close + 1);
    }
    return false;
  }
}
