package io.quipu.engine.time;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The orderly end of a component. From the start of the drain, the component takes no more work.
 * The drain completes when all work is done. Confined to one context.
 */
public final class Drain {
  private final BooleanSupplier empty;
  private @Nullable CompletableFuture<Void> done;

  /**
   * @param empty tells whether all work is done
   */
  public Drain(BooleanSupplier empty) {
    this.empty = empty;
  }

  /** Tells whether the drain has begun: the component must then take no more work. */
  public boolean hasBegun() {
    return done != null;
  }

  /** Begins the drain, if it has not begun. The stage completes when all work is done. */
  public CompletionStage<Void> begin() {
    CompletableFuture<Void> ends = done;
    if (ends == null) {
      ends = new CompletableFuture<>();
      done = ends;
      check();
    }
    return ends;
  }

  /** Completes the drain if all work is done; to be called whenever a piece of work has ended. */
  public void check() {
    CompletableFuture<Void> ends = done;
    if (ends != null && empty.getAsBoolean()) {
      ends.complete(null);
    }
  }
}
