package io.quipu.testing.sim.fault;

import io.quipu.engine.writer.WriterRegistry;
import io.quipu.engine.writer.WriterRegistry.Group;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.SeededRandom;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The fault of members that were read before the generation: they are not one value with it. */
public final class MembersOfAnEarlierRead {
  private static final long MOST = 2 * SeededRandom.SECOND;

  private final WriterRegistry real;
  private final Machine machine;

  public MembersOfAnEarlierRead(WriterRegistry real, Machine machine) {
    this.real = real;
    this.machine = machine;
  }

  public CompletionStage<Optional<Group>> group() {
    return real.group()
        .thenCompose(
            early ->
                early.isEmpty()
                    ? CompletableFuture.completedStage(early)
                    : Slowness.of(machine, MOST)
                        .thenCompose(later -> real.group())
                        .thenApply(
                            late -> late.map(now -> now.withMembers(early.get().members()))));
  }
}
