package io.quipu.engine.kinds.linear;

import java.util.List;

/**
 * An attempt to count increments with one step.
 *
 * @param sequence number of the attempt, unique for the writer
 * @param outcomes the outcome of each increment if the step is applied
 * @param rule the rule of the namespace by which the step was made or is sent again
 * @param since when the attempt began, in nanoseconds of the monotonic clock
 */
record LinearAttempt(
    long sequence,
    LinearStep step,
    List<PendingIncrement> increments,
    List<IncrementOutcome> outcomes,
    LinearRule rule,
    long since) {
  /** This attempt with a younger rule that has the same settings. */
  LinearAttempt by(LinearRule younger) {
    return new LinearAttempt(sequence, step, increments, outcomes, younger, since);
  }

  /** The version that the counter must have for the step to be applied. */
  long from() {
    return step.before().version();
  }

  /** The number of happenings that the step counts. */
  long happenings() {
    long resets = increments.stream().filter(one -> one.increment().resets()).count();
    return step.next().events() - step.before().events() - resets;
  }

  /** The number of events of its increments. */
  int events() {
    return increments.stream().mapToInt(PendingIncrement::events).sum();
  }
}
