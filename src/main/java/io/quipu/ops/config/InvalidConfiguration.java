package io.quipu.ops.config;

/** A configuration that Quipu cannot start with. Its message is one line for the operator. */
public final class InvalidConfiguration extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public InvalidConfiguration(String line) {
    super(line);
  }

  /** The operator is told what to change; where in the code it was found helps nobody. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
