package io.quipu.engine.kind;

import io.quipu.engine.store.Extent;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Deletes for good what a kind stores of counters in tables of its own. Confined to one context. A
 * stage fails with the store unavailable. Each call may be repeated.
 *
 * @param page deletes what belongs to the counters of a page
 * @param counters deletes what belongs to no page
 * @param hasWindows whether counters without states on pages have windows there
 */
public record Eraser(
    BiFunction<Integer, Extent, CompletionStage<Void>> page,
    Function<Extent, CompletionStage<Void>> counters,
    boolean hasWindows) {
  /** The failure of a deletion that may not be durable. */
  public static final String FAILED = "what is to be deleted could not be deleted";

  /** Deletes nothing, for kinds without tables of their own. */
  public static final Eraser NONE = ofPages((page, extent) -> done());

  /** Deletes the data of a kind that keeps them by page. */
  public static Eraser ofPages(BiFunction<Integer, Extent, CompletionStage<Void>> page) {
    return new Eraser(page, extent -> done(), false);
  }

  /** Deletes the data of a kind that keeps them by counter. */
  public static Eraser ofCounters(Function<Extent, CompletionStage<Void>> counters) {
    return new Eraser((page, extent) -> done(), counters, false);
  }

  /** Returns this eraser for a kind whose counters have windows on pages. */
  public Eraser withWindows() {
    return new Eraser(page, counters, true);
  }

  private static CompletionStage<Void> done() {
    return CompletableFuture.completedStage(null);
  }
}
