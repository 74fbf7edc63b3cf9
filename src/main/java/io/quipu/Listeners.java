package io.quipu;

import io.micrometer.core.instrument.FunctionCounter;
import io.quipu.edge.counters.CounterApi;
import io.quipu.edge.guard.body.ByteBudget;
import io.quipu.edge.guard.connection.ConnectionMeters;
import io.quipu.edge.guard.connection.ConnectionSettings;
import io.quipu.edge.guard.connection.Connections;
import io.quipu.edge.guard.connection.PortSettings;
import io.quipu.edge.guard.connection.ServerCertificate;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes the verticles that listen on a port, and the verticle of the certificate of the ports. */
final class Listeners {
  private final Instance instance;
  private final Config config;
  private final @Nullable ServedCertificate certificate;
  private final HttpMeters httpMeters;
  private final Connections connections;
  private final ByteBudget budget;
  private final RateLimits rates;

  Listeners(Instance instance) {
    this.instance = instance;
    this.config = instance.config();
    this.certificate = instance.settings().certificate();
    this.httpMeters = new HttpMeters(instance.registry().meters());
    this.connections =
        new Connections(
            ConnectionSettings.of(
                config.http().connections(),
                config.http().connectionsPerAddress(),
                instance.cores()),
            new ConnectionMeters(instance.registry().meters()));
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

  /** The verticle that gives a changed certificate to the servers; null without TLS. */
  @Nullable CertificateVerticle certificate(Function<ServerCertificate, Future<?>> servers) {
    return certificate == null ? null : certificate.verticle(servers, instance.registry().meters());
  }

  /** Tells if the port of Redis clients uses the certificate, too. */
  boolean encryptsResp() {
    RespConfig resp = config.resp();
    return resp != null && resp.tls();
  }

  HttpVerticle http(Supplier<Future<Readiness>> readiness) {
    List<Function<CounterApi, Resource>> more = new ArrayList<>();
    more.add(
        LiveResource.factory(
            instance.vertx(), LiveSettings.DEFAULT, instance.liveMeters(), budget));
    if (!config.operations().hasManagementPort()) {
      more.add(api -> operations(readiness, api.access().ofAddress(Prices.METRICS)));
    }
    return new HttpVerticle(http(more));
  }

  private HttpDependencies http(List<Function<CounterApi, Resource>> more) {
    HttpSettings settings =
        new HttpSettings(
            port(config.http().port(), true),
            config.http().requestTimeout(),
            instance.settings().origins(),
            config.http().http2ClearText());
    return new HttpDependencies(settings, service(), httpMeters, budget, connections, more);
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

  /** The verticles that serve Redis clients; empty if no port for Redis is configured. */
  List<RespVerticle> resp() {
    RespConfig resp = config.resp();
    if (resp == null) {
      return List.of();
    }
    RespSettings settings =
        new RespSettings(
            port(resp.port(), resp.tls()),
            new Databases(resp.databases()),
            Deadlines.of(resp.idle()));
    RespDependencies shared =
        new RespDependencies(
            settings,
            service(),
            budget,
            new RespMeters(instance.registry().meters()),
            new Connections(
                ConnectionSettings.of(
                    resp.connections(), resp.connectionsPerAddress(), instance.cores()),
                new ConnectionMeters(instance.registry().meters(), ConnectionMeters.Port.RESP)),
            new ScanCursors(),
            new AtomicLong());
    return Stream.generate(() -> new RespVerticle(shared)).limit(instance.cores()).toList();
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
            false);
    int most = ManagementVerticle.CONNECTIONS;
    return new ManagementVerticle(
        settings,
        List.of(operations(readiness, Admission.OPEN)),
        instance.clock(),
        httpMeters,
        new Connections(
            ConnectionSettings.of(most, most, instance.cores()),
            new ConnectionMeters(instance.registry().meters(), ConnectionMeters.Port.MANAGEMENT)));
  }
}
