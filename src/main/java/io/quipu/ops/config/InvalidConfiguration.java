package io.quipu.ops.config;

/** A configuration that Quipu cannot start with. Its message is one line for the operator. */
public final class InvalidConfiguration extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public InvalidConfiguration(String line) {
    super(line);
  }

  /** One line: the variable, its value, what is wrong with it. */
  public static InvalidConfiguration of(String variable, String value, String complaint) {
    boolean printable = value.codePoints().noneMatch(Character::isISOControl);
    return new InvalidConfiguration(
        variable + "=" + (printable ? value : "(control characters)") + ": " + complaint);
  }

  /** One line: the variable, its value where that may be shown, what is allowed. */
  public static InvalidConfiguration notAllowed(String variable, String value) {
    return Table.row(variable).refused(value);
  }

  /** One line without the value: of a variable that names a file with a secret. */
  public static InvalidConfiguration unshown(String variable, String complaint) {
    return new InvalidConfiguration(
        variable
            + ": "
            + complaint
            + " (its value is not shown: it may be a secret, put here by mistake)");
  }

  /** The operator is told what to change; where in the code it was found helps nobody. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
