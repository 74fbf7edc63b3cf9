package io.quipu.testing.sim.cassandra;

import io.quipu.engine.kinds.sketch.Shard;
import io.quipu.engine.kinds.sketch.SketchStore;
import io.quipu.engine.kinds.sketch.SketchTally;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.CounterNames;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.testing.sim.cassandra.Driver.Level;
import io.quipu.testing.sim.cassandra.Driver.ReadRepair;
import io.quipu.testing.sim.cassandra.PlainRead.Slice;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Sketches over the simulated replicas. */
public final class SimulatedSketchStore implements SketchStore {
  private static final long ANNOUNCEMENT = 1;
  private static final long WITHDRAWAL = 2;
  private static final String WRITERS = "sketch_writer";

  /** Each change writes all columns. */
  private static final CellKey TALLY = CellKey.of("tally");

  private final Driver driver;

  public SimulatedSketchStore(Driver driver) {
    this.driver = driver;
  }

  /** The partition of a counter's shards. */
  private record Shards(CounterName counter) {}

  /** The partition of a counter's tally. */
  private record Tally(CounterName counter) {}

  /** The partition of what a writer has announced. */
  private record Announced(long writer) {}

  @Override
  public CompletionStage<WriteOutcome> announce(long writer) {
    return driver.write(Mutation.row(WRITERS, writer, writer, ANNOUNCEMENT));
  }

  @Override
  public CompletionStage<WriteOutcome> announce(long writer, CounterName counter) {
    return driver.write(Mutation.row(new Announced(writer), counter, counter, ANNOUNCEMENT));
  }

  @Override
  public CompletionStage<WriteOutcome> write(CounterName counter, long writer, Shard shard) {
    return driver.write(Mutation.row(new Shards(counter), writer, shard, shard.sequence()));
  }

  @Override
  public CompletionStage<Optional<Shard>> shard(CounterName counter, long writer) {
    return driver
        .read(new Slice(new Shards(counter), writer, writer + 1, 1))
        .thenApply(rows -> rows.values().stream().map(Shard.class::cast).findFirst());
  }

  @Override
  public CompletionStage<SortedMap<Long, Shard>> shards(CounterName counter) {
    return driver
        .read(new Slice(new Shards(counter), null, null, Integer.MAX_VALUE))
        .thenApply(SimulatedSketchStore::shards);
  }

  private static SortedMap<Long, Shard> shards(SortedMap<Comparable<?>, Object> rows) {
    SortedMap<Long, Shard> shards = new TreeMap<>();
    rows.forEach((writer, shard) -> shards.put((Long) writer, (Shard) shard));
    return shards;
  }

  @Override
  public CompletionStage<SketchTally> tally(CounterName counter) {
    return tally(counter, Level.QUORUM);
  }

  @Override
  public CompletionStage<SketchTally> tallySerial(CounterName counter) {
    return tally(counter, Level.SERIAL);
  }

  private CompletionStage<SketchTally> tally(CounterName counter, Level level) {
    return driver
        .read(CellKey.all(new Tally(counter)), level, ReadRepair.BLOCKING)
        .thenApply(SimulatedSketchStore::tally);
  }

  private static SketchTally tally(SortedMap<Comparable<?>, Object> cells) {
    return (SketchTally) cells.getOrDefault(TALLY, SketchTally.NONE);
  }

  @Override
  public CompletionStage<WriteOutcome> name(CounterName counter) {
    return names(driver).enter(0, List.of(counter));
  }

  /** The names that are entered here: all in one part. */
  public static CounterNames names(Driver driver) {
    return new SimulatedCounterNames(driver, 1);
  }

  @Override
  public CompletionStage<CasOutcome> advance(
      CounterName counter, SketchTally before, SketchTally next) {
    return driver.conditionalRows(
        new Tally(counter),
        () -> counter.name() + " to version " + next.version() + " with " + next.merged(),
        now ->
            tally(now).version() == before.version()
                ? Optional.of(Map.of(TALLY, next))
                : Optional.empty());
  }

  @Override
  public CompletionStage<WriteOutcome> deleteShards(CounterName counter, Collection<Long> writers) {
    return driver.writeEach(
        writers.stream()
            .map(writer -> Mutation.deleteRow(new Shards(counter), writer, Shard.DELETION))
            .toList());
  }

  @Override
  public CompletionStage<SortedSet<Long>> writers() {
    return driver
        .read(new Slice(WRITERS, null, null, Integer.MAX_VALUE))
        .thenApply(
            rows -> {
              SortedSet<Long> writers = new TreeSet<>();
              rows.keySet().forEach(writer -> writers.add((Long) writer));
              return writers;
            });
  }

  @Override
  public CompletionStage<List<CounterName>> counters(long writer, CounterName after, int limit) {
    int withThatOne = after == null ? limit : limit + 1;
    return driver
        .read(new Slice(new Announced(writer), after, null, withThatOne))
        .thenApply(
            rows -> {
              List<CounterName> counters = new ArrayList<>();
              rows.keySet().forEach(counter -> counters.add((CounterName) counter));
              counters.remove(after);
              return counters.size() > limit ? counters.subList(0, limit) : counters;
            });
  }

  @Override
  public CompletionStage<WriteOutcome> withdraw(long writer) {
    return driver
        .write(Mutation.deletePartition(new Announced(writer), WITHDRAWAL))
        .thenCompose(
            outcome ->
                outcome == WriteOutcome.WRITTEN
                    ? driver.write(Mutation.deleteRow(WRITERS, writer, WITHDRAWAL))
                    : CompletableFuture.completedStage(outcome));
  }

  /** The shards that are there, according to all replicas together. */
  public static SortedMap<Long, Shard> shards(Cluster cluster, CounterName counter) {
    Rows rows = cluster.merged(new Shards(counter));
    SortedMap<Long, Shard> shards = new TreeMap<>();
    rows.cells.forEach(
        (writer, cell) -> {
          if (rows.live(writer, cell) instanceof Shard shard) {
            shards.put((Long) writer, shard);
          }
        });
    return shards;
  }

  @Override
  public CompletionStage<Void> erase(Extent extent) {
    throw new UnsupportedOperationException("no namespace is deleted here");
  }
}
