package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.load.Receipts;

/**
 * The count, next to what may have been counted.
 *
 * @param counted what the service says, once all is quiet
 * @param receipts what its clients know, in events
 */
record Balance(Sum counted, Receipts receipts) {
  /** True if every acknowledged event is counted, and none that was not sent, or twice. */
  boolean isRight() {
    return lost() == 0 && surplus() == 0;
  }

  private long lost() {
    return Math.max(0, receipts.acknowledged() - counted.count());
  }

  private long surplus() {
    return Math.max(0, counted.count() - receipts.sent());
  }

  @Override
  public String toString() {
    StringBuilder text =
        new StringBuilder(
            "counted %,d; acknowledged %,d; in doubt %,d"
                .formatted(counted.count(), receipts.acknowledged(), receipts.inDoubt()));
    if (counted.unsettled() > 0) {
      text.append("; %,d of the counted not settled in time".formatted(counted.unsettled()));
    }
    if (lost() > 0) {
      text.append("; acknowledged and not counted: %,d".formatted(lost()));
    }
    if (surplus() > 0) {
      text.append("; counted and never sent, or counted twice: %,d".formatted(surplus()));
    }
    return text.toString();
  }
}
