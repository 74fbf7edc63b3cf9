package io.quipu.kinds.linear;

import java.util.List;

/**
 * Increments under way to an answer.
 *
 * @param sequence its number among those of its writer
 * @param outcomes what they come to if the step is taken
 * @param since when it was sent first, in nanoseconds of the monotonic clock
 */
record LinearAttempt(
    long sequence,
    LinearStep step,
    List<PendingIncrement> increments,
    List<IncrementOutcome> outcomes,
    long since) {
  /** Of which version the counter must be for the step to be taken. */
  long from() {
    return step.before().version();
  }

  /** How many events it counts. */
  long events() {
    return step.next().events() - step.before().events();
  }
}
