package io.quipu.sim.cassandra;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.sim.core.Machine;
import io.quipu.sim.core.SeededRandom;
import io.quipu.sim.core.World;
import io.quipu.store.CasOutcome;
import io.quipu.store.Partition;
import io.quipu.store.StoreUnavailable;
import io.quipu.store.WriteOutcome;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What one process has of Cassandra: requests that may be lost or late in both directions, and a
 * timeout of its own. Every stage is completed on its machine, or never if that crashed.
 */
public final class Driver {
  private static final long TIMEOUT = 2 * SeededRandom.SECOND;

  private final Cluster cluster;
  private final Machine machine;
  private final World world;

  public Driver(Cluster cluster, Machine machine) {
    this.cluster = cluster;
    this.machine = machine;
    this.world = cluster.world();
  }

  Machine machine() {
    return machine;
  }

  SeededRandom random() {
    return world.random();
  }

  /** Notes that the rows of a partition are gone. */
  void collected(Partition partition) {
    cluster.collected(partition);
  }

  /** Notes that a settler was told so. */
  void settled(CounterName counter, EventTime until) {
    cluster.settled(counter, until);
  }

  CompletionStage<WriteOutcome> write(Mutation mutation) {
    return write(List.of(mutation));
  }

  /**
   * A single write.
   *
   * @param together what a replica applies as a whole or not at all: parts of one partition of
   *     Cassandra's, which are kept apart here
   */
  CompletionStage<WriteOutcome> write(List<Mutation> together) {
    Call<WriteOutcome> call = new Call<>(answer -> answer.complete(WriteOutcome.UNKNOWN));
    call.send(() -> PlainWrite.arrive(cluster, together, call::answer));
    return call.answer;
  }

  CompletionStage<SortedMap<Comparable<?>, Object>> read(PlainRead.Slice slice) {
    Call<SortedMap<Comparable<?>, Object>> call = new Call<>(Driver::unavailable);
    call.send(
        () -> {
          if (cluster.hasQuorum()) {
            PlainRead.arrive(cluster, slice, call::answer);
          } else {
            call.refuse();
          }
        });
    return call.answer;
  }

  /** How the partition of a register is read. */
  enum Level {
    SERIAL,
    QUORUM,
    /** By a quorum, which is brought to one state before it answers. */
    QUORUM_WITH_REPAIR
  }

  /** The partition of a register. */
  <S> CompletionStage<S> read(Object key, S initial, Level level) {
    Call<S> call = new Call<>(Driver::unavailable);
    call.send(
        () -> {
          if (cluster.hasQuorum()) {
            Register<S> register = cluster.register(key, initial);
            call.answer(
                switch (level) {
                  case SERIAL -> register.serial();
                  case QUORUM -> register.quorum(random());
                  case QUORUM_WITH_REPAIR -> register.repaired(random());
                });
          } else {
            call.refuse();
          }
        });
    return call.answer;
  }

  /** Changes a register if {@code change}, which tests the condition, is not empty. */
  <S> CompletionStage<CasOutcome> conditional(
      Object key, S initial, Supplier<String> what, Function<S, Optional<S>> change) {
    Call<CasOutcome> call = new Call<>(answer -> answer.complete(CasOutcome.UNKNOWN));
    Register<S> register = cluster.register(key, initial);
    call.send(
        () -> {
          if (!cluster.hasQuorum() || random().chance(world.network().late)) {
            decideLate(register, what, change);
          } else {
            decide(register, what, change, call);
          }
        });
    return call.answer;
  }

  private <S> void decide(
      Register<S> register,
      Supplier<String> what,
      Function<S, Optional<S>> change,
      Call<CasOutcome> call) {
    boolean applied = register.change(change);
    S decided = register.current();
    world
        .trace()
        .note(machine.name(), () -> (applied ? "LWT applied: " : "LWT refused: ") + what.get());
    if (!applied) {
      call.answer(CasOutcome.REFUSED);
      return;
    }
    if (!random().chance(world.network().lost)) {
      world
          .timeline()
          .after(
              world.network().delay(random()),
              () -> {
                register.learn(decided);
                call.answer(CasOutcome.APPLIED);
              });
    }
  }

  /** A proposal that was accepted by a few may be finished by somebody else, much later. */
  private <S> void decideLate(
      Register<S> register, Supplier<String> what, Function<S, Optional<S>> change) {
    if (random().chance(0.3)) {
      return;
    }
    world
        .timeline()
        .after(
            random().spread(SeededRandom.SECOND / 10, 60 * SeededRandom.SECOND),
            () -> {
              boolean applied = register.change(change);
              world
                  .trace()
                  .note(
                      machine.name(),
                      () -> (applied ? "late LWT applied: " : "late LWT refused: ") + what.get());
            });
  }

  private static void unavailable(CompletableFuture<?> answer) {
    answer.completeExceptionally(new StoreUnavailable("no quorum answered", null));
  }

  /** One request and its answer. */
  private final class Call<T> {
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private final Consumer<CompletableFuture<T>> giveUp;

    private Call(Consumer<CompletableFuture<T>> giveUp) {
      this.giveUp = giveUp;
      machine.run(this::timeOut, TIMEOUT);
    }

    /** Most calls were answered long before: no failure is made for them. */
    private void timeOut() {
      if (!answer.isDone()) {
        giveUp.accept(answer);
      }
    }

    private void send(Runnable arrival) {
      if (!lost()) {
        world.timeline().after(world.network().delay(random()), arrival);
      }
    }

    private void answer(T what) {
      back(() -> answer.complete(what));
    }

    private void refuse() {
      back(() -> giveUp.accept(answer));
    }

    private void back(Runnable arrival) {
      if (!lost()) {
        machine.run(arrival, world.network().delay(random()) + machine.lag());
      }
    }

    private boolean lost() {
      return machine.cutOff() || random().chance(world.network().lost);
    }
  }
}
