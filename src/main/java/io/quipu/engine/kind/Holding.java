package io.quipu.engine.kind;

/**
 * The type of value that the counters of a namespace hold. Some protocols have different commands
 * for each type.
 */
public enum Holding {
  /** The sum of deltas. Only reads give the sum; the answer to a recording does not have it. */
  SUM,
  /** The sum of deltas. The answer to a recording has the sum after its last event. */
  ORDERED_SUM,
  /** A whole number that is not the sum of deltas. */
  STATEMENTS,
  /** The approximate number of different values. */
  DISTINCT,
  /** A summary of values that none of the other constants describes. */
  SUMMARY;

  /** Tells whether the events are deltas. */
  public boolean isSum() {
    return this == SUM || this == ORDERED_SUM;
  }

  /** Tells whether the value is one exact whole number. */
  public boolean isNumber() {
    return isSum() || this == STATEMENTS;
  }
}
