package io.quipu.testing.sim;

import io.quipu.engine.names.CounterLives.Purge;
import io.quipu.engine.names.NamespaceLife;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.SeededRandom;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Has some who purge or void end between an entry in the log and the compare-and-set that decides,
 * or go on there after seconds or minutes.
 */
record StoppedPurgers(NamespaceStore store, Machine machine) {
  public CompletionStage<CasOutcome> note(NamespaceLife life, Purge purge) {
    SeededRandom random = machine.world().random();
    if (random.chance(0.6)) {
      return store.note(life, purge);
    }
    boolean ends = random.chance(0.5);
    long nanos = random.spread(SeededRandom.SECOND, 180 * SeededRandom.SECOND);
    return store
        .note(life, purge)
        .thenCompose(
            outcome ->
                ends
                    ? new CompletableFuture<>()
                    : machine.pause(Duration.ofNanos(nanos)).thenApply(over -> outcome));
  }
}
