package io.quipu.edge.http;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.edge.counters.MemoryEngine;
import io.quipu.edge.guard.body.ByteBudget;
import io.quipu.edge.guard.browser.Origins;
import io.quipu.edge.guard.browser.PublicHosts;
import io.quipu.edge.guard.connection.CertificateFiles;
import io.quipu.edge.guard.connection.ConnectionMeters;
import io.quipu.edge.guard.connection.ConnectionSettings;
import io.quipu.edge.guard.connection.Connections;
import io.quipu.edge.guard.connection.PortSettings;
import io.quipu.edge.guard.connection.ServerCertificate;
import io.quipu.edge.web.Admission;
import io.quipu.edge.web.HttpMeters;
import io.quipu.engine.kind.TestKinds;
import io.quipu.engine.names.Layout;
import io.quipu.engine.time.Clock;
import io.quipu.ops.trace.Tracing;
import io.quipu.service.ServiceSettings;
import io.quipu.service.access.AccessRules;
import io.quipu.service.bus.LocalCodec;
import io.quipu.service.rates.Prices;
import io.quipu.service.verticles.Readiness;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The HTTP verticles, two of them, on a real server over a real bus. */
final class TestService extends MemoryEngine implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(1);
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
  volatile Readiness readiness =
      new Readiness(
          List.of(
              new Readiness.Check("cassandra", true, ""), new Readiness.Check("lease", true, "")));

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
    String countryHeader = "";
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
    LocalCodec.register(vertx.eventBus());
    serve(vertx.eventBus(), INSTANCES);
    deploy(options);
  }

  private void deploy(Options options) {
    HttpSettings settings =
        new HttpSettings(
            new PortSettings(
                "127.0.0.1", 0, options.drainDelay, Duration.ofSeconds(5), options.certificate),
            options.patience,
            options.origins,
            options.http2ClearText,
            options.countryHeader);
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
            List.of(api -> operations(api.access().ofAddress(Prices.METRICS))));
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
    looked(vertx.eventBus(), UNTIL);
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
    return operations(Admission.OPEN);
  }

  private OperationsResource operations(Admission scraping) {
    return new OperationsResource(
        vertx, () -> Future.succeededFuture(readiness), () -> "quipu_test 1\n", scraping);
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

  @Override
  public void close() {
    vertx.close().await();
  }
}
