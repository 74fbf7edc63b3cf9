package io.quipu.engine.time;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The end of something that takes no more work once it has begun to end, and has ended when nothing
 * of what it took is left. Confined to one context.
 */
public final class Drain {
  private final BooleanSupplier empty;
  private @Nullable CompletableFuture<Void> done;

  /**
   * @param empty whether nothing is left
   */
  public Drain(BooleanSupplier empty) {
    this.empty = empty;
  }

  /** Tells whether no more work is to be taken. */
  public boolean hasBegun() {
    return done != null;
  }

  /** Begins, the first time; completes when nothing is left. */
  public CompletionStage<Void> begin() {
    CompletableFuture<Void> ends = done;
    if (ends == null) {
      ends = new CompletableFuture<>();
      done = ends;
      check();
    }
    return ends;
  }

  /** To be called whenever something has ended: nothing may be left. */
  public void check() {
    CompletableFuture<Void> ends = done;
    if (ends != null && empty.getAsBoolean()) {
      ends.complete(null);
    }
  }
}
