package io.quipu.engine.checkpoint.collect;

import io.quipu.engine.model.Layout;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.time.Clock;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Deletes what deleted namespaces and purged counters held, a step after each pause. Confined to
 * one context. Calls of {@link #step} must not overlap.
 */
public final class Erasing {
  private final NamespaceErasure namespaces;
  private final CounterErasure counters;
  private final ErasureSource source;
  private final Clock clock;
  private long nextLook;

  /**
   * @param moveOn has a page settled up to now, even if it has no rows
   */
  public Erasing(
      Layout layout,
      CounterStores stores,
      ErasureSource source,
      Consumer<Integer> moveOn,
      Clock clock,
      CollectionMeters meters) {
    ErasureSite site = new ErasureSite(layout, stores, source, moveOn, clock, meters);
    this.namespaces = new NamespaceErasure(site);
    this.counters = new CounterErasure(site);
    this.source = source;
    this.clock = clock;
    this.nextLook = clock.monotonicNanos();
  }

  /**
   * Does what can be done now, if the pause is over. Fails with the store unavailable; a later look
   * goes on.
   *
   * @param own the pages that this process settles
   */
  public CompletionStage<Void> step(Collection<Integer> own) {
    long now = clock.monotonicNanos();
    if (now - nextLook < 0) {
      return CompletableFuture.completedStage(null);
    }
    nextLook = now + source.pause().toNanos();
    // those of one do not wait for the others, which may lack a quorum
    return namespaces
        .step(own)
        .handle((done, failure) -> failure)
        .thenCompose(
            failure ->
                counters
                    .step(own)
                    .thenCompose(
                        done ->
                            failure == null
                                ? CompletableFuture.<Void>completedStage(null)
                                : CompletableFuture.<Void>failedStage(failure)));
  }
}
