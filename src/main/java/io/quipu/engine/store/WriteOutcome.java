package io.quipu.engine.store;

/** The outcome of an idempotent write. */
public enum WriteOutcome {
  /** Durable on a quorum of replicas. */
  WRITTEN,
  /** Certainly on no replica: it was never sent, or refused before any replica saw it. */
  REFUSED,
  /** May be on none, some or all replicas, now or later. */
  UNKNOWN;

  /** The outcome of two writes that only count together. */
  public WriteOutcome and(WriteOutcome other) {
    return this == other ? this : UNKNOWN;
  }
}
