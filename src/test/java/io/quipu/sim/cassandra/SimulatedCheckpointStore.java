package io.quipu.sim.cassandra;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.sim.cassandra.Driver.Level;
import io.quipu.store.CasOutcome;
import io.quipu.store.Checkpoint;
import io.quipu.store.CheckpointStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/** Checkpoints and their windows over simulated lightweight transactions. */
public final class SimulatedCheckpointStore implements CheckpointStore {
  private static final PartitionState NOTHING = new PartitionState(Checkpoint.NONE, Map.of());

  private final Driver driver;

  public SimulatedCheckpointStore(Driver driver) {
    this.driver = driver;
  }

  /** The partition of a counter. */
  private record Key(CounterName counter) {}

  /** What it holds. */
  private record PartitionState(Checkpoint checkpoint, Map<Window, Tally> windows) {
    PartitionState at(Checkpoint next) {
      return new PartitionState(next, windows);
    }
  }

  @Override
  public CompletionStage<Checkpoint> read(CounterName counter) {
    return driver
        .read(new Key(counter), NOTHING, Level.QUORUM)
        .thenApply(PartitionState::checkpoint);
  }

  @Override
  public CompletionStage<Checkpoint> readSerial(CounterName counter) {
    return driver
        .read(new Key(counter), NOTHING, Level.SERIAL)
        .thenApply(PartitionState::checkpoint);
  }

  @Override
  public CompletionStage<Map<Window, Tally>> windows(CounterName counter, List<Window> windows) {
    return driver
        .read(new Key(counter), NOTHING, Level.QUORUM)
        .thenApply(
            settled -> {
              Map<Window, Tally> found = new HashMap<>(settled.windows);
              found.keySet().retainAll(windows);
              return found;
            });
  }

  /** All that were ever settled. */
  public CompletionStage<Map<Window, Tally>> windows(CounterName counter) {
    return driver.read(new Key(counter), NOTHING, Level.SERIAL).thenApply(PartitionState::windows);
  }

  /** As the real one: a range without rows says nothing of the checkpoint. */
  @Override
  public CompletionStage<WindowSlice> windowSlice(
      CounterName counter, Granularity granularity, Window first, Window last) {
    return range(counter, granularity, first, last)
        .thenCompose(
            found ->
                found.windows().isEmpty()
                    ? readSerial(counter)
                        .thenCompose(
                            checkpoint ->
                                range(counter, granularity, first, last)
                                    .thenApply(
                                        again ->
                                            again.windows().isEmpty()
                                                ? new WindowSlice(checkpoint, Map.of())
                                                : again))
                    : CompletableFuture.completedStage(found));
  }

  private CompletionStage<WindowSlice> range(
      CounterName counter, Granularity granularity, Window first, Window last) {
    return driver
        .read(new Key(counter), NOTHING, Level.QUORUM)
        .thenApply(
            settled -> {
              Map<Window, Tally> found = new HashMap<>(settled.windows);
              found
                  .keySet()
                  .removeIf(
                      window ->
                          window.granularity() != granularity
                              || window.startSecond() < first.startSecond()
                              || window.startSecond() > last.startSecond());
              return new WindowSlice(settled.checkpoint, found);
            });
  }

  @Override
  public CompletionStage<CasOutcome> prepare(CounterName counter, Checkpoint expected) {
    return change(
        counter,
        () -> "prepare epoch " + (expected.epochs().current() + 1) + " at " + expected.until(),
        now ->
            sameVersion(now, expected)
                ? Optional.of(
                    now.at(
                        new Checkpoint(
                            now.checkpoint.total(),
                            now.checkpoint.until(),
                            expected.epochs().prepared(),
                            now.checkpoint.collected())))
                : Optional.empty());
  }

  @Override
  public CompletionStage<CasOutcome> advance(
      CounterName counter, Checkpoint expected, Checkpoint next, Map<Window, Tally> windows) {
    return change(
            counter,
            () ->
                "advance from "
                    + expected.until()
                    + " to "
                    + next.until()
                    + ": "
                    + next.total()
                    + " epochs "
                    + next.epochs(),
            now ->
                sameVersion(now, expected)
                    ? Optional.of(advanced(now, expected, next, windows))
                    : Optional.empty())
        .thenApply(
            outcome -> {
              if (outcome == CasOutcome.APPLIED) {
                driver.settled(counter, next.until());
              }
              return outcome;
            });
  }

  private static PartitionState advanced(
      PartitionState now, Checkpoint expected, Checkpoint next, Map<Window, Tally> windows) {
    Map<Window, Tally> all = new HashMap<>(now.windows);
    all.putAll(windows);
    boolean commits = expected.epochs().preparing() && !next.epochs().preparing();
    Checkpoint found = now.checkpoint;
    return new PartitionState(
        new Checkpoint(
            next.total(),
            next.until(),
            commits ? found.epochs().committed() : found.epochs(),
            found.collected()),
        all);
  }

  private static boolean sameVersion(PartitionState now, Checkpoint expected) {
    return now.checkpoint.until().equals(expected.until())
        && now.checkpoint.epochs().current() == expected.epochs().current();
  }

  @Override
  public CompletionStage<CasOutcome> collect(
      CounterName counter, Checkpoint expected, EventTime next) {
    return change(
        counter,
        () -> "collect before " + next,
        now -> {
          Checkpoint found = now.checkpoint;
          boolean may =
              found.collected().equals(expected.collected()) && !found.until().isBefore(next);
          return may
              ? Optional.of(
                  now.at(new Checkpoint(found.total(), found.until(), found.epochs(), next)))
              : Optional.empty();
        });
  }

  private CompletionStage<CasOutcome> change(
      CounterName counter,
      Supplier<String> what,
      Function<PartitionState, Optional<PartitionState>> change) {
    return driver.conditional(
        new Key(counter), NOTHING, () -> counter.name() + " " + what.get(), change);
  }
}
