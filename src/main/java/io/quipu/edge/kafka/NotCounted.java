package io.quipu.edge.kafka;

/**
 * Cause that a record is not known to be counted, although nothing of it is under way any more.
 *
 * @param detail for the operator
 */
record NotCounted(Cause reason, String detail) {
  /** The reasons, the weightier ones later. */
  enum Cause {
    /** It can never be counted, so it may be left out where that is said. */
    MALFORMED,
    /** Its counter does not take it as things are; that may change. */
    DECLINED,
    /** It may be counted, and sending it again could count it twice. */
    DOUBT
  }

  boolean outweighs(NotCounted other) {
    return reason.compareTo(other.reason) > 0;
  }
}
