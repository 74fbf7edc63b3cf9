package io.quipu.testing.sim;

import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.quipu.edge.kafka.MappedNamespaces;
import io.quipu.engine.checkpoint.CheckpointMeters;
import io.quipu.engine.checkpoint.Settling;
import io.quipu.engine.checkpoint.SettlingReports;
import io.quipu.engine.checkpoint.collect.CollectionMeters;
import io.quipu.engine.checkpoint.collect.DeletionSources;
import io.quipu.engine.checkpoint.collect.ErasureSource;
import io.quipu.engine.checkpoint.collect.WindowCollection;
import io.quipu.engine.checkpoint.dedup.RowRule;
import io.quipu.engine.checkpoint.recount.RecountReport;
import io.quipu.engine.checkpoint.recount.RecountTurn;
import io.quipu.engine.ids.RunFilters;
import io.quipu.engine.ingest.CommitBounds;
import io.quipu.engine.ingest.GroupCommit;
import io.quipu.engine.ingest.IngestMeters;
import io.quipu.engine.ingest.TailBound;
import io.quipu.engine.kind.Eraser;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.kind.answer.Ranked;
import io.quipu.engine.kind.answer.Ranking;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.SeriesRange;
import io.quipu.engine.kinds.latest.LatestKind;
import io.quipu.engine.kinds.latest.StandingValues;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.namespace.DeleteOutcome;
import io.quipu.engine.namespace.EndingNamespaces;
import io.quipu.engine.namespace.PurgeOutcome;
import io.quipu.engine.namespace.PutOutcome;
import io.quipu.engine.query.Count;
import io.quipu.engine.query.CounterReads;
import io.quipu.engine.query.DirectoryReads;
import io.quipu.engine.query.QueryMessages.PassedPage;
import io.quipu.engine.query.QueryMessages.Range;
import io.quipu.engine.query.QueryMessages.Recount;
import io.quipu.engine.query.QueryMeters;
import io.quipu.engine.query.ranking.RankingMeters;
import io.quipu.engine.query.ranking.RankingStores;
import io.quipu.engine.query.ranking.Rankings;
import io.quipu.engine.state.WindowCount;
import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.store.CounterSlices;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.store.Erasure;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.RowBudget;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.store.SettledIds;
import io.quipu.engine.store.Site;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.Confirmation;
import io.quipu.engine.writer.Incarnation;
import io.quipu.engine.writer.LaneWatermarks;
import io.quipu.engine.writer.SerialConfirmation;
import io.quipu.engine.writer.Writer;
import io.quipu.engine.writer.WriterMeters;
import io.quipu.engine.writer.WriterRegistry;
import io.quipu.engine.writer.WriterView;
import io.quipu.ops.trace.Tracing;
import io.quipu.testing.sim.Protocol.Use;
import io.quipu.testing.sim.cassandra.Cluster;
import io.quipu.testing.sim.cassandra.SimulatedClosedWindows;
import io.quipu.testing.sim.cassandra.SimulatedCounterNames;
import io.quipu.testing.sim.cassandra.SimulatedCounterSlices;
import io.quipu.testing.sim.cassandra.SimulatedErasure;
import io.quipu.testing.sim.cassandra.SimulatedEventDirectory;
import io.quipu.testing.sim.cassandra.SimulatedEventLog;
import io.quipu.testing.sim.cassandra.SimulatedNamespaceStore;
import io.quipu.testing.sim.cassandra.SimulatedPageStore;
import io.quipu.testing.sim.cassandra.SimulatedSettledIds;
import io.quipu.testing.sim.cassandra.SimulatedStandingValues;
import io.quipu.testing.sim.cassandra.SimulatedWriterRegistry;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.Mishap;
import io.quipu.testing.sim.core.Spoilt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One process of Quipu: the production classes, wired as the verticles wire them. */
final class Instance extends SimulatedProcess {
  private static final CompositeMeterRegistry NOBODY_LOOKS = new CompositeMeterRegistry();
  private static final IngestMeters INGEST = new IngestMeters(NOBODY_LOOKS);
  private static final WriterMeters WRITER = new WriterMeters(NOBODY_LOOKS);
  private static final CheckpointMeters CHECKPOINT = new CheckpointMeters(NOBODY_LOOKS);
  private static final QueryMeters QUERY = new QueryMeters(NOBODY_LOOKS);

  private static final RankingMeters RANKING = new RankingMeters(NOBODY_LOOKS);

  private static final CollectionMeters COLLECTION = new CollectionMeters(NOBODY_LOOKS);

  /** For as long as settings are cached, and events and reads take where they do not wait. */
  private static final Duration SLACK = Duration.ofSeconds(15);

  /** So short that writers of a busy counter wait now and then, and are refused. */
  private static final TailBound.Bounds SHORT_TAILS =
      new TailBound.Bounds(12, 20, 30, Duration.ofSeconds(2));

  private final RunFilters filters;
  private final RowBudget rows;
  private final Scenario scenario;
  private final List<GroupCommit> lanes = new ArrayList<>();
  private final Writer writer;
  private final Settling settling;
  private final CounterReads reads;
  private final CounterStores ranked;
  private final KnownNamespaces namespaces;
  private final MappedNamespaces mapped;
  private final Uses uses;
  private final Cluster cluster;
  private final Consumer<PassedPage> publish;
  private WriterView view;
  private long viewed;
  private long recounts;

  /**
   * @param rows that it may hold
   * @param publish tells all processes, this one too, of pages that it has settled
   */
  Instance(
      Scenario scenario,
      Cluster cluster,
      Machine machine,
      Protocol protocol,
      RowBudget rows,
      Consumer<PassedPage> publish) {
    super(cluster, machine, protocol);
    this.filters = new RunFilters(scenario.filterBytes());
    this.scenario = scenario;
    this.publish = publish;
    this.cluster = cluster;
    this.uses = new Uses(machine.world().met());
    this.rows = rows;
    WriterRegistry registry =
        given(null, WriterRegistry.class, new SimulatedWriterRegistry(driver));
    for (int lane = 0; lane < scenario.processes().lanes(); lane++) {
      lanes.add(lane(lane, registry));
    }
    this.writer = writer(registry);
    NamespaceStore store = given(null, NamespaceStore.class, namespaceStore());
    this.namespaces =
        new KnownNamespaces(store, machine, protocol, () -> Optional.ofNullable(groupTime()));
    this.mapped =
        new MappedNamespaces(
            List.of(KnownNamespaces.NAME, KnownNamespaces.OTHER),
            this::lookUp,
            protocol.ages(machine.clock()),
            machine);
    this.settling = settling(store);
    this.reads = reads();
    this.ranked = stores(Use.RANKING);
  }

  void start() {
    writer.start();
    settling.start();
    if (scenario.hasMappings()) {
      mapped.start();
      namespaces.lookForUndecided();
    }
  }

  private NamespaceStore namespaceStore() {
    NamespaceStore store = new SimulatedNamespaceStore(driver);
    return scenario.hasMappings()
        ? Spoilt.by(NamespaceStore.class, store, new StoppedPurgers(store, machine))
        : store;
  }

  /** Now and then one namespace cannot be read, or its answer is lost, and no other. */
  private CompletionStage<Optional<Namespace>> lookUp(String name) {
    boolean fails = name.equals(KnownNamespaces.OTHER) && machine.world().random().chance(0.5);
    if (!fails) {
      return namespaces.lookUp(name);
    }
    return machine.world().random().chance(0.5)
        ? CompletableFuture.failedStage(new StoreUnavailable("no quorum of this row", null))
        : machine
            .pause(Duration.ofSeconds(10))
            .thenApply(
                over -> {
                  throw new StoreUnavailable("no answer in time", null);
                });
  }

  /** The settings by which an event is recorded that comes by one way or the other. */
  private CompletionStage<Optional<Namespace>> settings(boolean byMapping) {
    return byMapping
        ? CompletableFuture.completedStage(mapped.find(KnownNamespaces.NAME))
        : namespaces.find().exceptionally(unavailable -> Optional.empty());
  }

  /** An event to be recorded soon or not at all, as the service has it. */
  private Recording soon(Recording recording) {
    EventTime now = groupTime();
    return scenario.mintsSoon() && now != null
        ? recording.mintedBefore(now.plusTicks(Recording.MINTED_WITHIN_TICKS))
        : recording;
  }

  /** The latest it knows of the group; null before it has joined. */
  WriterView view() {
    return view;
  }

  private EventLog events(Use use) {
    return given(use, EventLog.class, new SimulatedEventLog(driver));
  }

  private EventDirectory directory(Use use) {
    return given(use, EventDirectory.class, new SimulatedEventDirectory(driver));
  }

  private PageStore pages(Use use) {
    PageStore store = new SimulatedPageStore(driver);
    return given(
        use,
        PageStore.class,
        scenario.stress() == Stress.IDLE_SERIES
            ? Spoilt.by(
                PageStore.class,
                store,
                new SmallSteps(store, scenario.stepBounds(), machine.world().met()))
            : store);
  }

  private SettledIds ids(Use use) {
    return given(use, SettledIds.class, new SimulatedSettledIds(driver));
  }

  private RowRule latest(Use use) {
    StandingValues values = given(use, StandingValues.class, new SimulatedStandingValues(driver));
    LatestKind kind = new LatestKind(() -> values);
    return given(use, RowRule.class, kind.rule(layout(use), machine.clock()));
  }

  private ClosedWindows closedWindows(Use use) {
    return given(use, ClosedWindows.class, new SimulatedClosedWindows(driver));
  }

  private SimulatedCounterNames names() {
    return new SimulatedCounterNames(driver, scenario.layout().parts());
  }

  private CounterStores stores(Use use) {
    return new CounterStores(
        pages(use),
        directory(use),
        events(use),
        ids(use),
        filters,
        closedWindows(use),
        names(),
        given(use, CounterSlices.class, new SimulatedCounterSlices(driver)));
  }

  private Site site(Use use) {
    return new Site(stores(use), layout(use), machine.clock(), machine);
  }

  private Layout layout(Use use) {
    return protocol.layout(use, scenario.layout());
  }

  private GroupCommit lane(int lane, WriterRegistry registry) {
    Confirmation confirmation =
        scenario.processes().confirmed() ? new SerialConfirmation(registry) : Confirmation.LEASED;
    CommitBounds bounds =
        new CommitBounds(
            1_000, 10_000_000L, 4, 1_024, scenario.undecidedWrites(), Duration.ofSeconds(8));
    return new GroupCommit(
        site(Use.RECORDING),
        bounds,
        lane,
        confirmation,
        new TailBound(
            machine.clock(),
            machine,
            page -> settling.hasten(page, EventTime.MIN),
            scenario.stress() == Stress.READING ? SHORT_TAILS : TailBound.Bounds.USUAL),
        INGEST,
        changed -> {});
  }

  private Writer writer(WriterRegistry registry) {
    return new Writer(
        registry,
        machine.clock(),
        machine,
        scenario.processes().writer(),
        protocol.lows(new LaneWatermarks(scenario.processes().lanes(), this::low)),
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
          viewed = machine.clock().monotonicNanos();
          lanes.forEach(lane -> lane.onHorizon(protocol.horizonOfResets(latest.horizon())));
          settling.onView(protocol.settlesBy(share(latest)));
          if (scenario.hastens()) {
            IntStream.range(0, scenario.layout().pages())
                .forEach(page -> settling.hasten(page, EventTime.MIN));
          }
          reads.onHorizon(latest.horizon());
        });
  }

  /** Looks for what is deleted more often than a process does. */
  private @Nullable ErasureSource erasing(NamespaceStore store) {
    return scenario.deletes()
        ? protocol.erasing(
            new ErasureSource(
                store,
                given(null, Erasure.class, new SimulatedErasure(driver, scenario.layout().parts())),
                Map.of("event", Eraser.NONE),
                Duration.ofSeconds(1),
                scenario.mintsSoon() ? ErasureSource.SLACK : SLACK,
                ErasureSource.STEPS))
        : null;
  }

  /** Looks at all namespaces where some are deleted, as a process does, only more often. */
  private WindowCollection.Source ending(NamespaceStore store) {
    return scenario.deletes()
        ? new WindowCollection.Source(
            () -> new EndingNamespaces(store).find().thenApply(protocol::ending),
            Duration.ofSeconds(10))
        : new WindowCollection.Source(
            () -> CompletableFuture.completedStage(protocol.ending(scenario.ending())),
            Duration.ofSeconds(1));
  }

  private Settling settling(NamespaceStore store) {
    return new Settling(
        site(Use.SETTLING),
        List.of(latest(Use.SETTLING)),
        rows.settling(),
        new Settling.Pace(scenario.processes().checkpointPeriod(), scenario.stepBounds()),
        new DeletionSources(ending(store), erasing(store)),
        (page, until) -> publish.accept(new PassedPage(page, until)),
        new SettlingReports(CHECKPOINT, COLLECTION, Tracing.NONE));
  }

  /** Hears from some process how far it has settled a page. */
  void passed(PassedPage page) {
    hop(
        () -> {
          lanes.forEach(lane -> lane.onSettled(page.page(), page.until()));
          reads.passed(page.page(), page.until());
        });
  }

  private CounterReads reads() {
    return new CounterReads(
        site(Use.READING),
        List.of(latest(Use.READING)),
        rows.reading(),
        scenario.readBounds(),
        new RecountTurn(),
        QUERY,
        new CounterReads.SettlingRequests(
            awaited -> settling.hasten(awaited.page(), awaited.past()),
            page -> settling.ended(page)));
  }

  /** Where settling is strained, a view from before anybody else had joined. */
  private WriterView share(WriterView latest) {
    return scenario.stress() != Stress.SETTLING
            && scenario.stress() != Stress.GROUP
            && scenario.stress() != Stress.LATEST
            && scenario.stress() != Stress.RESETTING
        ? latest
        : new WriterView(
            latest.self(),
            latest.horizon(),
            latest.origin(),
            latest.now(),
            List.of(latest.self()),
            latest.ended());
  }

  CompletionStage<RecordOutcome> record(Recording recording) {
    int lane = scenario.layout().lane(recording.counter(), lanes.size());
    return asked(() -> recorded(lane, recording));
  }

  /**
   * Records an event or a reset in the life in which this process knows the counter; refused if it
   * knows no such namespace.
   *
   * @param taken told of this life
   */
  CompletionStage<RecordOutcome> record(
      CounterName counter,
      Function<CounterName, ? extends Recording> recording,
      Consumer<CounterName> taken) {
    return asked(
        () -> {
          boolean byMapping = scenario.hasMappings() && machine.world().random().chance(0.5);
          return settings(byMapping)
              .thenCompose(
                  found -> {
                    if (found.isEmpty()) {
                      return CompletableFuture.completedStage(
                          new RecordOutcome.Refused(RecordOutcome.Refusal.STORE_UNAVAILABLE));
                    }
                    CounterName actual = counter.in(found.get());
                    taken.accept(actual);
                    noteIfOld(found.get());
                    int lane = scenario.layout().lane(actual, lanes.size());
                    return recorded(lane, soon(recording.apply(actual)))
                        .thenApply(outcome -> byMapping ? uses.noteMapped(outcome) : outcome);
                  });
        });
  }

  private CompletionStage<RecordOutcome> recorded(int lane, Recording recording) {
    return lanes
        .get(lane)
        .record(protocol.accepted(recording))
        .thenApply(outcome -> uses.note(recording, outcome));
  }

  private void noteIfOld(Namespace known) {
    boolean current =
        SimulatedNamespaceStore.decided(cluster, KnownNamespaces.NAME)
            .filter(known::equals)
            .isPresent();
    if (!current) {
      machine.world().met().struck(Mishap.OLD_SETTINGS);
    }
  }

  CompletionStage<PurgeOutcome> purge(CounterName counter) {
    return asked(() -> namespaces.purge(counter));
  }

  CompletionStage<DeleteOutcome> deleteNamespace() {
    return asked(namespaces::delete);
  }

  /** The namespace as it recorded with it last. */
  Namespace namespace() {
    return namespaces.found();
  }

  CompletionStage<PutOutcome> changeNamespace(Map<String, String> settings) {
    return asked(() -> namespaces.change(settings));
  }

  CompletionStage<PutOutcome> putNamespace() {
    return asked(() -> namespaces.put(scenario.stored()));
  }

  CompletionStage<Count> count(CounterName counter) {
    return asked(
        () ->
            known(counter)
                .thenCompose(
                    one ->
                        reads
                            .count(new Question.Count(one))
                            .thenCompose(count -> unlessDeleted(one, (Count) count))));
  }

  /** The group time as a verticle knows it that heard of the last look; null before. */
  @Nullable EventTime groupTime() {
    return view == null
        ? null
        : view.now().plusTicks((machine.clock().monotonicNanos() - viewed) / 100);
  }

  /** A counter as this process knows it. */
  private CompletionStage<KnownCounter> known(CounterName counter) {
    return scenario.deletes()
        ? namespaces
            .find()
            .thenApply(
                found ->
                    new KnownCounter(
                        counter,
                        found.orElseThrow(() -> new StoreUnavailable("no such namespace", null))))
        : CompletableFuture.completedStage(scenario.known(counter));
  }

  /** An answer of a counter that was not deleted while it was read, as the service checks it. */
  private <T> CompletionStage<T> unlessDeleted(KnownCounter counter, T answer) {
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

  /**
   * @param taken told of the life in which this process knows the counter
   */
  CompletionStage<List<WindowCount>> windows(
      CounterName counter, WindowCover cover, Consumer<CounterName> taken) {
    return asked(
        () -> {
          EventTime now = view == null ? EventTime.MIN : view.now();
          return known(counter)
              .thenCompose(
                  one -> {
                    taken.accept(one.name());
                    return reads
                        .windows(new Range(one, cover))
                        .thenCompose(found -> unlessDeleted(one, found));
                  })
              .thenApply(found -> protocol.windows(found.windows(), now));
        });
  }

  /**
   * Reads the series of a breakdown.
   *
   * @param taken told of the life in which this process knows the counter
   */
  CompletionStage<List<Count>> series(
      CounterName counter, int breakdown, boolean byCount, Consumer<CounterName> taken) {
    return asked(
        () ->
            known(counter)
                .thenCompose(
                    one -> {
                      taken.accept(one.name());
                      return reads
                          .series(new SeriesRange(one, breakdown, Map.of(), "", 1_000, byCount))
                          .thenApply(
                              found -> found.series().stream().map(Count.class::cast).toList())
                          .thenCompose(found -> unlessDeleted(one, found));
                    }));
  }

  /** Ranks all counters anew: by total counts, or by what they count in the last of some ranges. */
  CompletionStage<Ranking> ranking(List<Long> bounds) {
    return asked(
        () -> {
          Rankings rankings =
              new Rankings(
                  new RankingStores(
                      ranked.pages(),
                      ranked.slices(),
                      new DirectoryReads(ranked.directory(), machine),
                      ranked.names(),
                      Map.of()),
                  layout(Use.RANKING),
                  new RowShare(20_000).on(machine),
                  machine.clock(),
                  Duration.ZERO,
                  RANKING);
          rankings.onHorizon(view.horizon());
          return rankings.top(
              new Ranked(scenario.namespace(), NameRange.ALL, bounds, "", Ranking.MOST));
        });
  }

  CompletionStage<RecountReport> recount(CounterName counter) {
    return asked(
        () ->
            known(counter)
                .thenCompose(one -> reads.recount(new Recount(one, new UUID(0, ++recounts)))));
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
}
