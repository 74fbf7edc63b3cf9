package io.quipu.cli.source;

/** A failure to open a source or to read it to its end. The message is one line for the user. */
public final class SourceFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public SourceFailure(String line) {
    super(line, null, false, false);
  }
}
