package io.quipu.engine.checkpoint.recount;

import io.quipu.engine.store.StoreUnavailable;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The turn to recount in a process: one recount has it at a time, as each reads everything that is
 * retained of a counter. Shared by all contexts that recount, and safe on any thread.
 */
public final class RecountTurn {
  private final AtomicReference<@Nullable Recount> current = new AtomicReference<>();

  /** A recount that has the turn, until it ends or nobody waits for it any more. */
  public static final class Recount {
    /** The recount of a caller that waits for ever. */
    public static final Recount WANTED = new Recount(new UUID(0, 0));

    private final UUID asked;
    private volatile boolean withdrawn;

    private Recount(UUID asked) {
      this.asked = asked;
    }

    /**
     * To be called wherever much has been read, and more is to be.
     *
     * @throws StoreUnavailable if it was withdrawn
     */
    void mustBeWanted() {
      if (withdrawn) {
        throw new StoreUnavailable("nobody waits for the recount any more", null);
      }
    }
  }

  /**
   * Recounts, or fails with the store unavailable before anything was read, if another recount has
   * the turn.
   *
   * @param asked by what it can be withdrawn
   */
  public <T> CompletionStage<T> take(UUID asked, Function<Recount, CompletionStage<T>> recount) {
    Recount mine = new Recount(asked);
    if (!current.compareAndSet(null, mine)) {
      return CompletableFuture.failedStage(
          StoreUnavailable.busy("Another recount is under way; this instance does one at a time."));
    }
    try {
      return recount.apply(mine).whenComplete((done, failure) -> current.set(null));
    } catch (RuntimeException defect) {
      current.set(null);
      throw defect;
    }
  }

  /** Ends that recount at its next page, if it has the turn. */
  public void withdraw(UUID asked) {
    Recount recount = current.get();
    if (recount != null && recount.asked.equals(asked)) {
      recount.withdrawn = true;
    }
  }
}
