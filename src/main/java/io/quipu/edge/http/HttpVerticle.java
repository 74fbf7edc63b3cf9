package io.quipu.edge.http;

import io.quipu.edge.counters.CounterApi;
import io.quipu.edge.counters.RouteAccess;
import io.quipu.edge.guard.BrowserGuard;
import io.quipu.edge.guard.ConnectionGuard;
import io.quipu.edge.guard.InvalidRequests;
import io.quipu.edge.guard.LargeHttp2Headers;
import io.quipu.edge.guard.ServerCertificate;
import io.quipu.edge.guard.TlsOptions;
import io.quipu.edge.guard.UnusablePort;
import io.quipu.edge.web.Cors;
import io.quipu.edge.web.Resource;
import io.quipu.edge.web.ResponseWriters;
import io.quipu.edge.web.Routes;
import io.quipu.edge.web.StaticFiles;
import io.quipu.engine.model.Limits;
import io.quipu.service.CounterService;
import io.quipu.service.ReadService;
import io.quipu.service.access.AccessRules;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Serves the HTTP API: one instance for each core, all of them on one port.
 *
 * <p>Stopping it takes two steps. While it drains, it accepts connections and serves requests as
 * before, since whoever spreads requests over instances learns only now that this one ends; each
 * response says that it is the last on its connection, so that a client need not find out by a
 * reset. After that it stops accepting, closes idle connections and lets requests in flight finish.
 */
public final class HttpVerticle extends VerticleBase {
  /** Vert.x's way to say: any free port, the same for all instances. */
  private static final int SHARED_FREE_PORT = -1;

  private static final int IDLE_SECONDS = 60;

  /** How many times as long as a request the body of one may take to arrive. */
  private static final int BODY_TIMEOUTS = 3;

  private static final String SUBPROTOCOL = "quipu.v1.json";

  private final HttpDependencies dependencies;
  private @Nullable ResponseWriters writers;
  private @Nullable HttpServer server;

  public HttpVerticle(HttpDependencies dependencies) {
    this.dependencies = dependencies;
  }

  @Override
  public Future<?> start() {
    ResponseWriters made =
        new ResponseWriters(
            vertx,
            dependencies.service().clock(),
            dependencies.meters(),
            dependencies.budget(),
            dependencies.service().tracing());
    HttpServerOptions options = options();
    ConnectionGuard guard =
        new ConnectionGuard(
            dependencies.connections(),
            dependencies.service().clock(),
            options,
            dependencies.budget());
    guard.start(vertx);
    HttpServer listening =
        vertx
            .createHttpServer(options)
            .connectionHandler(guard)
            .invalidRequestHandler(new InvalidRequests(made))
            .requestHandler(requests(made));
    writers = made;
    server = listening;
    HttpSettings settings = dependencies.settings();
    return UnusablePort.named(
        listening.listen(), "QUIPU_HTTP_PORT", settings.port(), settings.host());
  }

  @Override
  public Future<?> stop() {
    HttpServer listening = server;
    if (writers != null) {
      writers.stop();
    }
    if (listening == null) {
      return Future.succeededFuture();
    }
    HttpSettings settings = dependencies.settings();
    return drain(settings.drainDelay())
        .compose(
            drained ->
                listening.shutdown(settings.shutdownTimeout().toMillis(), TimeUnit.MILLISECONDS));
  }

  private Future<?> drain(Duration delay) {
    return delay.isZero()
        ? Future.succeededFuture()
        : vertx.timer(delay.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Has another certificate served by all instances on this port, to new connections. */
  public Future<?> serve(ServerCertificate certificate) {
    HttpServer listening = server;
    return listening == null
        ? Future.failedFuture("not started")
        : listening.updateSSLOptions(TlsOptions.with(certificate));
  }

  /** The port that it listens on, once started. */
  public int actualPort() {
    HttpServer listening = server;
    if (listening == null) {
      throw new IllegalStateException("not started");
    }
    return listening.actualPort();
  }

  private Handler<HttpServerRequest> requests(ResponseWriters made) {
    HttpSettings settings = dependencies.settings();
    AccessRules access = dependencies.service().access();
    Handler<HttpServerRequest> router =
        new BrowserGuard(settings.origins(), access.origins()::include, made, router(made));
    return settings.http2ClearText() ? new LargeHttp2Headers(made, router) : router;
  }

  /** Handlers for every request have their place before all resources. */
  private Router router(ResponseWriters made) {
    HttpSettings settings = dependencies.settings();
    CounterService service = new CounterService(context, dependencies.service());
    CounterApi api = new CounterApi(service, new RouteAccess(service.access(), settings.origins()));
    Routes routes =
        new Routes(
            vertx,
            made,
            dependencies.meters(),
            settings.requestTimeout().multipliedBy(BODY_TIMEOUTS));
    if (!settings.origins().allowed().isEmpty()
        || dependencies.service().access().proof() == AccessRules.Proof.KEY) {
      routes.before(new Cors());
    }
    for (Resource resource : own(api)) {
      resource.mount(routes);
    }
    for (Function<CounterApi, Resource> more : dependencies.more()) {
      more.apply(api).mount(routes);
    }
    return routes.complete();
  }

  private List<Resource> own(CounterApi api) {
    StaticFiles files = new StaticFiles(vertx);
    return List.of(
        new RecordResource(api),
        new RecordManyResource(api),
        // Before the counter that has its name.
        new TopResource(api),
        new CountResource(api),
        new BadgeResource(api),
        new CountsResource(api),
        new WindowsResource(api),
        new ListResource(api),
        new ResetResource(api),
        new RecountResource(api),
        new NamespacesResource(api),
        new NamespaceResource(api),
        new KeysResource(api),
        new ProblemsResource(),
        new EmbedResource(api, files),
        new StaticResource(files));
  }

  /** A connection that waits for an answer counts as idle, and a recount waits longest. */
  private static int idleSeconds(HttpSettings settings) {
    long longest = settings.requestTimeout().toSeconds() * (ReadService.RECOUNT_TIMEOUTS + 1);
    return (int) Math.max(IDLE_SECONDS, longest);
  }

  private HttpServerOptions options() {
    HttpSettings settings = dependencies.settings();
    HttpServerOptions options = new HttpServerOptions();
    options.getInitialSettings().setMaxHeaderListSize(LargeHttp2Headers.READ_BYTES);
    ServerCertificate certificate = settings.certificate();
    if (certificate != null) {
      TlsOptions.apply(options, certificate, dependencies.connections());
    }
    return options
        .setHost(settings.host())
        .setPort(settings.port() == 0 ? SHARED_FREE_PORT : settings.port())
        .setMaxInitialLineLength(InvalidRequests.LINE_BYTES)
        .setMaxHeaderSize(InvalidRequests.HEADER_BYTES)
        .setIdleTimeout(idleSeconds(settings))
        .setIdleTimeoutUnit(TimeUnit.SECONDS)
        .setHttp2ClearTextEnabled(settings.http2ClearText())
        .setDecompressionSupported(false)
        .setCompressionSupported(false)
        .setMaxWebSocketFrameSize(Limits.FRAME_BYTES)
        .setMaxWebSocketMessageSize(Limits.MESSAGE_BYTES)
        .setPerFrameWebSocketCompressionSupported(false)
        .setPerMessageWebSocketCompressionSupported(false)
        .addWebSocketSubProtocol(SUBPROTOCOL);
  }
}
