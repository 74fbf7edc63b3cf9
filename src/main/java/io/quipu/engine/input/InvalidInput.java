package io.quipu.engine.input;

/**
 * Input that the contract does not allow. The exception names the field and, in words for the
 * caller, the rule. Nothing of the input has been recorded when this exception is thrown.
 */
public final class InvalidInput extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private static final int SHOWN = 64;

  private final String field;
  private final Cause cause;

  private enum Cause {
    LATE,
    UNKNOWN,
    OTHER
  }

  public InvalidInput(String field, String detail) {
    this(field, detail, Cause.OTHER);
  }

  private InvalidInput(String field, String detail, Cause cause) {
    super(detail);
    this.field = field;
    this.cause = cause;
  }

  /** A time that is valid, but too far from now. */
  public static InvalidInput late(String field, String detail) {
    return new InvalidInput(field, detail, Cause.LATE);
  }

  /** A name that the settings of a namespace do not have, but may get. */
  public static InvalidInput unknown(String field, String detail) {
    return new InvalidInput(field, detail, Cause.UNKNOWN);
  }

  /** A text of the caller, as complaints show it: in quotes if it is blank, truncated if long. */
  public static String shown(String text) {
    String start = text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
    return text.isBlank() ? '"' + start + '"' : start;
  }

  /** Tells whether the field is a time that is too far from now. */
  public boolean isLate() {
    return cause == Cause.LATE;
  }

  /** Tells whether later settings of the namespace may have what the field names. */
  public boolean isUnknown() {
    return cause == Cause.UNKNOWN;
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
    return named(outer + "." + field);
  }

  /** A copy with another name of the field. */
  public InvalidInput named(String other) {
    return new InvalidInput(other, detail(), cause);
  }

  /** A copy with other words. */
  public InvalidInput saying(String detail) {
    return new InvalidInput(field, detail, cause);
  }

  /** Skips the stack trace: invalid input is an ordinary answer, not a defect. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
