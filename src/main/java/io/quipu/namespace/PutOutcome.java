package io.quipu.namespace;

import io.quipu.counter.Kind;

/** What became of asking for a namespace with certain settings. */
public sealed interface PutOutcome {
  /** It did not exist and now does. */
  record Created() implements PutOutcome {}

  /** It existed, and its settings are now those that were asked for. */
  record Kept() implements PutOutcome {}

  /** It exists with another kind; nothing changed. */
  record OtherKind(Kind kind) implements PutOutcome {}

  /** It may or may not have happened, or may still; asking again is safe. */
  record OutcomeUnknown() implements PutOutcome {}
}
