package io.quipu.engine.writer;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * The question that a writer asks, besides that for its lease, before it acknowledges a write that
 * a quorum has. Confined to one context.
 */
@FunctionalInterface
public interface Confirmation {
  /** The answer where nothing needs to be asked: always this one, so that nothing is allocated. */
  CompletionStage<Boolean> LIVE = CompletableFuture.completedStage(true);

  /** The lease is enough. */
  Confirmation LEASED = incarnation -> LIVE;

  /** The right to acknowledge what was durable when it was asked for. */
  enum Right {
    /** The writer may acknowledge now. */
    HELD,
    /** The incarnation never acknowledges anything again. */
    LOST,
    /** The store did not say; the right may be asked for again. */
    UNKNOWN
  }

  /**
   * Tells whether the writer was live at some time after this call. Fails with the store
   * unavailable; it may be asked again then.
   */
  CompletionStage<Boolean> stillLive(Incarnation incarnation);

  /**
   * Asks for the right to acknowledge; to be called when all that is to be acknowledged is durable.
   * It is held only if the lease holds after that, and after the confirmation too.
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
