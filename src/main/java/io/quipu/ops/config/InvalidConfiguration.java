package io.quipu.ops.config;

/** A configuration with which Quipu cannot start. The message is one line for the operator. */
public final class InvalidConfiguration extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public InvalidConfiguration(String line) {
    super(line);
  }

  /** An error of one line with the variable, its value and the complaint. */
  public static InvalidConfiguration of(String variable, String value, String complaint) {
    boolean printable = value.codePoints().noneMatch(Character::isISOControl);
    return new InvalidConfiguration(
        variable + "=" + (printable ? value : "(control characters)") + ": " + complaint);
  }

  /** An error with the variable, its value unless it may be a secret, and the allowed values. */
  public static InvalidConfiguration notAllowed(String variable, String value) {
    return Table.row(variable).refused(value);
  }

  /** An error without the value, because operators may give a secret instead of its file. */
  public static InvalidConfiguration unshown(String variable, String complaint) {
    return new InvalidConfiguration(
        variable
            + ": "
            + complaint
            + " (its value is not shown: it may be a secret, put here by mistake)");
  }

  /** Omits the stack trace: the operator needs the message only. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
