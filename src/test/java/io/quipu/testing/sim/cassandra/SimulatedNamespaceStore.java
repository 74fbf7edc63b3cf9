package io.quipu.testing.sim.cassandra;

import io.quipu.engine.names.CounterLives;
import io.quipu.engine.names.CounterLives.Purge;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.NamespaceLife;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.cassandra.Driver.Level;
import io.quipu.testing.sim.cassandra.Driver.ReadRepair;
import io.quipu.testing.sim.cassandra.PlainRead.Slice;
import io.quipu.testing.sim.core.MachineClock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;

/** The settings of namespaces over simulated lightweight transactions. */
public final class SimulatedNamespaceStore implements NamespaceStore {
  /** Each change writes all columns but the kind, which never changes. */
  private static final CellKey NAMESPACE = CellKey.of("namespace");

  private static final Object REMOVED = "removed";

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

  /**
   * A namespace that was not deleted, as it was last decided, with the lives of its counters,
   * whoever knows of it.
   */
  public static Optional<Namespace> decided(Cluster cluster, String name) {
    return namespace(cluster.paxosRows(new Key(name)).decided())
        .filter(found -> found.deleted().isEmpty())
        .map(found -> found.knowing(lives(cluster, found)));
  }

  /** Brings the last change of a namespace to a quorum, as the next conditional write would. */
  public static void finish(Cluster cluster, String name) {
    cluster.paxosRows(new Key(name)).finish();
  }

  private static CounterLives lives(Cluster cluster, Namespace found) {
    return CounterLives.NONE.with(
        cluster.paxosRows(new Log(NamespaceLife.of(found))).decided().values().stream()
            .map(Purge.class::cast)
            .limit(found.purges())
            .toList());
  }

  @Override
  public CompletionStage<Optional<Namespace>> find(String name) {
    return driver
        .read(CellKey.all(new Key(name)), Level.QUORUM, ReadRepair.BLOCKING)
        .thenApply(SimulatedNamespaceStore::namespace);
  }

  @Override
  public CompletionStage<Optional<Namespace>> findDecided(String name) {
    return driver
        .read(CellKey.all(new Key(name)), Level.SERIAL, ReadRepair.BLOCKING)
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
  public CompletionStage<CasOutcome> revive(Namespace gone, Namespace next) {
    NamespaceStore.checkRevival(gone, next);
    return driver.conditionalRows(
        new Key(next.name()),
        () -> "revive by " + next,
        now ->
            namespace(now).equals(Optional.of(gone))
                ? Optional.of(Map.of(NAMESPACE, next))
                : Optional.empty());
  }

  /** Lives after the first are entered, and all are removed, at times of their own. */
  private static long removedAt(int life) {
    return (1L << 52) + 2L * life;
  }

  @Override
  public CompletionStage<WriteOutcome> enter(Namespace namespace) {
    long timestamp =
        namespace.life() == 0
            ? driver.machine().clock().wallMicros()
            : removedAt(namespace.life()) - 1;
    return driver.write(
        Mutation.row(new Names(), namespace.name(), Listed.of(namespace), timestamp));
  }

  /** A removal is a row that the list leaves out. */
  @Override
  public CompletionStage<WriteOutcome> remove(Namespace namespace) {
    return driver.write(
        Mutation.row(new Names(), namespace.name(), REMOVED, removedAt(namespace.life())));
  }

  /** The partition of the deletions. */
  private record Begun() {}

  /** A row of a deletion; -1 for the deletion itself. */
  private record Unit(NamespaceLife life, int unit) implements Comparable<Unit> {
    @Override
    public int compareTo(Unit other) {
      int order = life.compareTo(other.life);
      return order != 0 ? order : Integer.compare(unit, other.unit);
    }
  }

  @Override
  public CompletionStage<WriteOutcome> begin(NamespaceLife life) {
    return done(life, -1);
  }

  @Override
  public CompletionStage<WriteOutcome> done(NamespaceLife life, int unit) {
    return driver.write(Mutation.row(new Begun(), new Unit(life, unit), true, 1));
  }

  @Override
  public CompletionStage<WriteOutcome> end(NamespaceLife life) {
    return driver.write(Mutation.row(new Begun(), new Unit(life, -1), false, 2));
  }

  @Override
  public CompletionStage<List<Deletion>> deletions() {
    return driver
        .read(new Slice(new Begun(), null, null, Integer.MAX_VALUE))
        .thenApply(
            rows -> {
              Map<NamespaceLife, Set<Integer>> found = new TreeMap<>();
              rows.forEach(
                  (row, begun) -> {
                    Unit unit = (Unit) row;
                    if (unit.unit == -1 && Boolean.TRUE.equals(begun)) {
                      found.put(unit.life, new TreeSet<>());
                    } else if (found.containsKey(unit.life)) {
                      found.get(unit.life).add(unit.unit);
                    }
                  });
              return found.entrySet().stream()
                  .map(one -> new Deletion(one.getKey(), one.getValue()))
                  .toList();
            });
  }

  /** The partition of the log of purges, with a row for each. */
  private record Log(NamespaceLife life) {}

  /** The partition of the counters that are being purged. */
  private record Purged() {}

  private static final long FOREVER = 1L << 52;

  private static CellKey row(int number) {
    return CellKey.of("%06d".formatted(number));
  }

  @Override
  public CompletionStage<CasOutcome> note(NamespaceLife life, Purge purge) {
    CellKey row = row(purge.number());
    return driver.conditionalRows(
        new Log(life),
        () -> "note " + purge,
        now -> now.containsKey(row) ? Optional.empty() : Optional.of(Map.of(row, purge)));
  }

  @Override
  public CompletionStage<List<Purge>> purges(NamespaceLife life, int after) {
    return driver
        .read(CellKey.all(new Log(life)), Level.QUORUM, ReadRepair.BLOCKING)
        .thenApply(
            rows ->
                rows.values().stream()
                    .map(Purge.class::cast)
                    .filter(purge -> purge.number() > after)
                    .toList());
  }

  @Override
  public CompletionStage<WriteOutcome> forgetPurges(NamespaceLife life) {
    return driver.write(Mutation.deletePartition(new Log(life), FOREVER));
  }

  @Override
  public CompletionStage<WriteOutcome> begin(PurgedCounter counter) {
    long now = driver.machine().clock().wallMicros();
    return driver.write(Mutation.row(new Purged(), counter.counter(), counter.at(), now));
  }

  @Override
  public CompletionStage<List<PurgedCounter>> purged(int limit) {
    return driver
        .read(new Slice(new Purged(), null, null, Integer.MAX_VALUE))
        .thenApply(
            rows ->
                rows.entrySet().stream()
                    .map(
                        row ->
                            new PurgedCounter(
                                (CounterName) row.getKey(), (EventTime) row.getValue()))
                    .limit(limit)
                    .toList());
  }

  @Override
  public CompletionStage<WriteOutcome> end(CounterName counter) {
    return driver.write(Mutation.deleteRow(new Purged(), counter, FOREVER));
  }

  @Override
  public CompletionStage<List<Listed>> list(String after, int limit) {
    return driver
        .read(new Slice(new Names(), after + '\0', null, Integer.MAX_VALUE))
        .thenApply(
            found ->
                found.values().stream()
                    .filter(one -> one != REMOVED)
                    .limit(limit)
                    .map(Listed.class::cast)
                    .toList());
  }

  @Override
  public CompletionStage<Long> count() {
    return list("", Integer.MAX_VALUE).thenApply(found -> (long) found.size());
  }
}
