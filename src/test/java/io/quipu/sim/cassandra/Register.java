package io.quipu.sim.cassandra;

import io.quipu.sim.core.SeededRandom;
import java.util.Optional;
import java.util.function.Function;

/**
 * A partition under lightweight transactions. Its value is linearizable. A plain quorum read may
 * miss the very last change as long as that has not reached a quorum.
 *
 * @param <S> the whole partition, immutable
 */
final class Register<S> {
  private S current;
  private S learned;

  Register(S initial) {
    current = initial;
    learned = initial;
  }

  /** A serial read: what is under way is finished first. */
  S serial() {
    learned = current;
    return current;
  }

  /** A plain quorum read of a table that repairs on reads: once one has seen a change, all do. */
  S repaired(SeededRandom random) {
    if (learned != current && random.chance(0.5)) {
      learned = current;
    }
    return learned;
  }

  /** A plain quorum read of a table that does not. */
  S quorum(SeededRandom random) {
    return learned != current && random.chance(0.5) ? current : learned;
  }

  /** Changes it if {@code change} is not empty; whether it did. */
  boolean change(Function<S, Optional<S>> change) {
    Optional<S> next = change.apply(serial());
    next.ifPresent(changed -> current = changed);
    return next.isPresent();
  }

  S current() {
    return current;
  }

  /** What had been decided when {@code decided} was current has reached a quorum. */
  void learn(S decided) {
    if (current == decided) {
      learned = decided;
    }
  }
}
