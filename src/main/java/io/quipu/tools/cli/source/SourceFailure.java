package io.quipu.tools.cli.source;

/** A source cannot be read, or not to its end. The message is one line for whoever asked. */
public final class SourceFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public SourceFailure(String line) {
    super(line, null, false, false);
  }
}
