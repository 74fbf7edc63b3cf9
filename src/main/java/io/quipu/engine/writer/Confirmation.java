package io.quipu.engine.writer;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * What is asked, besides the lease, before a write is acknowledged that a quorum has. Confined to
 * one context.
 */
@FunctionalInterface
public interface Confirmation {
  /** The answer where nothing needs to be asked: always this one, so that nothing is allocated. */
  CompletionStage<Boolean> LIVE = CompletableFuture.completedStage(true);

  /** The lease is enough. */
  Confirmation LEASED = incarnation -> LIVE;

  /**
   * Whether the writer was live at some time after this call. Fails with the store unavailable; it
   * may be asked again then.
   */
  CompletionStage<Boolean> stillLive(Incarnation incarnation);
}
