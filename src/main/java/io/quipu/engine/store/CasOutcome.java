package io.quipu.engine.store;

/** The outcome of a conditional write (LWT). */
public enum CasOutcome {
  /** The condition held and the write is committed. */
  APPLIED,
  /** The condition did not hold. */
  REFUSED,
  /** The answer was lost. The write may be done, or may still happen; only a serial read tells. */
  UNKNOWN
}
