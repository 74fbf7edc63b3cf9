package io.quipu.testing.sim.cassandra;

import io.quipu.engine.model.Namespace;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.testing.sim.cassandra.Driver.Level;
import io.quipu.testing.sim.cassandra.Driver.ReadRepair;
import io.quipu.testing.sim.cassandra.PlainRead.Slice;
import io.quipu.testing.sim.core.MachineClock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CompletionStage;

/** The settings of namespaces over simulated lightweight transactions. */
public final class SimulatedNamespaceStore implements NamespaceStore {
  /** Each change writes all columns but the kind, which never changes. */
  private static final CellKey NAMESPACE = CellKey.of("namespace");

  private final Driver driver;

  public SimulatedNamespaceStore(Driver driver) {
    this.driver = driver;
  }

  /** The partition of a namespace. */
  private record Key(String name) {}

  /** The partition of the list. */
  private record Names() {}

  /** Has a namespace from the beginning, on all replicas. */
  public static void exists(Cluster cluster, Namespace namespace) {
    Key key = new Key(namespace.name());
    Mutation created =
        cluster
            .paxosRows(key)
            .decide(now -> Optional.of(Map.of(NAMESPACE, namespace)))
            .orElseThrow();
    cluster.replicas().forEach(replica -> replica.apply(created));
  }

  @Override
  public CompletionStage<Optional<Namespace>> find(String name) {
    return driver
        .read(CellKey.all(new Key(name)), Level.QUORUM, ReadRepair.BLOCKING)
        .thenApply(SimulatedNamespaceStore::namespace);
  }

  private static Optional<Namespace> namespace(SortedMap<Comparable<?>, Object> cells) {
    return Optional.ofNullable((Namespace) cells.get(NAMESPACE));
  }

  /** Of all that exist: when the world began. */
  @Override
  public CompletionStage<Optional<Instant>> created(String name) {
    return find(name)
        .thenApply(found -> found.map(any -> Instant.ofEpochSecond(MachineClock.EPOCH_SECOND)));
  }

  @Override
  public CompletionStage<CasOutcome> create(Namespace namespace) {
    return driver.conditionalRows(
        new Key(namespace.name()),
        () -> "create " + namespace,
        now -> now.isEmpty() ? Optional.of(Map.of(NAMESPACE, namespace)) : Optional.empty());
  }

  @Override
  public CompletionStage<CasOutcome> replace(Namespace expected, Namespace next) {
    NamespaceStore.checkReplacement(expected, next);
    return driver.conditionalRows(
        new Key(next.name()),
        () -> "replace by " + next,
        now ->
            namespace(now).equals(Optional.of(expected))
                ? Optional.of(Map.of(NAMESPACE, next))
                : Optional.empty());
  }

  @Override
  public CompletionStage<WriteOutcome> enter(Listed namespace) {
    long timestamp = driver.machine().clock().wallMicros();
    return driver.write(Mutation.row(new Names(), namespace.name(), namespace, timestamp));
  }

  @Override
  public CompletionStage<List<Listed>> list(String after, int limit) {
    return driver
        .read(new Slice(new Names(), after + '\0', null, limit))
        .thenApply(found -> found.values().stream().limit(limit).map(Listed.class::cast).toList());
  }

  @Override
  public CompletionStage<Long> count() {
    return list("", Integer.MAX_VALUE).thenApply(found -> (long) found.size());
  }
}
