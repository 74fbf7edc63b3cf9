package io.quipu.testing.sim.fault;

import io.quipu.testing.sim.core.Machine;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Reads that take their time, as they may: it shows what others must not do meanwhile. */
final class Slowness {
  private Slowness() {}

  /**
   * Completes after a half to all of {@code most} nanoseconds; at once when nothing goes wrong any
   * more, as the end is checked then: not how slow it is.
   */
  static CompletionStage<Void> of(Machine machine, long most) {
    if (machine.world().network().slow == 0) {
      return CompletableFuture.completedStage(null);
    }
    CompletableFuture<Void> over = new CompletableFuture<>();
    machine.run(() -> over.complete(null), machine.world().random().between(most / 2, most));
    return over;
  }
}
