package io.quipu;

import io.quipu.cassandra.CassandraStores;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.edge.guard.connection.ServerCertificate;
import io.quipu.edge.guard.connection.ServerVerticle;
import io.quipu.engine.time.Clock;
import io.quipu.ops.config.Config;
import io.quipu.ops.config.Roles;
import io.quipu.ops.config.TracesConfig;
import io.quipu.ops.metrics.Registry;
import io.quipu.ops.opentelemetry.OpenTelemetryTracing;
import io.quipu.ops.trace.Tracing;
import io.quipu.service.bus.LocalCodec;
import io.quipu.service.verticles.HealthVerticle;
import io.quipu.service.verticles.Readiness;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.micrometer.MetricsDomain;
import io.vertx.micrometer.MicrometerMetricsFactory;
import io.vertx.micrometer.MicrometerMetricsOptions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One running instance of the service: its connection to Cassandra, its verticles and their order.
 * Several instances can run in one JVM.
 */
public final class Quipu {
  private static final Logger log = LoggerFactory.getLogger(Quipu.class);
  private static final Duration HEALTH_TIMEOUT = Duration.ofSeconds(3);
  private static final long READY_CHECK_MILLIS = 50;

  /**
   * The metrics of Vert.x. The event bus is local, so meters of its messages would tell nothing
   * new. Quipu has its own meters of requests, which cost a tenth of the meters of Vert.x.
   */
  private static final MicrometerMetricsOptions METRICS =
      new MicrometerMetricsOptions()
          .setEnabled(true)
          .addDisabledMetricsCategory(MetricsDomain.EVENT_BUS)
          .addDisabledMetricsCategory(MetricsDomain.HTTP_CLIENT)
          .addDisabledMetricsCategory(MetricsDomain.HTTP_SERVER)
          .addDisabledMetricsCategory(MetricsDomain.NET_SERVER);

  private final Config config;
  private final CassandraSession session;
  private final Registry registry;
  private final Tracing tracing;
  private final Vertx vertx;
  private final Verticles verticles;
  private final Listeners listeners;
  private final int cores;
  private final AtomicBoolean stopping = new AtomicBoolean();

  /** The ids of deployed verticles in the order of undeployment: the last group comes first. */
  private final Deque<List<String>> deployed = new ArrayDeque<>();

  /** The ports that are listened on, by their environment variables. */
  private final Map<String, Integer> ports = new ConcurrentHashMap<>();

  /** A server of each port with TLS. */
  private final Map<String, ServerVerticle> encrypted = new ConcurrentHashMap<>();

  private volatile boolean serving;

  private Quipu(
      Config config,
      RoomSettings settings,
      Vertx vertx,
      Registry registry,
      Tracing tracing,
      CassandraSession session,
      Clock clock) {
    this.config = config;
    this.vertx = vertx;
    this.registry = registry;
    this.tracing = tracing;
    this.session = session;
    Instance instance = Instance.of(config, settings, vertx, session, registry, clock, tracing);
    this.cores = instance.cores();
    this.verticles = new Verticles(instance);
    this.listeners = new Listeners(instance);
    LocalCodec.register(vertx.eventBus());
  }

  /**
   * Connects to Cassandra, which blocks the calling thread, and starts the verticles. The future
   * completes when the instance is ready. If a verticle cannot start, the future fails after the
   * instance has stopped.
   *
   * @throws io.quipu.cassandra.driver.CassandraUnusable if Cassandra or the keyspace cannot be used
   * @throws io.quipu.ops.config.InvalidConfiguration if a text of the configuration is not allowed
   */
  public static Future<Quipu> start(Config config, VertxOptions options, Clock clock) {
    Quipu quipu = connect(config, options, clock);
    return quipu
        .deploy()
        .compose(deployed -> quipu.awaitReady())
        .map(quipu)
        .recover(failure -> quipu.stop().transform(stopped -> Future.failedFuture(failure)));
  }

  private static Quipu connect(Config config, VertxOptions options, Clock clock) {
    RoomSettings settings = RoomSettings.of(config);
    Registry registry = new Registry();
    Tracing tracing = tracing(config, registry);
    Vertx vertx =
        Vertx.builder()
            .with(options.setMetricsOptions(METRICS).setPreferNativeTransport(true))
            .withMetrics(new MicrometerMetricsFactory(registry.meters()))
            .build();
    try {
      CassandraSession session =
          CassandraStores.open(vertx, config.cassandra(), Kinds.STATEMENTS, registry.meters());
      return new Quipu(config, settings, vertx, registry, tracing, session, clock);
    } catch (RuntimeException e) {
      tracing.close();
      vertx.close().onComplete(closed -> registry.close());
      throw e;
    }
  }

  /** Opens the tracing. If no endpoint is configured, no class of OpenTelemetry is loaded. */
  private static Tracing tracing(Config config, Registry registry) {
    TracesConfig traces = config.operations().traces();
    return traces == null ? Tracing.NONE : OpenTelemetryTracing.open(traces, registry.meters());
  }

  /** The port of the HTTP API; 0 if this instance does not serve the API. */
  public int port() {
    return ports.getOrDefault("QUIPU_HTTP_PORT", 0);
  }

  /** The port of Redis clients; 0 if this instance serves no Redis clients. */
  public int respPort() {
    return ports.getOrDefault("QUIPU_RESP_PORT", 0);
  }

  /** The management port, for health and metrics; 0 if none is configured. */
  public int managementPort() {
    return ports.getOrDefault("QUIPU_MANAGEMENT_PORT", 0);
  }

  /**
   * Deploys the verticles. The management port starts first and stops last, so that health and
   * metrics can be read while all other verticles start and stop.
   */
  private Future<Void> deploy() {
    Roles roles = config.roles();
    Future<Void> done =
        management()
            .compose(next -> one(verticles.health(), true))
            .compose(next -> one(verticles.dailyLook(), true))
            .compose(next -> one(verticles.namespaces(), true))
            .compose(next -> optional(verticles.keys()))
            .compose(next -> optional(verticles.tokens()))
            .compose(next -> each(verticles::query))
            .compose(next -> one(verticles.ranking(), roles.serves()))
            .compose(next -> one(verticles.writer(), true))
            .compose(next -> one(verticles.checkpoint(), roles.settles()))
            .compose(next -> each(verticles::ingest))
            .compose(next -> one(verticles.live(), roles.serves()))
            .compose(next -> optional(verticles.countMetrics()));
    return done.compose(next -> roles.serves() ? http() : Future.succeededFuture())
        .compose(next -> optional(verticles.kafka()))
        .onSuccess(all -> serving = true);
  }

  private Future<Void> one(Deployable verticle, boolean wanted) {
    return wanted ? deployAll(List.of(verticle)) : Future.succeededFuture();
  }

  private Future<Void> optional(@Nullable Deployable verticle) {
    return verticle == null ? Future.succeededFuture() : deployAll(List.of(verticle));
  }

  private Future<Void> each(IntFunction<Deployable> make) {
    if (!config.roles().serves()) {
      return Future.succeededFuture();
    }
    List<Deployable> instances = new ArrayList<>();
    for (int i = 0; i < cores; i++) {
      instances.add(make.apply(i));
    }
    return deployAll(instances);
  }

  private Future<Void> management() {
    return config.operations().hasManagementPort()
        ? one(listeners.management(this::readiness), true)
        : Future.succeededFuture();
  }

  private Future<Void> http() {
    // Deployed together, so that all servers drain at the same time when they stop.
    return deployAll(listeners.servers(this::readiness))
        .onSuccess(
            listening -> {
              if (respPort() > 0) {
                log.info("Redis clients are served on port {}", respPort());
              }
            })
        .compose(listening -> optional(listeners.certificate(this::serve)));
  }

  private Future<?> serve(ServerCertificate certificate) {
    return Future.join(
        encrypted.values().stream().map(server -> server.serve(certificate)).toList());
  }

  private Future<Void> deployAll(List<? extends Deployable> instances) {
    List<Future<String>> deployments = new ArrayList<>();
    for (Deployable instance : instances) {
      deployments.add(vertx.deployVerticle(instance));
    }
    return Future.all(deployments)
        .onSuccess(all -> deployed.addFirst(deployments.stream().map(Future::result).toList()))
        .onSuccess(all -> instances.forEach(this::note))
        .mapEmpty();
  }

  private void note(Deployable started) {
    if (started instanceof ServerVerticle server) {
      ports.put(server.variable(), server.actualPort());
      if (server.isEncrypted()) {
        encrypted.put(server.variable(), server);
      }
    }
  }

  private Future<Readiness> readiness() {
    if (stopping.get()) {
      return notRunning("This instance is stopping.");
    }
    if (!serving) {
      return notRunning("This instance is starting.");
    }
    return HealthVerticle.CHECK.request(vertx.eventBus(), "readyz", HEALTH_TIMEOUT);
  }

  private static Future<Readiness> notRunning(String complaint) {
    return Future.succeededFuture(
        new Readiness(List.of(new Readiness.Check("running", false, complaint))));
  }

  private Future<Void> awaitReady() {
    Promise<Void> ready = Promise.promise();
    checkReady(ready);
    return ready.future();
  }

  private void checkReady(Promise<Void> ready) {
    readiness()
        .onComplete(
            found -> {
              if (stopping.get() || (found.succeeded() && found.result().isReady())) {
                ready.complete();
              } else {
                vertx.setTimer(READY_CHECK_MILLIS, again -> checkReady(ready));
              }
            });
  }

  /**
   * Stops in this order: the instance is no longer ready, new requests are refused, requests in
   * flight finish, queues are flushed, the writer retires, the connection to Cassandra closes,
   * spans are sent, Vert.x closes. If a step fails, the later steps follow all the same. The future
   * completes after all steps; on a further call, the future is complete at once.
   */
  public Future<Void> stop() {
    if (!stopping.compareAndSet(false, true)) {
      return Future.succeededFuture();
    }
    return undeployAll()
        .transform(undeployed -> session.close())
        .transform(disconnected -> Future.fromCompletionStage(tracing.close()))
        .transform(recorded -> vertx.close())
        .onComplete(closed -> registry.close());
  }

  private Future<Void> undeployAll() {
    List<String> next = deployed.pollFirst();
    if (next == null) {
      return Future.succeededFuture();
    }
    List<Future<Void>> undeployed = next.stream().map(vertx::undeploy).toList();
    return Future.join(undeployed)
        .onFailure(failure -> log.warn("A part did not stop cleanly: {}", failure.toString()))
        .transform(all -> undeployAll());
  }
}
