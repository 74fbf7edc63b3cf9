package io.quipu.engine.namespace;

import io.quipu.engine.windows.EventTime;

/** The outcome of the purge of a counter. */
public sealed interface PurgeOutcome {
  /**
   * Every process knows of the purge. What the counter held is being deleted.
   *
   * @param at when the purge was asked for
   */
  record Purging(EventTime at) implements PurgeOutcome {}

  /** There is no such namespace; nothing changed. */
  record Absent() implements PurgeOutcome {}

  /**
   * The counter, or counters of the namespace, were purged as often as possible; nothing changed.
   *
   * @param most the bound, inclusive
   * @param ofCounter whether the bound is that of one counter
   */
  record TooMany(int most, boolean ofCounter) implements PurgeOutcome {}

  /** The purge may be decided, may still be, or may never be. */
  record OutcomeUnknown() implements PurgeOutcome {}
}
