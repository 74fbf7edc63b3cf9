package io.quipu.engine.kind;

import io.quipu.engine.store.Extent;
import io.quipu.engine.store.NamespaceStore.Created;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;

/**
 * Deletes for good what a kind stores of counters in tables of its own. Confined to one context. A
 * stage fails with the store unavailable. Each call may be repeated.
 *
 * @param page deletes what belongs to the counters of a page
 * @param counters deletes what belongs to no page, of counters of a namespace; with windows that
 *     the kind has written itself
 */
public record Eraser(
    BiFunction<Integer, Extent, CompletionStage<Void>> page,
    BiFunction<Created, Extent, CompletionStage<Void>> counters) {
  /** The failure of a deletion that may not be durable. */
  public static final String FAILED = "what is to be deleted could not be deleted";

  /** Deletes nothing, for kinds without tables of their own. */
  public static final Eraser NONE = ofPages((page, extent) -> done());

  /** Deletes the data of a kind that keeps them by page. */
  public static Eraser ofPages(BiFunction<Integer, Extent, CompletionStage<Void>> page) {
    return new Eraser(page, (namespace, extent) -> done());
  }

  /** Deletes the data of a kind that keeps them by counter. */
  public static Eraser ofCounters(BiFunction<Created, Extent, CompletionStage<Void>> counters) {
    return new Eraser((page, extent) -> done(), counters);
  }

  private static CompletionStage<Void> done() {
    return CompletableFuture.completedStage(null);
  }
}
