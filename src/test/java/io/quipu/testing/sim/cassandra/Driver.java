package io.quipu.testing.sim.cassandra;

import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.Met;
import io.quipu.testing.sim.core.Mishap;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
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

  /** The keys of all partitions of a kind, as a walk around the ring finds them. */
  <K> Set<K> keys(Class<K> kind) {
    return cluster.keys(kind);
  }

  Met met() {
    return world.met();
  }

  Machine machine() {
    return machine;
  }

  SeededRandom random() {
    return world.random();
  }

  /** Notes that the rows of a partition are gone. */
  void collected(EventPartition partition) {
    cluster.collected(partition);
  }

  /** Notes that a settler was told so. */
  void settled(int page, EventTime until) {
    cluster.settled(page, until, machine);
  }

  CompletionStage<WriteOutcome> write(Mutation mutation) {
    Call<WriteOutcome> call = new Call<>(answer -> answer.complete(WriteOutcome.UNKNOWN));
    cluster
        .crashPoints()
        .pass(
            machine,
            "writes of " + mutation.key().getClass().getSimpleName(),
            () -> call.send(PlainWrite.sent(cluster, mutation, call::answer)::arrive));
    return call.answer;
  }

  /** Writes each by itself; written only if all are. */
  CompletionStage<WriteOutcome> writeEach(Collection<Mutation> mutations) {
    CompletionStage<WriteOutcome> all = CompletableFuture.completedStage(WriteOutcome.WRITTEN);
    for (Mutation mutation : mutations) {
      all = all.thenCombine(write(mutation), WriteOutcome::and);
    }
    return all;
  }

  /**
   * Reads slices, each at its own moment, by a quorum of its own.
   *
   * @param slice for each key
   * @param found told of the rows of each
   */
  <K> CompletionStage<Void> readEach(
      Collection<K> keys,
      Function<K, PlainRead.Slice> slice,
      BiConsumer<K, SortedMap<Comparable<?>, Object>> found) {
    CompletionStage<Void> all = CompletableFuture.completedStage(null);
    for (K key : keys) {
      all =
          all.thenCombine(
              read(slice.apply(key)),
              (before, rows) -> {
                found.accept(key, rows);
                return null;
              });
    }
    return all;
  }

  CompletionStage<SortedMap<Comparable<?>, Object>> read(PlainRead.Slice slice) {
    return read(slice.key(), call -> PlainRead.arrive(cluster, slice, true, call::answer));
  }

  /**
   * Rows of a partition that is changed conditionally. A serial read is what it is by default
   * ({@code paxos_variant: v1}): a round that finishes what is in progress, and after it an
   * ordinary read by a quorum, which may meet what was decided since.
   */
  CompletionStage<SortedMap<Comparable<?>, Object>> read(
      PlainRead.Slice slice, Level level, ReadRepair repair) {
    return read(
        slice.key(),
        call -> {
          if (level == Level.SERIAL) {
            cluster.paxosRows(slice.key()).finish();
          }
          PlainRead.arrive(cluster, slice, repair == ReadRepair.BLOCKING, call::answer);
        });
  }

  private <T> CompletionStage<T> read(Object key, Consumer<Call<T>> arrival) {
    Call<T> call = new Call<>(Driver::unavailable);
    call.send(
        () -> {
          if (cluster.hasQuorum(key)) {
            arrival.accept(call);
          } else {
            call.refuse();
          }
        });
    return call.answer;
  }

  /** How a partition that is changed conditionally is read. */
  enum Level {
    SERIAL,
    QUORUM
  }

  /** A table's {@code read_repair}. */
  enum ReadRepair {
    /** What a read found is on a quorum before it answers, as far as it was read. */
    BLOCKING,
    NONE
  }

  /** Writes rows if {@code change}, which tests the condition, is not empty. */
  CompletionStage<CasOutcome> conditionalRows(
      Object key, Supplier<String> what, PaxosRows.Change change) {
    PaxosRows rows = cluster.paxosRows(key);
    return conditional(
        key,
        what,
        () ->
            rows.decide(change).map(decided -> acknowledged -> rows.commit(decided, acknowledged)));
  }

  /** A lightweight transaction: tests its condition when it is its turn. */
  @FunctionalInterface
  private interface Proposal {
    /** What was decided if the condition holds; it is still to be made known to the replicas. */
    Optional<Commit> decide();
  }

  /** Makes something decided known. */
  @FunctionalInterface
  private interface Commit {
    /**
     * @param acknowledged run when a quorum has it
     */
    void send(Runnable acknowledged);
  }

  private CompletionStage<CasOutcome> conditional(
      Object key, Supplier<String> what, Proposal proposal) {
    Call<CasOutcome> call = new Call<>(answer -> answer.complete(CasOutcome.UNKNOWN));
    if (machine.unheard()) {
      return call.answer;
    }
    cluster
        .crashPoints()
        .pass(
            machine,
            "changes of " + key.getClass().getSimpleName(),
            () ->
                call.send(
                    () -> {
                      if (!cluster.hasQuorum(key) || random().chance(world.network().late)) {
                        decideLate(key, what, proposal);
                      } else {
                        decide(what, proposal, call);
                      }
                    }));
    return call.answer;
  }

  private void decide(Supplier<String> what, Proposal proposal, Call<CasOutcome> call) {
    Optional<Commit> decided = proposal.decide();
    world
        .trace()
        .note(
            machine.name(),
            () -> (decided.isPresent() ? "LWT applied: " : "LWT refused: ") + what.get());
    if (decided.isEmpty()) {
      call.answer(CasOutcome.REFUSED);
    } else if (!random().chance(world.network().lost)) {
      decided.get().send(() -> call.answer(CasOutcome.APPLIED));
    }
  }

  /** A proposal that was accepted by a few may be finished by somebody else, much later. */
  private void decideLate(Object key, Supplier<String> what, Proposal proposal) {
    if (random().chance(0.3)) {
      return;
    }
    world
        .timeline()
        .after(
            random().spread(SeededRandom.SECOND / 10, 60 * SeededRandom.SECOND),
            () -> {
              if (!cluster.hasQuorum(key)) {
                return;
              }
              boolean applied = proposal.decide().isPresent();
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
      machine.expire(TIMEOUT, this::timeOut);
    }

    /** Most calls were answered long before: no failure is made for them. */
    private void timeOut() {
      if (!answer.isDone()) {
        giveUp.accept(answer);
      }
    }

    private void send(Runnable arrival) {
      if (!cluster.crashPoints().ended(machine) && !lost()) {
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
      if (lost()) {
        world.met().struck(Mishap.LOST_ANSWER);
      } else {
        machine.run(arrival, world.network().delay(random()) + machine.lag());
      }
    }

    private boolean lost() {
      return machine.cutOff() || random().chance(world.network().lost);
    }
  }
}
