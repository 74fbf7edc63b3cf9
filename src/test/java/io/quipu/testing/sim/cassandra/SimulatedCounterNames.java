package io.quipu.testing.sim.cassandra;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.store.CounterNames;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.testing.sim.cassandra.PlainRead.Slice;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/** The names of settled counters over the simulated replicas. */
public final class SimulatedCounterNames implements CounterNames {
  private final Driver driver;
  private final int parts;

  /**
   * @param parts of the pages, over which names are spread
   */
  public SimulatedCounterNames(Driver driver, int parts) {
    this.driver = driver;
    this.parts = parts;
  }

  /** Names counters of a namespace. */
  record Names(String namespace, int part) {}

  /** A name in its partition. */
  record Name(String text) implements Comparable<Name> {
    @Override
    public int compareTo(Name other) {
      return Utf8Order.compare(text, other.text);
    }
  }

  @Override
  public CompletionStage<WriteOutcome> enter(int part, Collection<CounterName> counters) {
    Map<String, Map<Name, CounterName>> byNamespace = new TreeMap<>();
    for (CounterName counter : counters) {
      byNamespace
          .computeIfAbsent(counter.stored(), any -> new TreeMap<>())
          .put(new Name(counter.name()), counter);
    }
    long timestamp = driver.machine().clock().wallMicros();
    return driver.writeEach(
        byNamespace.entrySet().stream()
            .map(one -> Mutation.rows(new Names(one.getKey(), part), one.getValue(), timestamp))
            .toList());
  }

  @Override
  public CompletionStage<List<CounterName>> list(String namespace, NameRange range, int limit) {
    if (range.isEmpty()) {
      return CompletableFuture.completedStage(List.of());
    }
    return read(IntStream.range(0, parts), namespace, range, limit);
  }

  @Override
  public int parts() {
    return parts;
  }

  @Override
  public CompletionStage<List<CounterName>> list(
      int part, String namespace, NameRange range, int limit) {
    return range.isEmpty()
        ? CompletableFuture.completedStage(List.of())
        : read(IntStream.of(part), namespace, range, limit);
  }

  private CompletionStage<List<CounterName>> read(
      IntStream some, String namespace, NameRange range, int limit) {
    SortedMap<Comparable<?>, Object> all = new TreeMap<>();
    return driver
        .readEach(
            some.mapToObj(part -> new Names(namespace, part)).toList(),
            names -> new Slice(names, new Name(range.from()), new Name(range.before()), limit),
            (names, rows) -> all.putAll(rows))
        .thenApply(
            read -> all.values().stream().limit(limit).map(CounterName.class::cast).toList());
  }
}
