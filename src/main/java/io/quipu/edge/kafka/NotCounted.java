package io.quipu.edge.kafka;

/**
 * The reason why it is not certain that a record is counted. Made when none of its events is under
 * way.
 *
 * @param detail the reason in words, for the operator
 */
record NotCounted(Cause reason, String detail) {
  /** The reasons, in ascending weight. Of several reasons for a record, the heaviest counts. */
  enum Cause {
    /** An event of the record can never be counted. The operator may choose to skip the record. */
    MALFORMED,
    /** A counter declines the record at present, and may accept the record later. */
    DECLINED,
    /** The record may have been counted. If it were sent again, it could count twice. */
    DOUBT
  }

  boolean outweighs(NotCounted other) {
    return reason.compareTo(other.reason) > 0;
  }
}
