package io.quipu.sim;

import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.quipu.checkpoint.CheckpointMeters;
import io.quipu.checkpoint.Settling;
import io.quipu.checkpoint.SettlingSettings;
import io.quipu.checkpoint.SettlingStores;
import io.quipu.collect.CollectionMeters;
import io.quipu.collect.CollectionStores;
import io.quipu.counter.Count;
import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.WindowCount;
import io.quipu.ingest.Append;
import io.quipu.ingest.AppendOutcome;
import io.quipu.ingest.CommitBounds;
import io.quipu.ingest.Confirmation;
import io.quipu.ingest.GroupCommit;
import io.quipu.ingest.IngestMeters;
import io.quipu.ingest.SerialConfirmation;
import io.quipu.query.CounterReads;
import io.quipu.query.QueryAddresses.Range;
import io.quipu.query.QueryAddresses.Recount;
import io.quipu.query.QueryMeters;
import io.quipu.query.ReadStores;
import io.quipu.recount.RecountReport;
import io.quipu.recount.RecountTurn;
import io.quipu.sim.Protocol.Use;
import io.quipu.sim.cassandra.Cluster;
import io.quipu.sim.cassandra.Driver;
import io.quipu.sim.cassandra.SimulatedCheckpointStore;
import io.quipu.sim.cassandra.SimulatedCounterDirectory;
import io.quipu.sim.cassandra.SimulatedDirtyCounters;
import io.quipu.sim.cassandra.SimulatedDueBuckets;
import io.quipu.sim.cassandra.SimulatedEventStore;
import io.quipu.sim.cassandra.SimulatedMemberStore;
import io.quipu.sim.cassandra.SimulatedWriterRegistry;
import io.quipu.sim.core.Machine;
import io.quipu.sim.core.SeededRandom;
import io.quipu.store.CheckpointStore;
import io.quipu.store.EventStore;
import io.quipu.store.MemberStore;
import io.quipu.store.RowBudget;
import io.quipu.store.StoreUnavailable;
import io.quipu.writer.Incarnation;
import io.quipu.writer.LaneWatermarks;
import io.quipu.writer.Writer;
import io.quipu.writer.WriterMeters;
import io.quipu.writer.WriterRegistry;
import io.quipu.writer.WriterView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** One process of Quipu: the production classes, wired as the verticles wire them. */
final class Instance {
  private static final CompositeMeterRegistry NOBODY_LOOKS = new CompositeMeterRegistry();
  private static final IngestMeters INGEST = new IngestMeters(NOBODY_LOOKS);
  private static final WriterMeters WRITER = new WriterMeters(NOBODY_LOOKS);
  private static final CheckpointMeters CHECKPOINT = new CheckpointMeters(NOBODY_LOOKS);
  private static final QueryMeters QUERY = new QueryMeters(NOBODY_LOOKS);

  private static final CollectionMeters COLLECTION = new CollectionMeters(NOBODY_LOOKS);

  private final RowBudget rows;
  private final Scenario scenario;
  private final Machine machine;
  private final Driver driver;
  private final Protocol protocol;
  private final List<GroupCommit> lanes = new ArrayList<>();
  private final Writer writer;
  private final Settling settling;
  private final CounterReads reads;
  private WriterView view;
  private long recounts;

  /**
   * @param rows that it may hold
   */
  Instance(Scenario scenario, Cluster cluster, Machine machine, Protocol protocol, RowBudget rows) {
    this.scenario = scenario;
    this.rows = rows;
    this.machine = machine;
    this.driver = new Driver(cluster, machine);
    this.protocol = protocol;
    WriterRegistry registry = protocol.registry(machine, new SimulatedWriterRegistry(driver));
    for (int lane = 0; lane < scenario.lanes(); lane++) {
      lanes.add(lane(lane, registry));
    }
    this.writer = writer(registry);
    this.settling = settling();
    this.reads = reads();
  }

  void start() {
    writer.start();
    settling.start();
  }

  Machine machine() {
    return machine;
  }

  /** The latest it knows of the group; null before it has joined. */
  WriterView view() {
    return view;
  }

  private EventStore events(Use use) {
    return protocol.events(use, machine, new SimulatedEventStore(driver));
  }

  private CheckpointStore checkpoints(Use use) {
    return protocol.checkpoints(use, machine, new SimulatedCheckpointStore(driver), driver);
  }

  private MemberStore members(Use use) {
    return protocol.members(use, machine, new SimulatedMemberStore(driver));
  }

  private GroupCommit lane(int lane, WriterRegistry registry) {
    Confirmation confirmation =
        scenario.confirmed() ? new SerialConfirmation(registry) : Confirmation.LEASED;
    CommitBounds bounds =
        new CommitBounds(
            1_000, 10_000_000L, 4, 1_024, 256, scenario.partitions(), Duration.ofSeconds(8));
    return new GroupCommit(
        events(Use.RECORDING),
        machine.clock(),
        machine,
        bounds,
        lane,
        protocol.confirmation(confirmation),
        INGEST,
        changed -> {});
  }

  private Writer writer(WriterRegistry registry) {
    return new Writer(
        registry,
        machine.clock(),
        machine,
        scenario.writer(),
        protocol.lows(new LaneWatermarks(scenario.lanes(), this::low)),
        machine.world().random()::uuid,
        this::heard,
        WRITER);
  }

  /** Asked over the bus: a little later, and now and then too late. */
  private CompletionStage<EventTime> low(int lane, Incarnation incarnation) {
    CompletableFuture<EventTime> answer = new CompletableFuture<>();
    Incarnation recording = protocol.recordsAs(machine, incarnation);
    hop(
        () -> {
          EventTime low = lanes.get(lane).low(recording);
          hop(() -> answer.complete(low));
        });
    boolean late = scenario.faults() && machine.world().random().chance(0.02);
    if (late) {
      answer.completeExceptionally(new IllegalStateException("no answer from the lane in time"));
    }
    return answer;
  }

  private void heard(WriterView latest) {
    hop(
        () -> {
          view = latest;
          settling.hear(protocol.settlesBy(slots(latest)));
          reads.passed(latest.horizon());
        });
  }

  private Settling settling() {
    SettlingStores stores =
        new SettlingStores(
            events(Use.SETTLING),
            checkpoints(Use.SETTLING),
            members(Use.SETTLING),
            new SimulatedCounterDirectory(driver),
            new SimulatedDirtyCounters(driver, scenario.slots()),
            new CollectionStores(
                events(Use.COLLECTING),
                checkpoints(Use.COLLECTING),
                protocol.dueBuckets(machine, new SimulatedDueBuckets(driver, scenario.slots())),
                new RetainedNamespaces(scenario.retain())));
    SettlingSettings settings =
        new SettlingSettings(
            scenario.checkpointPeriod(),
            scenario.throttle(),
            scenario.takeoverWait(),
            protocol.collectionWait(scenario.collectionWait()));
    return new Settling(
        stores, machine.clock(), machine, rows.settling(), settings, CHECKPOINT, COLLECTION);
  }

  private CounterReads reads() {
    ReadStores stores =
        new ReadStores(
            events(Use.READING),
            checkpoints(Use.READING),
            members(Use.READING),
            new SimulatedCounterDirectory(driver));
    return new CounterReads(
        stores,
        machine.clock(),
        machine,
        rows.reading(),
        scenario.collectionWait(),
        new RecountTurn(),
        QUERY,
        settling::hasten,
        settling::ended);
  }

  /** Where settling is strained, a view from before anybody else had joined. */
  private WriterView slots(WriterView latest) {
    return scenario.stress() == Stress.NONE
        ? latest
        : new WriterView(
            latest.self(), latest.horizon(), latest.origin(), latest.now(), List.of(latest.self()));
  }

  CompletionStage<AppendOutcome> record(Append append) {
    int lane = Math.floorMod(append.counter().hashCode(), lanes.size());
    return asked(() -> lanes.get(lane).append(append));
  }

  CompletionStage<Count> count(CounterName counter) {
    return asked(() -> reads.count(counter));
  }

  CompletionStage<List<WindowCount>> windows(Range range) {
    return asked(
        () -> {
          EventTime horizon = view == null ? EventTime.MIN : view.horizon();
          return reads
              .windows(range)
              .thenApply(found -> protocol.windows(found.windows(), horizon));
        });
  }

  CompletionStage<RecountReport> recount(CounterName counter) {
    return asked(() -> reads.recount(new Recount(counter, new UUID(0, ++recounts))));
  }

  /** Stops in order, as on SIGTERM; completes when nothing is left to be done. */
  CompletionStage<Void> stop() {
    settling.stop();
    CompletableFuture<?>[] drained =
        lanes.stream()
            .map(lane -> lane.drain().toCompletableFuture())
            .toArray(CompletableFuture<?>[]::new);
    return CompletableFuture.allOf(drained).thenCompose(all -> writer.retire());
  }

  private <T> CompletionStage<T> asked(Supplier<CompletionStage<T>> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    hop(
        () ->
            question
                .get()
                .whenComplete(
                    (value, failure) ->
                        hop(
                            () -> {
                              if (failure == null) {
                                answer.complete(value);
                              } else {
                                tellDefect(failure);
                                answer.completeExceptionally(failure);
                              }
                            })));
    return answer;
  }

  /** A store that is unavailable is no defect; all else would be logged as one. */
  private void tellDefect(Throwable failure) {
    if (!StoreUnavailable.caused(failure)) {
      machine.world().mishap(machine.name() + " answered with " + failure);
    }
  }

  private void hop(Runnable task) {
    machine.run(
        task, machine.world().random().between(SeededRandom.MILLI / 100, SeededRandom.MILLI));
  }
}
