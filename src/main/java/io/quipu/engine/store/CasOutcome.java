package io.quipu.engine.store;

/** The outcome of a conditional write (LWT). */
public enum CasOutcome {
  /** The condition held and the write is committed. */
  APPLIED,
  /** The condition did not hold. */
  REFUSED,
  /** The answer was lost. Only a serial read finds the outcome, and the write may still happen. */
  UNKNOWN
}
