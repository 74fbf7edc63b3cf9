package io.quipu.testing.sim;

import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.quipu.engine.checkpoint.CheckpointMeters;
import io.quipu.engine.checkpoint.Settling;
import io.quipu.engine.checkpoint.SettlingReports;
import io.quipu.engine.checkpoint.collect.CollectionMeters;
import io.quipu.engine.checkpoint.collect.DeletionSources;
import io.quipu.engine.checkpoint.collect.ErasureSource;
import io.quipu.engine.checkpoint.collect.WindowCollection;
import io.quipu.engine.ids.RunFilters;
import io.quipu.engine.kind.Kind;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.namespace.DeleteOutcome;
import io.quipu.engine.namespace.EndingNamespaces;
import io.quipu.engine.namespace.PurgeOutcome;
import io.quipu.engine.namespace.PutOutcome;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.store.Erasure;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.store.Site;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.WriterView;
import io.quipu.ops.trace.Tracing;
import io.quipu.testing.sim.cassandra.Driver;
import io.quipu.testing.sim.cassandra.SimulatedClosedWindows;
import io.quipu.testing.sim.cassandra.SimulatedCounterNames;
import io.quipu.testing.sim.cassandra.SimulatedCounterSlices;
import io.quipu.testing.sim.cassandra.SimulatedErasure;
import io.quipu.testing.sim.cassandra.SimulatedEventDirectory;
import io.quipu.testing.sim.cassandra.SimulatedEventLog;
import io.quipu.testing.sim.cassandra.SimulatedNamespaceStore;
import io.quipu.testing.sim.cassandra.SimulatedPageStore;
import io.quipu.testing.sim.cassandra.SimulatedSettledIds;
import io.quipu.testing.sim.core.Machine;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The lives of the counters of one kind as one process knows them, and its deletion of those that
 * are over: the production classes over simulated stores. All names lie in one part.
 */
public final class KindLives {
  private static final CompositeMeterRegistry NOBODY_LOOKS = new CompositeMeterRegistry();
  private static final CheckpointMeters CHECKPOINT = new CheckpointMeters(NOBODY_LOOKS);
  private static final CollectionMeters COLLECTION = new CollectionMeters(NOBODY_LOOKS);
  private static final Layout LAYOUT = new Layout(2, 1, 7, Duration.ofSeconds(5));
  private static final int ROWS = 10_000;

  private final KnownNamespaces namespaces;
  private final Protocol protocol;
  private final Namespace stored;
  private final Settling settling;

  /**
   * @param stored the settings of the namespace, which is there from the beginning
   * @param now the group time, as far as it is known
   */
  public KindLives(
      Driver driver,
      Machine machine,
      Protocol protocol,
      Kind kind,
      Namespace stored,
      Supplier<Optional<EventTime>> now) {
    NamespaceStore store =
        protocol.part(null, NamespaceStore.class, machine, new SimulatedNamespaceStore(driver));
    this.protocol = protocol;
    this.stored = stored;
    this.namespaces =
        new KnownNamespaces(
            stored.name(), new KnownKinds(List.of(kind)), store, machine, protocol, now);
    CounterStores stores =
        new CounterStores(
            new SimulatedPageStore(driver),
            new SimulatedEventDirectory(driver),
            new SimulatedEventLog(driver),
            new SimulatedSettledIds(driver),
            new RunFilters(Scenario.FILTER_BYTES),
            new SimulatedClosedWindows(driver),
            new SimulatedCounterNames(driver, LAYOUT.parts()),
            new SimulatedCounterSlices(driver));
    Erasure erasure =
        protocol.part(null, Erasure.class, machine, new SimulatedErasure(driver, LAYOUT.parts()));
    this.settling =
        new Settling(
            new Site(stores, LAYOUT, machine.clock(), machine),
            List.of(),
            new RowShare(ROWS),
            new Settling.Pace(Duration.ofMillis(500), Scenario.SMALL_RUNS),
            new DeletionSources(
                new WindowCollection.Source(
                    // a process may end between the decision to delete and its entry
                    () -> new EndingNamespaces(store).find().thenApply(protocol::ending),
                    Duration.ofSeconds(10)),
                protocol.erasing(
                    new ErasureSource(
                        store,
                        erasure,
                        Map.of(kind.label(), kind.eraser()),
                        Duration.ofSeconds(1)))),
            (page, until) -> {},
            new SettlingReports(CHECKPOINT, COLLECTION, Tracing.NONE));
  }

  public void start() {
    settling.start();
  }

  public void stop() {
    settling.stop();
  }

  public void onView(WriterView view) {
    settling.onView(view);
  }

  /** A counter in the life in which this process knows it. */
  public CompletionStage<KnownCounter> known(CounterName counter) {
    return namespaces
        .find()
        .thenApply(
            found ->
                new KnownCounter(
                    counter,
                    found.orElseThrow(() -> new StoreUnavailable("no such namespace", null))));
  }

  /** An answer of a counter that was not deleted while it was read, as the service checks it. */
  public <T> CompletionStage<T> unlessDeleted(KnownCounter counter, T answer) {
    return protocol.answersUnchecked()
        ? CompletableFuture.completedStage(answer)
        : known(counter.name().named())
            .thenApply(
                now -> {
                  if (!now.name().equals(counter.name())) {
                    throw new StoreUnavailable("deleted while it was read", null);
                  }
                  return answer;
                });
  }

  public CompletionStage<PurgeOutcome> purge(CounterName counter) {
    return namespaces.purge(counter);
  }

  public CompletionStage<DeleteOutcome> delete() {
    return namespaces.delete();
  }

  /** Creates the namespace again, as it was. */
  public CompletionStage<PutOutcome> put() {
    return namespaces.putAlike(stored);
  }
}
