package io.quipu.sim;

import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.quipu.checkpoint.CheckpointMeters;
import io.quipu.checkpoint.Checkpointer;
import io.quipu.checkpoint.Rounds;
import io.quipu.collect.CollectionMeters;
import io.quipu.collect.Collector;
import io.quipu.collect.DueList;
import io.quipu.collect.Retention;
import io.quipu.counter.Count;
import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.Kind;
import io.quipu.counter.Namespace;
import io.quipu.counter.Span;
import io.quipu.counter.WindowCount;
import io.quipu.ingest.Append;
import io.quipu.ingest.AppendOutcome;
import io.quipu.ingest.CommitBounds;
import io.quipu.ingest.Confirmation;
import io.quipu.ingest.GroupCommit;
import io.quipu.ingest.IngestMeters;
import io.quipu.ingest.SerialConfirmation;
import io.quipu.query.Counting;
import io.quipu.query.Queries.Range;
import io.quipu.query.QueryMeters;
import io.quipu.query.WindowCounting;
import io.quipu.recount.RecountReport;
import io.quipu.recount.Recounting;
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
import io.quipu.store.DueBuckets;
import io.quipu.store.EventStore;
import io.quipu.store.MemberStore;
import io.quipu.time.Clock;
import io.quipu.time.Periodic;
import io.quipu.writer.Incarnation;
import io.quipu.writer.LaneWatermarks;
import io.quipu.writer.Writer;
import io.quipu.writer.WriterMeters;
import io.quipu.writer.WriterRegistry;
import io.quipu.writer.WriterView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

  private final Scenario scenario;
  private final Machine machine;
  private final Driver driver;
  private final Protocol protocol;
  private final List<GroupCommit> lanes = new ArrayList<>();
  private final Writer writer;
  private final Counting counting;
  private final WindowCounting windowCounting;
  private final Recounting recounting;
  private final Rounds rounds;
  private final Collector collector;
  private final Periodic settling;
  private final Periodic collecting;
  private WriterView view;
  private EventTime horizon = EventTime.MIN;

  Instance(Scenario scenario, Cluster cluster, Machine machine, Protocol protocol) {
    this.scenario = scenario;
    this.machine = machine;
    this.driver = new Driver(cluster, machine);
    this.protocol = protocol;
    WriterRegistry registry = protocol.registry(machine, new SimulatedWriterRegistry(driver));
    for (int lane = 0; lane < scenario.lanes(); lane++) {
      lanes.add(lane(lane, registry));
    }
    this.writer = writer(registry);
    DueBuckets due =
        protocol.dueBuckets(machine, new SimulatedDueBuckets(driver, scenario.slots()));
    Checkpointer checkpointer = checkpointer();
    this.rounds = rounds(checkpointer, due);
    this.collector = collector(checkpointer, due);
    this.settling = new Periodic(machine, scenario.checkpointPeriod(), this::round);
    this.collecting = new Periodic(machine, scenario.checkpointPeriod(), this::collect);
    CheckpointStore checkpoints = checkpoints(Use.READING);
    EventStore events = events(Use.READING);
    MemberStore members = members(Use.READING);
    this.counting =
        new Counting(
            checkpoints,
            events,
            members,
            machine.clock(),
            scenario.collectionWait(),
            QUERY,
            rounds::hasten);
    this.windowCounting =
        new WindowCounting(
            checkpoints, events, members, machine.clock(), scenario.collectionWait());
    this.recounting = new Recounting(checkpoints, events, members, machine.clock());
  }

  void start() {
    writer.start();
    settling.start();
    collecting.start();
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
        new CommitBounds(1_000, 4, 1_024, 256, scenario.partitions(), Duration.ofSeconds(8));
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
          horizon = EventTime.max(horizon, latest.horizon());
        });
  }

  private Checkpointer checkpointer() {
    return new Checkpointer(
        checkpoints(Use.SETTLING),
        events(Use.SETTLING),
        members(Use.SETTLING),
        new SimulatedCounterDirectory(driver),
        patience(),
        CHECKPOINT);
  }

  private Rounds rounds(Checkpointer checkpointer, DueBuckets due) {
    return new Rounds(
        new SimulatedDirtyCounters(driver, scenario.slots()),
        checkpointer,
        new DueList(due, new Retention(this::keeps, machine.clock())),
        machine.clock(),
        scenario.throttle(),
        CHECKPOINT);
  }

  private Collector collector(Checkpointer checkpointer, DueBuckets due) {
    return new Collector(
        due,
        checkpoints(Use.COLLECTING),
        events(Use.COLLECTING),
        checkpointer::settleForCollection,
        machine.clock(),
        protocol.collectionWait(scenario.collectionWait()),
        COLLECTION);
  }

  private CompletionStage<Optional<Namespace>> keeps(String namespace) {
    return CompletableFuture.completedStage(
        Optional.of(
            new Namespace(namespace, Kind.EVENT, new Span("24h"), scenario.retain(), 1, Set.of())));
  }

  private CompletionStage<?> collect() {
    return view == null
        ? CompletableFuture.completedStage(null)
        : collector.round(rounds.passed(), view.origin(), view.horizon());
  }

  /** Where settling is strained, a view from before anybody else had joined. */
  private WriterView slots(WriterView latest) {
    return scenario.stress() == Stress.NONE
        ? latest
        : new WriterView(
            latest.self(), latest.horizon(), latest.origin(), latest.now(), List.of(latest.self()));
  }

  /** What tells how long an epoch of somebody else has been seen unfinished. */
  private Clock patience() {
    return scenario.stress() == Stress.NONE ? machine.clock() : new Hurried(machine.clock());
  }

  /** A clock that has the usual patience over in a fraction of the time. */
  private record Hurried(Clock real) implements Clock {
    private static final int TIMES = 30;

    @Override
    public long monotonicNanos() {
      return TIMES * real.monotonicNanos();
    }

    @Override
    public EventTime wall() {
      return real.wall();
    }
  }

  private CompletionStage<?> round() {
    return view == null
        ? CompletableFuture.completedStage(null)
        : rounds.round(protocol.settlesBy(slots(view)));
  }

  CompletionStage<AppendOutcome> record(Append append) {
    int lane = Math.floorMod(append.counter().hashCode(), lanes.size());
    return asked(() -> lanes.get(lane).append(append));
  }

  CompletionStage<Count> count(CounterName counter) {
    return asked(() -> counting.count(counter));
  }

  CompletionStage<List<WindowCount>> windows(Range range) {
    return asked(() -> windowCounting.count(range, protocol.finalUntil(horizon)));
  }

  CompletionStage<RecountReport> recount(CounterName counter) {
    return asked(() -> recounting.recount(counter));
  }

  /** Stops in order, as on SIGTERM; completes when nothing is left to be done. */
  CompletionStage<Void> stop() {
    settling.stop();
    collecting.stop();
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
                                answer.completeExceptionally(failure);
                              }
                            })));
    return answer;
  }

  private void hop(Runnable task) {
    machine.run(
        task, machine.world().random().between(SeededRandom.MILLI / 100, SeededRandom.MILLI));
  }
}
