package io.quipu.engine.checkpoint.recount;

import io.quipu.engine.store.StoreUnavailable;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The turn to recount in a process. Only one recount has the turn at a time, because a recount
 * reads all retained rows of a counter. Shared by all contexts that recount. Safe on any thread.
 */
public final class RecountTurn {
  private final AtomicReference<@Nullable Recount> current = new AtomicReference<>();

  /** A recount that has the turn. A caller that no longer waits for the recount withdraws it. */
  public static final class Recount {
    /** A recount that does not have the turn and is never withdrawn. */
    public static final Recount WANTED = new Recount(new UUID(0, 0));

    private final UUID asked;
    private volatile boolean withdrawn;

    private Recount(UUID asked) {
      this.asked = asked;
    }

    /**
     * Checks that the caller still waits for the recount. Called before each read and for each row.
     *
     * @throws StoreUnavailable if the recount was withdrawn
     */
    void mustBeWanted() {
      if (withdrawn) {
        throw new StoreUnavailable("nobody waits for the recount any more", null);
      }
    }
  }

  /**
   * Takes the turn and recounts. Fails with the store unavailable, before anything is read, if
   * another recount has the turn.
   *
   * @param asked the name of the recount for {@link #withdraw}
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

  /** Lets the named recount fail at its next check, if the named recount has the turn. */
  public void withdraw(UUID asked) {
    Recount recount = current.get();
    if (recount != null && recount.asked.equals(asked)) {
      recount.withdrawn = true;
    }
  }
}
