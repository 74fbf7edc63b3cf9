package io.quipu.testing.sim;

import io.quipu.testing.sim.Protocol.Use;
import io.quipu.testing.sim.cassandra.Cluster;
import io.quipu.testing.sim.cassandra.Driver;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.SeededRandom;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One process: production classes over simulated stores. */
public abstract class SimulatedProcess {
  protected final Machine machine;
  protected final Driver driver;
  protected final Protocol protocol;

  protected SimulatedProcess(Cluster cluster, Machine machine, Protocol protocol) {
    this.machine = machine;
    this.driver = new Driver(cluster, machine);
    this.protocol = protocol;
  }

  public final Machine machine() {
    return machine;
  }

  /** A part as the protocol gives it. */
  protected final <S> S given(@Nullable Use use, Class<S> part, S real) {
    return protocol.part(use, part, machine, real);
  }

  /**
   * Asks it over the bus.
   *
   * @param answer not told if the process ends before, or the question fails
   * @param mayFail with what; all else is a mishap
   */
  protected final <T> void ask(
      Supplier<CompletionStage<T>> question, Consumer<T> answer, Predicate<Throwable> mayFail) {
    hop(
        () ->
            question
                .get()
                .whenComplete(
                    (told, failure) -> {
                      if (failure == null) {
                        hop(() -> answer.accept(told));
                      } else if (!mayFail.test(failure)) {
                        machine.world().mishap(machine.name() + " answered with " + failure);
                      }
                    }));
  }

  /** Runs a task that comes over the bus: a little later. */
  protected final void hop(Runnable task) {
    machine.run(
        task, machine.world().random().between(SeededRandom.MILLI / 100, SeededRandom.MILLI));
  }
}
