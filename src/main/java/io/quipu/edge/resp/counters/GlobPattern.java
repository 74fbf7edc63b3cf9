package io.quipu.edge.resp.counters;

import io.quipu.engine.input.InvalidInput;

/**
 * A pattern of {@code SCAN}: text with {@code *}, {@code ?}, {@code [a-c]}, {@code [^a]}, and
 * {@code \} before a character that stands for itself. A {@code ?} is one code point. Immutable.
 */
final class GlobPattern {
  /** The maximum number of characters from the first special one on: the work for each name. */
  static final int LONGEST = 128;

  /** The pattern of all names. */
  static final GlobPattern ALL = of("*");

  private static final String SPECIAL = "*?[";

  private final String prefix;

  /** The code points of the pattern after the prefix. */
  private final int[] rest;

  private GlobPattern(String prefix, int[] rest) {
    this.prefix = prefix;
    this.rest = rest;
  }

  /** The text with which all names begin that match. */
  String prefix() {
    return prefix;
  }

  /**
   * Reads a pattern.
   *
   * @throws InvalidInput if it is too long
   */
  static GlobPattern of(String text) {
    StringBuilder prefix = new StringBuilder();
    int at = 0;
    while (at < text.length() && SPECIAL.indexOf(text.charAt(at)) < 0) {
      at += text.charAt(at) == '\\' && at + 1 < text.length() ? 1 : 0;
      prefix.append(text.charAt(at++));
    }
    int[] rest = text.substring(at).codePoints().toArray();
    if (rest.length > LONGEST) {
      throw new InvalidInput(
          "pattern",
          "the pattern has more than " + LONGEST + " characters from the first *, ? or [ on");
    }
    return new GlobPattern(prefix.toString(), rest);
  }

  /** Tells whether a name matches. */
  boolean matches(String name) {
    return name.startsWith(prefix)
        && matches(name.substring(prefix.length()).codePoints().toArray());
  }

  /** Goes back to the last star only: what an earlier one would take, the last can take, too. */
  private boolean matches(int[] name) {
    int at = 0;
    int in = 0;
    int star = -1;
    int taken = 0;
    while (in < name.length) {
      if (at < rest.length && rest[at] == '*') {
        star = at++;
        taken = in;
      } else if (at < rest.length && one(at, name[in])) {
        at = after(at);
        in++;
      } else if (star >= 0) {
        at = star + 1;
        in = ++taken;
      } else {
        return false;
      }
    }
    while (at < rest.length && rest[at] == '*') {
      at++;
    }
    return at == rest.length;
  }

  private boolean one(int at, int point) {
    return switch (rest[at]) {
      case '?' -> true;
      case '[' -> isIn(at, point);
      case '\\' -> rest[Math.min(at + 1, rest.length - 1)] == point;
      default -> rest[at] == point;
    };
  }

  /** The place in the pattern after the element at a place. */
  private int after(int at) {
    return switch (rest[at]) {
      case '[' -> Math.min(end(at) + 1, rest.length);
      case '\\' -> Math.min(at + 2, rest.length);
      default -> at + 1;
    };
  }

  /** The place of the bracket that closes a set; the length if there is none. */
  private int end(int open) {
    int at = open + 1;
    while (at < rest.length && rest[at] != ']') {
      at += rest[at] == '\\' ? 2 : 1;
    }
    return Math.min(at, rest.length);
  }

  private boolean isIn(int open, int point) {
    int end = end(open);
    boolean not = open + 1 < end && rest[open + 1] == '^';
    boolean found = false;
    for (int at = open + (not ? 2 : 1); at < end; at++) {
      if (rest[at] == '\\' && at + 1 < end) {
        at++;
      }
      if (at + 2 < end && rest[at + 1] == '-') {
        int low = Math.min(rest[at], rest[at + 2]);
        found |= low <= point && point <= Math.max(rest[at], rest[at + 2]);
        at += 2;
      } else {
        found |= rest[at] == point;
      }
    }
    return found != not;
  }
}
