package io.quipu.engine.kind;

/**
 * The type of value that the counters of a namespace hold. Some protocols have different commands
 * for each type.
 */
public enum Holding {
  /** The sum of deltas, known only by a read: the answer to an event does not have it. */
  SUM,
  /** The sum of deltas, which the answer to each event has. */
  ORDERED_SUM,
  /** A whole number that is not the sum of deltas. */
  STATEMENTS,
  /** The approximate number of different values. */
  DISTINCT,
  /** Another summary of values. */
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
