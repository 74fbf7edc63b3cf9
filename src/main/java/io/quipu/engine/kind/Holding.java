package io.quipu.engine.kind;

/**
 * The type of value that the counters of a namespace hold, for protocols in which each command is
 * for one type.
 */
public enum Holding {
  /** The sum of deltas, which nobody knows at the time of an event: it takes a read. */
  SUM,
  /** The sum of deltas, known with each event. */
  ORDERED_SUM,
  /** A number that is made of something else than deltas. */
  STATEMENTS,
  /** About how many different values there were. */
  DISTINCT,
  /** Something else that was kept of values. */
  SUMMARY;

  /** Tells whether its events are deltas. */
  public boolean isSum() {
    return this == SUM || this == ORDERED_SUM;
  }

  /** Tells whether it reads as one whole number, exactly. */
  public boolean isNumber() {
    return isSum() || this == STATEMENTS;
  }
}
