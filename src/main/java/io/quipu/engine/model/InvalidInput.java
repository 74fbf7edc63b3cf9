package io.quipu.engine.model;

/**
 * Input that the contract does not allow. The exception names the field and, in words for the
 * caller, the rule. Nothing of the input has been recorded when this exception is thrown.
 */
public final class InvalidInput extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String field;

  public InvalidInput(String field, String detail) {
    super(detail);
    this.field = field;
  }

  /**
   * The field as the caller spells it, for example {@code delta} or {@code counters[3].counter}.
   */
  public String field() {
    return field;
  }

  /** The detail, never {@code null}; safe to show to the caller. */
  public String detail() {
    return String.valueOf(getMessage());
  }

  /** A copy with the field inside {@code outer}, such as an element of an array. */
  public InvalidInput within(String outer) {
    return new InvalidInput(outer + "." + field, detail());
  }

  /** Skips the stack trace: invalid input is an ordinary answer, not a defect. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
