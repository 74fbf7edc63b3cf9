package io.quipu.engine.writer;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * The check that a writer makes, in addition to the lease, before it acknowledges a write that is
 * durable on a quorum. Confined to one context.
 */
@FunctionalInterface
public interface Confirmation {
  /** The answer of {@link #LEASED}; {@link #ask} recognizes it, in order to allocate nothing. */
  CompletionStage<Boolean> LIVE = CompletableFuture.completedStage(true);

  /** No check besides the lease. */
  Confirmation LEASED = incarnation -> LIVE;

  /** The right to acknowledge the writes that were durable when the writer asked for the right. */
  enum Right {
    /** The writer may acknowledge now. */
    HELD,
    /** The incarnation must never acknowledge again. */
    LOST,
    /** The store gave no answer; the writer may ask again. */
    UNKNOWN
  }

  /**
   * Tells whether the writer was live at some time after this call. The stage fails if the store is
   * unavailable; the caller may then ask again.
   */
  CompletionStage<Boolean> stillLive(Incarnation incarnation);

  /**
   * Asks for the right to acknowledge; to be called when all writes to acknowledge are durable. The
   * right is held only if the lease holds at this call, {@link #stillLive} completes with true, and
   * the lease still holds then.
   */
  default void ask(Incarnation incarnation, Consumer<Right> answer) {
    Lease lease = incarnation.lease();
    if (!lease.holds()) {
      answer.accept(Right.LOST);
      return;
    }
    CompletionStage<Boolean> asked = stillLive(incarnation);
    if (asked == LIVE) {
      answer.accept(Right.HELD);
      return;
    }
    asked.whenComplete(
        (live, unavailable) -> {
          if (unavailable != null || live == null) {
            answer.accept(Right.UNKNOWN);
            return;
          }
          if (!live) {
            lease.end();
          }
          answer.accept(lease.holds() ? Right.HELD : Right.LOST);
        });
  }
}
