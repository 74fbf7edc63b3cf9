package io.quipu;

import io.micrometer.core.instrument.FunctionCounter;
import io.quipu.edge.counters.CounterApi;
import io.quipu.edge.guard.body.ByteBudget;
import io.quipu.edge.guard.connection.ConnectionMeters;
import io.quipu.edge.guard.connection.ConnectionSettings;
import io.quipu.edge.guard.connection.Connections;
import io.quipu.edge.guard.connection.PortSettings;
import io.quipu.edge.guard.connection.ServerCertificate;
import io.quipu.edge.guard.connection.ServerVerticle;
import io.quipu.edge.http.CertificateVerticle;
import io.quipu.edge.http.HttpDependencies;
import io.quipu.edge.http.HttpSettings;
import io.quipu.edge.http.HttpVerticle;
import io.quipu.edge.http.ManagementVerticle;
import io.quipu.edge.http.OperationsResource;
import io.quipu.edge.live.LiveResource;
import io.quipu.edge.live.LiveSettings;
import io.quipu.edge.resp.Databases;
import io.quipu.edge.resp.Deadlines;
import io.quipu.edge.resp.RespDependencies;
import io.quipu.edge.resp.RespMeters;
import io.quipu.edge.resp.RespSettings;
import io.quipu.edge.resp.RespVerticle;
import io.quipu.edge.resp.counters.ScanCursors;
import io.quipu.edge.web.Admission;
import io.quipu.edge.web.HttpMeters;
import io.quipu.edge.web.Resource;
import io.quipu.ops.config.Config;
import io.quipu.ops.config.Config.HttpConfig;
import io.quipu.ops.config.RespConfig;
import io.quipu.service.ServiceSettings;
import io.quipu.service.access.AccessRules;
import io.quipu.service.rates.Prices;
import io.quipu.service.rates.RateLimits;
import io.quipu.service.verticles.Readiness;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes the verticles that listen on a port, and the verticle of the certificate of the ports. */
final class Listeners {
  private final Instance instance;
  private final Config config;
  private final @Nullable ServedCertificate certificate;
  private final HttpMeters httpMeters;
  private final ByteBudget budget;
  private final RateLimits rates;

  Listeners(Instance instance) {
    this.instance = instance;
    this.config = instance.config();
    this.certificate = instance.settings().certificate();
    this.httpMeters = new HttpMeters(instance.registry().meters());
    this.budget = ByteBudget.ofHeap(instance.registry().meters());
    this.rates =
        new RateLimits(
            config.auth().rate(),
            config.limits().namespaceRate(),
            config.limits().newCounters(),
            config.limits().newSeries(),
            instance.clock());
    FunctionCounter.builder("quipu.series.refused", rates, RateLimits::refusedSeries)
        .description("New series refused by QUIPU_NEW_SERIES, before anything was written")
        .register(instance.registry().meters());
  }

  private Connections connections(int total, int perAddress, ConnectionMeters.Port port) {
    return new Connections(
        ConnectionSettings.of(total, perAddress, instance.cores()),
        new ConnectionMeters(instance.registry().meters(), port));
  }

  /** The verticle that gives a changed certificate to the servers; null without TLS. */
  @Nullable CertificateVerticle certificate(Function<ServerCertificate, Future<?>> servers) {
    return certificate == null ? null : certificate.verticle(servers, instance.registry().meters());
  }

  /** The servers of the role http, one on each port for each core. */
  List<ServerVerticle> servers(Supplier<Future<Readiness>> readiness) {
    List<ServerVerticle> servers = new ArrayList<>();
    HttpDependencies http = http(readiness);
    RespDependencies resp = config.resp() == null ? null : resp(config.resp());
    for (int i = 0; i < instance.cores(); i++) {
      servers.add(new HttpVerticle(http));
      if (resp != null) {
        servers.add(new RespVerticle(resp));
      }
    }
    return servers;
  }

  private HttpDependencies http(Supplier<Future<Readiness>> readiness) {
    List<Function<CounterApi, Resource>> more = new ArrayList<>();
    more.add(
        LiveResource.factory(
            instance.vertx(), LiveSettings.DEFAULT, instance.liveMeters(), budget));
    if (!config.operations().hasManagementPort()) {
      more.add(api -> operations(readiness, api.access().ofAddress(Prices.METRICS)));
    }
    HttpConfig http = config.http();
    return new HttpDependencies(
        new HttpSettings(
            port(http.port(), true),
            http.requestTimeout(),
            instance.settings().origins(),
            http.http2ClearText(),
            http.countryHeader()),
        service(),
        httpMeters,
        budget,
        connections(http.connections(), http.connectionsPerAddress(), ConnectionMeters.Port.PUBLIC),
        more);
  }

  private ServiceSettings service() {
    return instance.service(new AccessRules(config.auth().method(), instance.keyOrigins(), rates));
  }

  /** The settings of a port. After the drain, half of the remaining time is for requests. */
  private PortSettings port(int port, boolean encrypted) {
    return new PortSettings(
        config.http().host(),
        port,
        config.drainDelay(),
        config.shutdownTimeout().minus(config.drainDelay()).dividedBy(2),
        encrypted && certificate != null ? certificate.first() : null);
  }

  private RespDependencies resp(RespConfig resp) {
    return new RespDependencies(
        new RespSettings(
            port(resp.port(), resp.tls()),
            new Databases(resp.databases()),
            Deadlines.of(resp.idle())),
        service(),
        budget,
        new RespMeters(instance.registry().meters()),
        connections(resp.connections(), resp.connectionsPerAddress(), ConnectionMeters.Port.RESP),
        new ScanCursors(),
        new AtomicLong());
  }

  private OperationsResource operations(Supplier<Future<Readiness>> readiness, Admission scraping) {
    return new OperationsResource(
        instance.vertx(), readiness, instance.registry()::scrape, scraping);
  }

  ManagementVerticle management(Supplier<Future<Readiness>> readiness) {
    HttpSettings settings =
        new HttpSettings(
            new PortSettings(
                config.http().host(),
                config.operations().managementPort(),
                Duration.ZERO,
                config.shutdownTimeout().dividedBy(2),
                null),
            config.http().requestTimeout(),
            instance.settings().origins(),
            false,
            "");
    int most = ManagementVerticle.CONNECTIONS;
    return new ManagementVerticle(
        settings,
        List.of(operations(readiness, Admission.OPEN)),
        instance.clock(),
        httpMeters,
        connections(most, most, ConnectionMeters.Port.MANAGEMENT));
  }
}
