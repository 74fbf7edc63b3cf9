package io.quipu.testing.sim.cassandra;

import io.quipu.engine.input.Utf8Order;
import io.quipu.engine.kind.Eraser;
import io.quipu.engine.kinds.sketch.Shard;
import io.quipu.engine.kinds.sketch.SketchStore;
import io.quipu.engine.kinds.sketch.SketchTally;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DerivedName;
import io.quipu.engine.names.Series;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.CounterNames;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.WindowRun;
import io.quipu.testing.sim.cassandra.Driver.Level;
import io.quipu.testing.sim.cassandra.Driver.ReadRepair;
import io.quipu.testing.sim.cassandra.PlainRead.Slice;
import io.quipu.testing.sim.core.Ability;
import io.quipu.testing.sim.core.Mishap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
  private static final long FOREVER = 1L << 52;

  /** Each change writes all columns. */
  private static final CellKey TALLY = CellKey.of("tally");

  private final Driver driver;

  public SimulatedSketchStore(Driver driver) {
    this.driver = driver;
  }

  /** The partition of a counter's shards. */
  private record Shards(DerivedName counter) {}

  /** The partition of a counter's tally. */
  private record Tally(DerivedName counter) {}

  /** The partition of the derived states of a counter. */
  private record Derived(CounterName counter) {}

  /** A row of the derived states of a counter. */
  private record Entry(DerivedName name, long writer) implements Comparable<Entry> {
    @Override
    public int compareTo(Entry other) {
      int order = name.compareTo(other.name);
      return order != 0 ? order : Long.compare(writer, other.writer);
    }
  }

  /** The partition of what a writer has announced. */
  private record Announced(long writer) {}

  @Override
  public CompletionStage<WriteOutcome> announce(long writer) {
    return driver.write(Mutation.row(WRITERS, writer, writer, ANNOUNCEMENT));
  }

  @Override
  public CompletionStage<WriteOutcome> announce(long writer, DerivedName counter) {
    return driver.write(Mutation.row(new Announced(writer), counter, counter, ANNOUNCEMENT));
  }

  @Override
  public CompletionStage<WriteOutcome> enter(long writer, DerivedName name) {
    Mutation own = entry(new Entry(name, writer));
    return name.parent().isSeries()
        ? driver
            .write(entry(new Entry(DerivedName.whole(name.parent()), 0)))
            .thenCompose(outcome -> outcome.ifWritten(() -> driver.write(own)))
        : driver.write(own);
  }

  @Override
  public CompletionStage<List<CounterName>> series(
      CounterName counter, int breakdown, String after, int limit) {
    return driver
        .read(new Slice(new Derived(counter), null, null, Integer.MAX_VALUE))
        .thenApply(
            rows ->
                rows.keySet().stream()
                    .map(row -> ((Entry) row).name)
                    .filter(name -> name.window() == null)
                    .map(DerivedName::counter)
                    .filter(one -> Series.breakdownOf(one.series()) == breakdown)
                    .filter(one -> Utf8Order.INSTANCE.compare(one.series(), after) > 0)
                    .distinct()
                    .sorted(Comparator.comparing(CounterName::series, Utf8Order.INSTANCE))
                    .limit(limit)
                    .toList());
  }

  private static Mutation entry(Entry entry) {
    return Mutation.row(new Derived(entry.name.parent()), entry, entry, ANNOUNCEMENT);
  }

  @Override
  public CompletionStage<SortedMap<DerivedName, SortedSet<Long>>> derived(
      CounterName counter, WindowRun windows) {
    return driver
        .read(new Slice(new Derived(counter), null, null, Integer.MAX_VALUE))
        .thenApply(
            rows -> {
              SortedMap<DerivedName, SortedSet<Long>> found = new TreeMap<>();
              rows.keySet().stream()
                  .map(Entry.class::cast)
                  .filter(entry -> entry.name.window() != null)
                  .filter(entry -> windows.has(entry.name.window()))
                  .forEach(entry -> enter(entry, found));
              return found;
            });
  }

  private static void enter(Entry entry, SortedMap<DerivedName, SortedSet<Long>> found) {
    SortedSet<Long> writers = found.computeIfAbsent(entry.name, any -> new TreeSet<>());
    if (entry.writer > 0) {
      writers.add(entry.writer);
    }
  }

  @Override
  public CompletionStage<WriteOutcome> release(DerivedName name, long writer, boolean stays) {
    Entry nobody = new Entry(name, 0);
    SortedMap<Comparable<?>, Cell> cells = new TreeMap<>();
    if (stays) {
      cells.put(nobody, new Cell(nobody, WITHDRAWAL));
    }
    cells.put(new Entry(name, writer), new Cell(null, WITHDRAWAL));
    return driver
        .write(new Mutation(new Derived(name.parent()), cells, Long.MIN_VALUE))
        .thenCompose(
            outcome ->
                outcome.ifWritten(
                    () ->
                        driver.write(Mutation.deleteRow(new Announced(writer), name, WITHDRAWAL))));
  }

  @Override
  public CompletionStage<WriteOutcome> write(DerivedName counter, long writer, Shard shard) {
    return driver.write(Mutation.row(new Shards(counter), writer, shard, shard.sequence()));
  }

  @Override
  public CompletionStage<Optional<Shard>> shard(DerivedName counter, long writer) {
    return driver
        .read(new Slice(new Shards(counter), writer, writer + 1, 1))
        .thenApply(rows -> rows.values().stream().map(Shard.class::cast).findFirst());
  }

  @Override
  public CompletionStage<SortedMap<Long, Shard>> shards(DerivedName counter) {
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
  public CompletionStage<SketchTally> tally(DerivedName counter) {
    return tally(counter, Level.QUORUM);
  }

  @Override
  public CompletionStage<SketchTally> tallySerial(DerivedName counter) {
    return tally(counter, Level.SERIAL);
  }

  private CompletionStage<SketchTally> tally(DerivedName counter, Level level) {
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
      DerivedName counter, SketchTally before, SketchTally next) {
    return driver
        .conditionalRows(
            new Tally(counter),
            () ->
                counter.name()
                    + counter.derivation()
                    + " to version "
                    + next.version()
                    + " with "
                    + next.merged()
                    + next.retired(),
            now ->
                tally(now).version() == before.version()
                    ? Optional.of(Map.of(TALLY, next))
                    : Optional.empty())
        .thenApply(this::merged);
  }

  /** Shards are merged when their writers have ended, by somebody else. */
  private CasOutcome merged(CasOutcome outcome) {
    if (outcome == CasOutcome.APPLIED) {
      driver.met().used(Ability.SKETCH_MERGES);
      driver.met().struck(Mishap.TAKEOVER);
    }
    return outcome;
  }

  @Override
  public CompletionStage<WriteOutcome> deleteShards(DerivedName counter, Collection<Long> writers) {
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
  public CompletionStage<List<DerivedName>> counters(long writer, DerivedName after, int limit) {
    int withThatOne = after == null ? limit : limit + 1;
    return driver
        .read(new Slice(new Announced(writer), after, null, withThatOne))
        .thenApply(
            rows -> {
              List<DerivedName> counters = new ArrayList<>();
              rows.keySet().forEach(counter -> counters.add((DerivedName) counter));
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
                outcome.ifWritten(
                    () -> driver.write(Mutation.deleteRow(WRITERS, writer, WITHDRAWAL))));
  }

  /** The shards that are there, according to all replicas together. */
  public static SortedMap<Long, Shard> shards(Cluster cluster, DerivedName counter) {
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

  /** The derived states of a counter and their writers, according to all replicas together. */
  public static SortedMap<DerivedName, SortedSet<Long>> derived(
      Cluster cluster, CounterName counter) {
    Rows rows = cluster.merged(new Derived(counter));
    SortedMap<DerivedName, SortedSet<Long>> found = new TreeMap<>();
    rows.cells.forEach(
        (key, cell) -> {
          if (rows.live(key, cell) instanceof Entry entry) {
            enter(entry, found);
          }
        });
    return found;
  }

  /** Of a deleted namespace the real one looks for all counters around the ring. */
  @Override
  public CompletionStage<Void> erase(Extent extent) {
    Set<DerivedName> states = new TreeSet<>();
    Set<CounterName> directories = new TreeSet<>();
    if (extent.names() == null) {
      for (Shards key : driver.keys(Shards.class)) {
        states.add(key.counter);
      }
      for (Tally key : driver.keys(Tally.class)) {
        states.add(key.counter);
      }
      for (Derived key : driver.keys(Derived.class)) {
        directories.add(key.counter);
      }
      states.removeIf(state -> !DerivedName.isOf(state.stored(), extent.stored()));
      directories.removeIf(counter -> !DerivedName.isOf(counter.stored(), extent.stored()));
      return erase(states, directories);
    }
    CompletionStage<Void> all = CompletableFuture.completedStage(null);
    for (String name : extent.names()) {
      CounterName counter = CounterName.ofStored(extent.stored(), name);
      all =
          all.thenCompose(before -> entries(counter, states, directories))
              .thenAccept(found -> states.add(DerivedName.whole(counter)));
    }
    return all.thenCompose(found -> erase(states, directories));
  }

  /** The derived states of a counter or series, and of its series. */
  private CompletionStage<Void> entries(
      CounterName parent, Set<DerivedName> states, Set<CounterName> directories) {
    directories.add(parent);
    return driver
        .read(new Slice(new Derived(parent), null, null, Integer.MAX_VALUE))
        .thenCompose(
            rows -> {
              CompletionStage<Void> all = CompletableFuture.completedStage(null);
              for (Comparable<?> row : rows.keySet()) {
                DerivedName state = ((Entry) row).name;
                if (states.add(state) && state.window() == null) {
                  all = all.thenCompose(before -> entries(state.counter(), states, directories));
                }
              }
              return all;
            });
  }

  private CompletionStage<Void> erase(Set<DerivedName> states, Set<CounterName> directories) {
    List<Mutation> deletions = new ArrayList<>();
    for (DerivedName state : states) {
      deletions.add(Mutation.deletePartition(new Shards(state), FOREVER));
      deletions.add(Mutation.deletePartition(new Tally(state), FOREVER));
      // conditions are held against what was decided, and know of no plain deletion
      driver.conditionalRows(
          new Tally(state),
          () -> state.name() + " erased",
          now ->
              now.isEmpty()
                  ? Optional.empty()
                  : Optional.of(Collections.singletonMap(TALLY, null)));
    }
    List<Mutation> last = new ArrayList<>();
    directories.forEach(
        counter -> last.add(Mutation.deletePartition(new Derived(counter), FOREVER)));
    return driver
        .writeEach(deletions)
        .thenAccept(outcome -> outcome.require(Eraser.FAILED))
        .thenCompose(done -> driver.writeEach(last))
        .thenAccept(outcome -> outcome.require(Eraser.FAILED));
  }

  /** The states of a counter of which something is left, according to all replicas together. */
  public static List<String> left(Cluster cluster, CounterName ended) {
    List<String> left = new ArrayList<>();
    for (Class<?> kind : List.of(Shards.class, Tally.class, Derived.class)) {
      for (Object key : cluster.keys(kind)) {
        CounterName of =
            key instanceof Shards shards
                ? shards.counter.counter()
                : key instanceof Tally tally ? tally.counter.counter() : ((Derived) key).counter;
        if (of.whole().equals(ended) && !cluster.merged(key).live().isEmpty()) {
          left.add(ended.name() + ": " + key + " has " + cluster.merged(key).live());
        }
      }
    }
    return left;
  }
}
