package io.quipu.engine.kinds.linear;

import java.util.List;

/**
 * Increments under way to an answer.
 *
 * @param sequence its number among those of its writer
 * @param outcomes what they come to if the step is taken
 * @param rule of the namespace, by which the step was made
 * @param since when it was sent first, in nanoseconds of the monotonic clock
 */
record LinearAttempt(
    long sequence,
    LinearStep step,
    List<PendingIncrement> increments,
    List<IncrementOutcome> outcomes,
    LinearRule rule,
    long since) {
  /** This attempt, by a younger rule that says the same. */
  LinearAttempt by(LinearRule younger) {
    return new LinearAttempt(sequence, step, increments, outcomes, younger, since);
  }

  /** The version that the counter must have for the step to be taken. */
  long from() {
    return step.before().version();
  }

  /** The number of events that it counts. */
  long events() {
    return step.next().events() - step.before().events();
  }
}
