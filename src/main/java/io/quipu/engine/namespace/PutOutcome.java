package io.quipu.engine.namespace;

import io.quipu.engine.model.InvalidInput;
import io.quipu.engine.model.Namespace;

/** The outcome of asking for a namespace with certain settings. */
public sealed interface PutOutcome {
  /** The namespace did not exist and now does. */
  record Created(Namespace namespace) implements PutOutcome {}

  /** The namespace existed, and its settings are now those that were asked for. */
  record Kept(Namespace namespace) implements PutOutcome {}

  /** The namespace exists with another kind; nothing changed. */
  record OtherKind(String kind) implements PutOutcome {}

  /** The namespace exists with other shards; nothing changed. */
  record OtherShards(int shards) implements PutOutcome {}

  /**
   * The namespace exists with another value of a setting that cannot be changed; nothing changed.
   */
  record OtherSetting(String name, String value) implements PutOutcome {}

  /** There are as many namespaces as may be; nothing changed. */
  record TooMany(int most) implements PutOutcome {}

  /** The condition does not hold; nothing changed. */
  record ConditionFailed() implements PutOutcome {}

  /** A namespace of its kind cannot be so; nothing changed. */
  record Invalid(InvalidInput complaint) implements PutOutcome {}

  /** The change may or may not have happened, or may still. */
  record OutcomeUnknown() implements PutOutcome {}
}
