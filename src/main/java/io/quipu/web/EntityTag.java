package io.quipu.web;

import java.util.List;

/** Names a version of a response (RFC 9110), so that a caller can ask whether it has changed. */
public record EntityTag(String text) {
  /** Whether the {@code If-None-Match} headers of a request name this version. */
  public boolean isIn(List<String> headers) {
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
