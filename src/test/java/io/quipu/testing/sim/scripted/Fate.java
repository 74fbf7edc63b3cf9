package io.quipu.testing.sim.scripted;

/** What becomes of one call of a scripted store. */
public enum Fate {
  /** It takes effect and is answered. */
  ANSWERED,
  /** It takes effect; the answer is lost. */
  ANSWER_LOST,
  /** It has no effect, now or later; the answer is lost. */
  NEVER_APPLIED,
  /** The answer is lost; the call takes effect when the test has late calls delivered. */
  LATE,
  /** Certainly no effect; only plain writes can know that. */
  REFUSED,
  /** A read that no quorum answers. */
  UNAVAILABLE
}
