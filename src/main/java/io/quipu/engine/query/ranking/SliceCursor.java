package io.quipu.engine.query.ranking;

import io.quipu.engine.names.NameRange;
import io.quipu.engine.state.ListedCounter;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The counters of a namespace in one slice, in the order of their names, a chunk at a time.
 * Confined to one context.
 */
final class SliceCursor {
  private final Slices slices;
  private final int slice;
  private final int purged;
  private final int chunk;
  private final Queue<ListedCounter> read = new ArrayDeque<>();
  private NameRange left;
  private boolean last;

  /**
   * @param purged how often the counters were purged
   */
  SliceCursor(Slices slices, int slice, int purged, NameRange names, int chunk) {
    this.slices = slices;
    this.slice = slice;
    this.purged = purged;
    this.left = names;
    this.chunk = chunk;
  }

  /** The next counter that was read; null if none is left at present. */
  @Nullable ListedCounter peek() {
    return read.peek();
  }

  ListedCounter remove() {
    return read.remove();
  }

  /** Tells whether the last chunk was read. */
  boolean isLast() {
    return last;
  }

  /** Tells whether another chunk is to be read, because few read counters are left. */
  boolean isLow() {
    return !last && read.size() < chunk / 2 + 1;
  }

  /** Reads another chunk, which may add no counters. Fails with the store unavailable. */
  CompletionStage<Void> fill() {
    return slices
        .next(slice, purged, left, chunk)
        .thenAccept(
            found -> {
              read.addAll(found.counters());
              String passed = found.last();
              if (passed == null) {
                last = true;
              } else {
                left = left.after(passed);
              }
            });
  }
}
