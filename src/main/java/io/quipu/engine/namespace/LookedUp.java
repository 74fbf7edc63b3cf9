package io.quipu.engine.namespace;

import io.quipu.engine.names.Namespace;
import io.quipu.engine.time.Clock;
import org.jspecify.annotations.Nullable;

/**
 * A namespace that was looked up. Every way in holds settings as one of these, and uses them for
 * {@link Namespaces#CACHED} at most. The age counts from the asking, because settings may change
 * while the answer is on its way.
 *
 * @param asked monotonic time of the asking
 */
public record LookedUp(Namespace namespace, long asked) {
  /** The namespace while its settings may be used; null once they are too old. */
  public @Nullable Namespace usable(Clock clock) {
    return isYoung(asked, clock) ? namespace : null;
  }

  /** Tells whether the answer to a look-up that began at a time may be used. */
  public static boolean isYoung(long asked, Clock clock) {
    return clock.monotonicNanos() - asked < Namespaces.CACHED.toNanos();
  }
}
