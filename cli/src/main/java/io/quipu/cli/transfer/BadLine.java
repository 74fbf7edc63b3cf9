package io.quipu.cli.transfer;

/** A failure to read a line of a file as an entry. */
public final class BadLine extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int MOST_SHOWN = 64;

  private final long line;

  BadLine(long line, String why) {
    this("Line " + line + ": " + why, line);
  }

  private BadLine(String message, long line) {
    super(message, null, false, false);
    this.line = line;
  }

  /** A copy that belongs to the row that begins in an earlier line. */
  BadLine inRowOf(long first) {
    return new BadLine(String.valueOf(getMessage()), first);
  }

  /** Returns the number of the line, from 1; of a row of several lines, that of the first. */
  public long line() {
    return line;
  }

  /** A text of the file in a message: truncated if long, in quotes if it is empty or has spaces. */
  static String shown(String text) {
    String start = text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + "..." : text;
    boolean isPlain = !text.isEmpty() && text.chars().noneMatch(Character::isWhitespace);
    return isPlain ? start : '"' + start + '"';
  }
}
