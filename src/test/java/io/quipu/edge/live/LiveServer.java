package io.quipu.edge.live;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.edge.guard.body.ByteBudget;
import io.quipu.edge.guard.browser.Origins;
import io.quipu.edge.guard.connection.ConnectionMeters;
import io.quipu.edge.guard.connection.ConnectionSettings;
import io.quipu.edge.guard.connection.Connections;
import io.quipu.edge.guard.connection.PortSettings;
import io.quipu.edge.http.HttpDependencies;
import io.quipu.edge.http.HttpSettings;
import io.quipu.edge.http.HttpVerticle;
import io.quipu.edge.web.HttpMeters;
import io.quipu.engine.ingest.Append;
import io.quipu.engine.kind.TestKinds;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.live.LiveMeters;
import io.quipu.engine.live.RefreshSettings;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Layout;
import io.quipu.engine.state.Event;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.store.Site;
import io.quipu.engine.time.Clock;
import io.quipu.ops.trace.Tracing;
import io.quipu.service.ServiceSettings;
import io.quipu.service.access.AccessRules;
import io.quipu.service.bus.ContextScheduler;
import io.quipu.service.bus.LocalCodec;
import io.quipu.service.verticles.IngestVerticle;
import io.quipu.service.verticles.LiveVerticle;
import io.quipu.testing.dev.TestPatience;
import io.quipu.testing.sim.scripted.ScriptedEventDirectory;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** The HTTP and live verticles as they run in production, over {@link MemoryCounters}. */
final class LiveServer implements AutoCloseable {
  static final int HTTP_INSTANCES = 2;

  private static final Layout LAYOUT = new Layout(1, 1, 42, Duration.ofMinutes(1));

  final MemoryCounters counters;
  final MemoryNames names = new MemoryNames();
  final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  final ByteBudget budget;
  final Vertx vertx;
  private final List<HttpVerticle> http = new ArrayList<>();
  private final List<String> httpIds = new ArrayList<>();

  LiveServer(LiveSettings settings) {
    this(settings, 64 * 1024 * 1024);
  }

  /**
   * @param budgetBytes what it may hold for its clients
   */
  LiveServer(LiveSettings settings, long budgetBytes) {
    this(settings, budgetBytes, ConnectionSettings.of(1_000, 1_000, 1));
  }

  LiveServer(LiveSettings settings, long budgetBytes, ConnectionSettings connections) {
    this(settings, budgetBytes, connections, AccessRules.OPEN);
  }

  private LiveServer(
      LiveSettings settings, long budgetBytes, ConnectionSettings connections, AccessRules access) {
    budget = new ByteBudget(budgetBytes, registry);
    vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(4)
                .setBlockedThreadCheckInterval(200)
                .setMaxEventLoopExecuteTime(TimeUnit.SECONDS.toNanos(2)));
    LocalCodec.register(vertx.eventBus());
    LiveMeters meters = new LiveMeters(registry);
    counters = new MemoryCounters(vertx.eventBus());
    await(vertx.deployVerticle(new LiveVerticle(this::site, 1, RefreshSettings.DEFAULT, meters)));
    HttpDependencies dependencies =
        new HttpDependencies(
            new HttpSettings(
                new PortSettings("127.0.0.1", 0, Duration.ZERO, TestPatience.LIMIT, null),
                Duration.ofSeconds(10),
                Origins.OWN,
                false,
                ""),
            new ServiceSettings(
                TestKinds.TALLIES,
                1,
                1,
                LAYOUT,
                Clock.system(),
                Duration.ofSeconds(10),
                access,
                Tracing.NONE),
            new HttpMeters(registry),
            budget,
            new Connections(connections, new ConnectionMeters(registry)),
            List.of(LiveResource.factory(vertx, settings, meters, budget)));
    for (int i = 0; i < HTTP_INSTANCES; i++) {
      HttpVerticle instance = new HttpVerticle(dependencies);
      http.add(instance);
      httpIds.add(await(vertx.deployVerticle(instance)));
    }
  }

  private Site site(Context context) {
    CounterStores stores =
        new CounterStores(null, new ScriptedEventDirectory(), null, null, null, null, names, null);
    return new Site(stores, LAYOUT, Clock.system(), new ContextScheduler(context));
  }

  static LiveServer start() {
    return new LiveServer(LiveSettings.DEFAULT);
  }

  /** Whose callers have rates. */
  static LiveServer with(AccessRules access) {
    return new LiveServer(
        LiveSettings.DEFAULT, 64 * 1024 * 1024, ConnectionSettings.of(1_000, 1_000, 1), access);
  }

  /** Bounds that differ from test to test, and the usual paces of reading. */
  static LiveSettings settings(Duration ping, int connections, int subscriptions) {
    return new LiveSettings(
        ping, connections, subscriptions, 1_000, Duration.ofSeconds(10), Duration.ofSeconds(1));
  }

  /** A client that was greeted. */
  LiveClient connect() {
    LiveClient client = LiveClient.connect(uri("ws", "/v1/live"));
    client.next("hello");
    return client;
  }

  RawWebSocket connectRaw() {
    return new RawWebSocket(port(), "/v1/live");
  }

  int port() {
    return http.get(0).actualPort();
  }

  URI uri(String scheme, String path) {
    return URI.create(scheme + "://127.0.0.1:" + port() + path);
  }

  /** Records one event, acknowledged when it returns. */
  void record(CounterName counter, long delta) {
    Append append = new Append(counter, 1, List.of(new Event(delta, null)));
    RecordOutcome outcome =
        await(
            IngestVerticle.RECORD
                .instance(0)
                .request(vertx.eventBus(), append, Duration.ofSeconds(10)));
    if (!(outcome instanceof RecordOutcome.Recorded)) {
      throw new AssertionError(outcome);
    }
  }

  double gauge(String name) {
    return registry.get(name).gauge().value();
  }

  double webSockets() {
    return connections("websocket");
  }

  double streams() {
    return connections("sse");
  }

  private double connections(String transport) {
    return registry.get("quipu.live.connections").tag("transport", transport).gauge().value();
  }

  double subscriptions() {
    return gauge("quipu.live.subscriptions");
  }

  /** Nothing is left of a client that is gone. */
  void awaitNobody() {
    Awaitility.await().until(() -> webSockets() + streams() + subscriptions() == 0);
    Awaitility.await().until(() -> gauge("quipu.live.counters") == 0);
  }

  double counter(String name) {
    return registry.get(name).counter().count();
  }

  /** Stops the HTTP verticles and leaves the rest. */
  void stopHttp() {
    await(Future.all(httpIds.stream().map(vertx::undeploy).toList()));
    httpIds.clear();
  }

  @Override
  public void close() {
    await(vertx.close());
  }

  static <T> T await(Future<T> future) {
    return TestPatience.join(future.toCompletionStage());
  }
}
