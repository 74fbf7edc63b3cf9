package io.quipu.tools.cli.transfer;

/** A failure to parse a line of a file as an entry. */
public final class BadLine extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BadLine(long line, String why) {
    super("Line " + line + ": " + why, null, false, false);
  }
}
