package io.quipu.engine.checkpoint.collect;

import io.quipu.engine.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A deletion that waits. Looks now and then for what may be deleted, waits, and has it deleted.
 * Confined to one context. Calls of {@link #step} must not overlap.
 *
 * <p>Invariant: nothing is deleted before the wait is over. Only this object knows when the wait
 * began. If this object is lost, another process begins the wait again, which delays the deletion.
 *
 * @param <D> what is deleted after one wait
 */
final class DelayedDeletion<D> {
  private final Clock clock;
  private final Duration wait;
  private final Duration pause;
  private @Nullable D due;
  private long waitsSince;
  private long nextLook;

  /**
   * @param wait by the monotonic clock
   * @param pause the shortest time between two looks, if no deletion lies between
   */
  DelayedDeletion(Clock clock, Duration wait, Duration pause) {
    this.clock = clock;
    this.wait = wait;
    this.pause = pause;
    this.nextLook = clock.monotonicNanos();
  }

  /**
   * Does what is due now: a look, a deletion or nothing. Fails like the look or the deletion.
   *
   * @param look calls {@link #begin} if it finds something
   * @param delete calls {@link #forget} or {@link #lookAgain}, or else is called again
   */
  CompletionStage<Void> step(
      Supplier<CompletionStage<Void>> look, Function<D, CompletionStage<Void>> delete) {
    long now = clock.monotonicNanos();
    D some = due;
    if (some != null && now - waitsSince >= wait.toNanos()) {
      return delete.apply(some);
    }
    if (some != null || now - nextLook < 0) {
      return CompletableFuture.completedStage(null);
    }
    nextLook = now + pause.toNanos();
    return look.get();
  }

  /**
   * Begins the wait.
   *
   * @param since monotonic time from which on every read knows that it may be deleted
   */
  void begin(D some, long since) {
    due = some;
    waitsSince = since;
  }

  /** Forgets what was found. The next look comes after the pause. */
  void forget() {
    due = null;
  }

  /** Forgets what was found. The next step looks again. */
  void lookAgain() {
    due = null;
    nextLook = clock.monotonicNanos();
  }
}
