package io.quipu.testing.sim.cassandra;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.NameRange;
import io.quipu.engine.store.CounterNames;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.testing.sim.cassandra.PlainRead.Slice;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

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
  private record Names(String namespace, int part) {}

  /** A name in its partition. */
  private record Name(String text) implements Comparable<Name> {
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
          .computeIfAbsent(counter.namespace(), any -> new TreeMap<>())
          .put(new Name(counter.name()), counter);
    }
    long timestamp = driver.machine().clock().wallMicros();
    CompletionStage<WriteOutcome> all = CompletableFuture.completedStage(WriteOutcome.WRITTEN);
    for (Map.Entry<String, Map<Name, CounterName>> one : byNamespace.entrySet()) {
      all =
          all.thenCombine(
              driver.write(Mutation.rows(new Names(one.getKey(), part), one.getValue(), timestamp)),
              WriteOutcome::and);
    }
    return all;
  }

  @Override
  public CompletionStage<List<CounterName>> list(String namespace, NameRange range, int limit) {
    if (range.isEmpty()) {
      return CompletableFuture.completedStage(List.of());
    }
    CompletionStage<TreeMap<Comparable<?>, Object>> all =
        CompletableFuture.completedStage(new TreeMap<>());
    for (int part = 0; part < parts; part++) {
      Slice slice =
          new Slice(
              new Names(namespace, part), new Name(range.from()), new Name(range.before()), limit);
      all =
          all.thenCombine(
              driver.read(slice),
              (found, names) -> {
                found.putAll(names);
                return found;
              });
    }
    return all.thenApply(
        found -> found.values().stream().limit(limit).map(CounterName.class::cast).toList());
  }
}
