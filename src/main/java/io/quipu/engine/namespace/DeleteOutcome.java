package io.quipu.engine.namespace;

import io.quipu.engine.windows.EventTime;

/** The outcome of the deletion of a namespace. */
public sealed interface DeleteOutcome {
  /**
   * The namespace is found by nobody any more, and what it held is being deleted.
   *
   * @param at when the deletion was decided, by this caller or an earlier one
   */
  record Deleting(EventTime at) implements DeleteOutcome {}

  /** There is no such namespace; nothing changed. */
  record Absent() implements DeleteOutcome {}

  /** The namespace always exists; nothing changed. */
  record Permanent() implements DeleteOutcome {}

  /** The condition does not hold; nothing changed. */
  record ConditionFailed() implements DeleteOutcome {}

  /** The deletion may be decided, may still be, or may never be. */
  record OutcomeUnknown() implements DeleteOutcome {}
}
