package io.quipu.edge.kafka;

/**
 * The reason for which a record is not known to be counted, once none of its events is under way.
 *
 * @param detail the text for the operator
 */
record NotCounted(Cause reason, String detail) {
  /** The reasons, in ascending weight. */
  enum Cause {
    /** The record can never be counted. The operator may have it left out. */
    MALFORMED,
    /** The counter declines the record at present, and may accept it later. */
    DECLINED,
    /** The record may be counted. Sent again, the record could count twice. */
    DOUBT
  }

  boolean outweighs(NotCounted other) {
    return reason.compareTo(other.reason) > 0;
  }
}
