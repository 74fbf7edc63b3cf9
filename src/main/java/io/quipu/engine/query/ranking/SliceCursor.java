package io.quipu.engine.query.ranking;

import io.quipu.engine.query.ranking.Slices.Place;
import io.quipu.engine.query.ranking.Slices.Placed;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The counters of one slice, in their order, a chunk at a time. Confined to one context. */
final class SliceCursor {
  private final Slices slices;
  private final int slice;
  private final int chunk;
  private final Queue<Placed> read = new ArrayDeque<>();
  private @Nullable Place left;

  SliceCursor(Slices slices, int slice, Place first, int chunk) {
    this.slices = slices;
    this.slice = slice;
    this.left = first;
    this.chunk = chunk;
  }

  /** The next counter that was read; null if none is left at present. */
  @Nullable Placed peek() {
    return read.peek();
  }

  Placed remove() {
    return read.remove();
  }

  /** Tells whether the last chunk was read. */
  boolean isLast() {
    return left == null;
  }

  /** Tells whether another chunk is to be read, because few read counters are left. */
  boolean isLow() {
    return left != null && read.size() < chunk / 2 + 1;
  }

  /**
   * Reads another chunk, which may add no counters, unless the last was read. Fails with the store
   * unavailable.
   */
  CompletionStage<Void> fill() {
    Place from = left;
    return from == null
        ? CompletableFuture.completedStage(null)
        : slices
            .next(slice, from, chunk)
            .thenAccept(
                found -> {
                  read.addAll(found.counters());
                  left = found.next();
                });
  }
}
