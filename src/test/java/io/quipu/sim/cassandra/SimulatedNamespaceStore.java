package io.quipu.sim.cassandra;

import io.quipu.counter.Namespace;
import io.quipu.sim.cassandra.Driver.Level;
import io.quipu.sim.cassandra.PlainRead.Slice;
import io.quipu.store.CasOutcome;
import io.quipu.store.NamespaceStore;
import io.quipu.store.WriteOutcome;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The settings of namespaces over simulated lightweight transactions. */
@SuppressWarnings("OptionalMapToOptional") // outer: whether it changes; inner: whether it is there
public final class SimulatedNamespaceStore implements NamespaceStore {
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
    var unused = cluster.register(new Key(namespace.name()), Optional.of(namespace));
  }

  @Override
  public CompletionStage<Optional<Namespace>> find(String name) {
    return driver.read(new Key(name), Optional.empty(), Level.QUORUM_WITH_REPAIR);
  }

  @Override
  public CompletionStage<CasOutcome> create(Namespace namespace) {
    return driver.<Optional<Namespace>>conditional(
        new Key(namespace.name()),
        Optional.empty(),
        () -> "create " + namespace,
        now -> now.isPresent() ? Optional.empty() : Optional.of(Optional.of(namespace)));
  }

  @Override
  public CompletionStage<CasOutcome> replace(Namespace expected, Namespace next) {
    NamespaceStore.checkReplacement(expected, next);
    return driver.<Optional<Namespace>>conditional(
        new Key(next.name()),
        Optional.empty(),
        () -> "replace by " + next,
        now -> now.filter(expected::equals).map(row -> Optional.of(next)));
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

  /** There are none from before there was a list. */
  @Override
  public CompletionStage<Void> adopt() {
    return CompletableFuture.completedStage(null);
  }
}
