package io.quipu.edge.http;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.edge.guard.ByteBudget;
import io.quipu.edge.guard.CertificateFiles;
import io.quipu.edge.guard.ConnectionMeters;
import io.quipu.edge.guard.ConnectionSettings;
import io.quipu.edge.guard.Connections;
import io.quipu.edge.guard.Origins;
import io.quipu.edge.guard.PublicHosts;
import io.quipu.edge.guard.ServerCertificate;
import io.quipu.edge.web.HttpMeters;
import io.quipu.engine.checkpoint.recount.RecountReport;
import io.quipu.engine.ingest.Append;
import io.quipu.engine.ingest.Reset;
import io.quipu.engine.kind.AcknowledgedEvents;
import io.quipu.engine.kind.Answer;
import io.quipu.engine.kind.RecordOutcome;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.TestKinds;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.Event;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.KnownCounter;
import io.quipu.engine.model.Layout;
import io.quipu.engine.model.Namespace;
import io.quipu.engine.model.Tally;
import io.quipu.engine.model.Window;
import io.quipu.engine.model.WindowCount;
import io.quipu.engine.namespace.NamespacePut;
import io.quipu.engine.namespace.Namespaces;
import io.quipu.engine.namespace.PutOutcome;
import io.quipu.engine.query.Count;
import io.quipu.engine.query.QueryMessages;
import io.quipu.engine.query.Verdict;
import io.quipu.engine.query.ranking.Ranked;
import io.quipu.engine.query.ranking.Ranking;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.ops.trace.Tracing;
import io.quipu.service.ServiceSettings;
import io.quipu.service.access.AccessRules;
import io.quipu.service.auth.Caller;
import io.quipu.service.auth.Credential;
import io.quipu.service.auth.KeyVerticle;
import io.quipu.service.bus.LocalCodec;
import io.quipu.service.verticles.IngestAddresses;
import io.quipu.service.verticles.NamespaceVerticle;
import io.quipu.service.verticles.QueryAddresses;
import io.quipu.service.verticles.RankingAddresses;
import io.quipu.service.verticles.Readiness;
import io.quipu.service.verticles.RecordAll;
import io.quipu.testing.sim.scripted.ScriptedNamespaceStore;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.eventbus.EventBus;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The HTTP verticles, two of them, on a real server over a real bus. What is behind the bus adds up
 * events in memory and can be told to answer otherwise.
 */
final class TestService implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(1);
  static final EventTime UNTIL = EventTime.of(java.time.Instant.parse("2026-01-01T12:00:00.123Z"));
  static final UUID AT = UNTIL.timeuuid(1, 2);
  static final int INSTANCES = 2;
  static final Layout LAYOUT = new Layout(4, 2, 42, Duration.ofMinutes(1));

  final Vertx vertx =
      Vertx.vertx(
          new VertxOptions()
              .setBlockedThreadCheckInterval(50)
              .setBlockedThreadCheckIntervalUnit(TimeUnit.MILLISECONDS)
              .setWarningExceptionTime(500)
              .setWarningExceptionTimeUnit(TimeUnit.MILLISECONDS));
  final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  final Map<String, Namespace> namespaces = new ConcurrentHashMap<>();
  final Map<CounterName, Tally> tallies = new ConcurrentHashMap<>();
  final ConcurrentLinkedQueue<Append> appends = new ConcurrentLinkedQueue<>();
  final ConcurrentLinkedQueue<Reset> resets = new ConcurrentLinkedQueue<>();
  final ConcurrentLinkedQueue<QueryMessages.Range> ranges = new ConcurrentLinkedQueue<>();
  final ConcurrentLinkedQueue<AcknowledgedEvents> confirmed = new ConcurrentLinkedQueue<>();
  final ConcurrentLinkedQueue<QueryMessages.Recount> recounts = new ConcurrentLinkedQueue<>();
  final ConcurrentLinkedQueue<KnownCounter> counted = new ConcurrentLinkedQueue<>();
  final ConcurrentLinkedQueue<QueryMessages.Page> listed = new ConcurrentLinkedQueue<>();
  final ConcurrentLinkedQueue<UUID> withdrawn = new ConcurrentLinkedQueue<>();
  final AtomicInteger finds = new AtomicInteger();

  volatile Function<Append, CompletionStage<RecordOutcome>> onAppend = this::add;
  volatile Function<Reset, CompletionStage<RecordOutcome>> onReset = this::reset;
  volatile Function<CounterName, CompletionStage<Count>> onCount =
      counter -> CompletableFuture.completedFuture(count(counter));
  volatile Function<String, CompletionStage<Optional<Namespace>>> onFind = this::find;
  volatile Function<NamespacePut, CompletionStage<PutOutcome>> onPut = this::put;
  volatile Function<AcknowledgedEvents, CompletionStage<QueryMessages.Verdicts>> onVerdicts =
      this::verdicts;
  volatile Function<CounterName, CompletionStage<RecountReport>> onRecount = this::recount;
  volatile Function<Ranked, CompletionStage<Ranking>> onRanking =
      ranked -> CompletableFuture.completedFuture(new Ranking(List.of(), 0, Tally.ZERO, UNTIL));
  volatile Function<Credential, CompletionStage<Optional<Caller>>> onKey =
      shown -> CompletableFuture.completedFuture(Optional.empty());
  volatile Readiness readiness = new Readiness(List.of(new Readiness.Check("store", true, "")));

  final ByteBudget budget;
  private final List<HttpVerticle> verticles = new ArrayList<>();
  private final ServerCertificate certificate;
  private String deployment = "";

  /** What differs from the usual. */
  static final class Options {
    Origins origins = new Origins(new PublicHosts.Loopback(), Set.of());
    long budgetBytes = 32 * 1024 * 1024;
    Duration patience = PATIENCE;
    Duration drainDelay = Duration.ZERO;
    ConnectionSettings connections = ConnectionSettings.of(10_000, 10_000, 1);
    boolean http2ClearText;
    AccessRules access = AccessRules.OPEN;
    ServerCertificate certificate;
  }

  TestService() {
    this(usual -> {});
  }

  TestService(Consumer<Options> change) {
    Options options = new Options();
    change.accept(options);
    this.certificate = options.certificate;
    budget = new ByteBudget(options.budgetBytes, registry);
    namespaces.put("default", Namespace.DEFAULT);
    EventBus bus = vertx.eventBus();
    LocalCodec.register(bus);
    for (int i = 0; i < INSTANCES; i++) {
      IngestAddresses.RECORD.instance(i).serve(bus, this::recorded);
      IngestAddresses.RECORD_ALL.instance(i).serve(bus, this::appendAll);
      QueryAddresses.COUNT.instance(i).serve(bus, this::answer);
      QueryAddresses.COUNTS.instance(i).serve(bus, this::counts);
      QueryAddresses.WINDOWS.instance(i).serve(bus, this::windows);
    }
    QueryAddresses.LIST.serve(bus, this::list);
    RankingAddresses.RANKING.serve(bus, ranked -> onRanking.apply(ranked));
    QueryAddresses.VERDICTS.serve(bus, recorded -> onVerdicts.apply(recorded));
    QueryAddresses.RECOUNT.serve(
        bus,
        asked -> {
          recounts.add(asked);
          return onRecount.apply(asked.counter().name());
        });
    QueryAddresses.WITHDRAWN_RECOUNTS.hear(bus, withdrawn::add);
    KeyVerticle.FIND.serve(bus, shown -> onKey.apply(shown));
    NamespaceVerticle.FIND.serve(bus, name -> onFind.apply(name));
    NamespaceVerticle.LIST.serve(bus, this::listNamespaces);
    NamespaceVerticle.PUT.serve(bus, wanted -> onPut.apply(wanted));
    deploy(options);
  }

  private void deploy(Options options) {
    HttpSettings settings =
        new HttpSettings(
            "127.0.0.1",
            0,
            options.patience,
            options.drainDelay,
            Duration.ofSeconds(5),
            options.origins,
            options.http2ClearText,
            options.certificate);
    HttpDependencies dependencies =
        new HttpDependencies(
            settings,
            new ServiceSettings(
                TestKinds.TALLIES,
                INSTANCES,
                INSTANCES,
                LAYOUT,
                Clock.system(),
                options.patience,
                options.access,
                Tracing.NONE),
            new HttpMeters(registry),
            budget,
            new Connections(options.connections, new ConnectionMeters(registry)),
            List.of(api -> operations()));
    deployment =
        vertx
            .deployVerticle(
                () -> {
                  HttpVerticle verticle = new HttpVerticle(dependencies);
                  verticles.add(verticle);
                  return verticle;
                },
                new DeploymentOptions().setInstances(INSTANCES))
            .await();
  }

  /** With the usual patience, and a budget of so many bytes for its callers. */
  static TestService holding(long budgetBytes) {
    return new TestService(
        options -> {
          options.budgetBytes = budgetBytes;
          options.patience = Duration.ofSeconds(10);
        });
  }

  /** For those who run the service, on whichever port. */
  OperationsResource operations() {
    return new OperationsResource(
        vertx, () -> Future.succeededFuture(readiness), () -> "quipu_test 1\n");
  }

  URI base() {
    String scheme = certificate == null ? "http" : "https";
    return URI.create(scheme + "://127.0.0.1:" + verticles.get(0).actualPort());
  }

  /** Keeps looking at the files of the certificate. */
  void follow(CertificateFiles files, Duration pause) {
    CertificateVerticle verticle =
        new CertificateVerticle(
            files,
            certificate,
            verticles.get(0)::serve,
            new CertificateMeters(registry, certificate.end()),
            pause);
    vertx.deployVerticle(verticle).await();
  }

  List<Integer> ports() {
    return verticles.stream().map(HttpVerticle::actualPort).toList();
  }

  /** Stops the HTTP verticles only. */
  CompletableFuture<Void> undeploy() {
    return vertx.undeploy(deployment).toCompletionStage().toCompletableFuture();
  }

  CompletionStage<RecordOutcome> add(Append append) {
    appends.add(append);
    for (Event event : append.events()) {
      tallies.merge(append.counter(), Tally.of(event.delta(), 1), Tally::plus);
    }
    return CompletableFuture.completedFuture(
        append.rowsWanted()
            ? new RecordOutcome.Recorded(AT, rows(append.events().size()))
            : new RecordOutcome.Recorded(AT));
  }

  private CompletionStage<RecordOutcome> reset(Reset reset) {
    resets.add(reset);
    tallies.remove(reset.counter());
    return CompletableFuture.completedFuture(new RecordOutcome.Recorded(AT));
  }

  /** So many rows, each a tick before the next; the last is {@link #AT}. */
  static List<UUID> rows(int events) {
    return IntStream.range(0, events)
        .mapToObj(i -> new EventTime(UNTIL.ticks() - (events - 1 - i)).timeuuid(1, 2))
        .toList();
  }

  /** The first event of an id counts, and every one without. */
  private CompletionStage<QueryMessages.Verdicts> verdicts(AcknowledgedEvents recorded) {
    confirmed.add(recorded);
    Set<String> seen = new HashSet<>();
    return CompletableFuture.completedFuture(
        new QueryMessages.Verdicts(
            recorded.ids().stream()
                .map(id -> id == null || seen.add(id) ? Verdict.COUNTED : Verdict.DUPLICATE)
                .toList()));
  }

  private CompletionStage<RecountReport> recount(CounterName counter) {
    BigInteger count = count(counter).total().count();
    return CompletableFuture.completedFuture(new RecountReport(count, count, 3, true));
  }

  private CompletionStage<RecordOutcome> recorded(Recording some) {
    return some instanceof Reset reset ? onReset.apply(reset) : onAppend.apply((Append) some);
  }

  private CompletionStage<RecordAll.Outcomes> appendAll(RecordAll all) {
    List<CompletableFuture<RecordOutcome>> each =
        all.recordings().stream().map(some -> recorded(some).toCompletableFuture()).toList();
    return CompletableFuture.allOf(each.toArray(CompletableFuture<?>[]::new))
        .thenApply(
            done -> new RecordAll.Outcomes(each.stream().map(CompletableFuture::join).toList()));
  }

  Count count(CounterName counter) {
    return new Count(counter, Tally.ZERO, EventTime.MIN, tallies.getOrDefault(counter, Tally.ZERO));
  }

  private CompletionStage<Answer> answer(KnownCounter counter) {
    counted.add(counter);
    return onCount.apply(counter.name()).thenApply(count -> count);
  }

  private CompletionStage<QueryMessages.Counts> counts(QueryMessages.Names names) {
    List<CompletableFuture<Answer>> each =
        names.counters().stream().map(counter -> answer(counter).toCompletableFuture()).toList();
    return CompletableFuture.allOf(each.toArray(CompletableFuture<?>[]::new))
        .thenApply(
            done -> new QueryMessages.Counts(each.stream().map(CompletableFuture::join).toList()));
  }

  private CompletionStage<QueryMessages.WindowCounts> windows(QueryMessages.Range range) {
    ranges.add(range);
    List<WindowCount> windows = new ArrayList<>();
    for (Window window = range.first();
        window.startSecond() <= range.last().startSecond();
        window = window.next()) {
      windows.add(new WindowCount(window, Tally.of(7, 7), true));
    }
    return CompletableFuture.completedFuture(new QueryMessages.WindowCounts(windows));
  }

  private CompletionStage<QueryMessages.Listing> list(QueryMessages.Page page) {
    listed.add(page);
    return CompletableFuture.completedFuture(
        new QueryMessages.Listing(
            tallies.entrySet().stream()
                .filter(entry -> entry.getKey().namespace().equals(page.namespace()))
                .filter(entry -> page.names().contains(entry.getKey().name()))
                .sorted(Map.Entry.comparingByKey(Comparator.comparing(CounterName::name)))
                .limit(page.limit())
                .map(
                    entry ->
                        new QueryMessages.SettledCounter(entry.getKey(), entry.getValue(), UNTIL))
                .toList()));
  }

  private CompletionStage<NamespaceVerticle.Listing> listNamespaces(NamespaceVerticle.Page page) {
    return CompletableFuture.completedFuture(
        new NamespaceVerticle.Listing(
            namespaces.values().stream()
                .map(NamespaceStore.Listed::of)
                .filter(one -> one.name().compareTo(page.after()) > 0)
                .sorted(Comparator.comparing(NamespaceStore.Listed::name))
                .limit(page.limit())
                .toList()));
  }

  private CompletionStage<Optional<Namespace>> find(String name) {
    finds.incrementAndGet();
    return CompletableFuture.completedFuture(Optional.ofNullable(namespaces.get(name)));
  }

  /** As the real one decides, over a store that forgets what it is told after the answer. */
  private CompletionStage<PutOutcome> put(NamespacePut wanted) {
    ScriptedNamespaceStore store = new ScriptedNamespaceStore();
    String name = wanted.change().name();
    Optional.ofNullable(namespaces.get(name)).ifPresent(store::created);
    return new Namespaces(store, TestKinds.TALLIES, new HandDrivenTime(), 1_000)
        .put(wanted)
        .whenComplete(
            (done, failure) -> store.stored(name).ifPresent(now -> namespaces.put(name, now)));
  }

  double openConnections() {
    return registry.get("quipu.http.connections").gauge().value();
  }

  double refusedConnections(String bound) {
    return counter("quipu.http.connections.refused", "bound", bound);
  }

  double cut(String reason) {
    return counter("quipu.http.connections.cut", "reason", reason);
  }

  double counter(String name, String tag, String value) {
    return registry.get(name).tag(tag, value).counter().count();
  }

  /** A connection whose kernel takes next to nothing of what is answered. */
  Socket narrow() throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(2_048);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), base().getPort()));
    return socket;
  }

  void exists(String namespace) {
    namespaces.put(namespace, Namespace.of(namespace, "event"));
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
