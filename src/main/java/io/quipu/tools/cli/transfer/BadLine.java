package io.quipu.tools.cli.transfer;

/** A line of a file that says nothing that could be recorded. */
public final class BadLine extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BadLine(long line, String why) {
    super("Line " + line + ": " + why, null, false, false);
  }
}
