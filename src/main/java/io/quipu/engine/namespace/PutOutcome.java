package io.quipu.engine.namespace;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.names.Namespace;

/** The outcome of a {@link NamespacePut}. */
public sealed interface PutOutcome {
  /** The namespace did not exist before this put, and exists now. */
  record Created(Namespace namespace) implements PutOutcome {}

  /** The namespace existed, and now has the requested settings. */
  record Kept(Namespace namespace) implements PutOutcome {}

  /** The namespace exists with another kind; nothing changed. */
  record OtherKind(String kind) implements PutOutcome {}

  /** The namespace exists with another number of shards; nothing changed. */
  record OtherShards(int shards) implements PutOutcome {}

  /**
   * The namespace exists with another value of a setting that cannot be changed; nothing changed.
   */
  record OtherSetting(String name, String value) implements PutOutcome {}

  /** The bound on namespaces is reached; nothing changed. */
  record TooMany(int most) implements PutOutcome {}

  /** The namespace was deleted, and something of it is left; nothing changed. */
  record Deleting() implements PutOutcome {}

  /** The condition does not hold; nothing changed. */
  record ConditionFailed() implements PutOutcome {}

  /** The kind is unknown or cannot have these settings; nothing changed. */
  record Invalid(InvalidInput complaint) implements PutOutcome {}

  /** The change may have happened, may still happen, or may never happen. */
  record OutcomeUnknown() implements PutOutcome {}
}
