package io.quipu.edge.http;

import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.counters.CounterApi;
import io.quipu.edge.guard.InvalidRequests;
import io.quipu.edge.guard.LargeHttp2Headers;
import io.quipu.edge.guard.browser.BrowserGuard;
import io.quipu.edge.guard.connection.ConnectionGuard;
import io.quipu.edge.guard.connection.ServerVerticle;
import io.quipu.edge.http.admin.KeysResource;
import io.quipu.edge.http.admin.NamespaceResource;
import io.quipu.edge.http.admin.NamespacesResource;
import io.quipu.edge.http.admin.RecountResource;
import io.quipu.edge.http.admin.ResetResource;
import io.quipu.edge.http.pages.BadgeResource;
import io.quipu.edge.http.pages.EmbedResource;
import io.quipu.edge.http.pages.ProblemsResource;
import io.quipu.edge.http.pages.StaticResource;
import io.quipu.edge.http.read.CountResource;
import io.quipu.edge.http.read.CountsResource;
import io.quipu.edge.http.read.ListResource;
import io.quipu.edge.http.read.QueryResource;
import io.quipu.edge.http.read.TopResource;
import io.quipu.edge.http.read.TotalResource;
import io.quipu.edge.http.read.WindowsResource;
import io.quipu.edge.http.record.RecordManyResource;
import io.quipu.edge.http.record.RecordResource;
import io.quipu.edge.http.record.ViewsResource;
import io.quipu.edge.web.Cors;
import io.quipu.edge.web.Resource;
import io.quipu.edge.web.ResponseWriters;
import io.quipu.edge.web.Routes;
import io.quipu.edge.web.files.StaticFiles;
import io.quipu.engine.input.Limits;
import io.quipu.ops.config.AuthConfig;
import io.quipu.service.CounterService;
import io.quipu.service.Questions;
import io.quipu.service.access.AccessRules;
import io.quipu.service.auth.KeyVerticle;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Serves the HTTP API: one instance for each core, all on one port. While an instance drains, each
 * HTTP/1 response has {@code Connection: close}, so that clients reconnect before a reset.
 */
public final class HttpVerticle extends ServerVerticle {
  private static final int IDLE_SECONDS = 60;

  /** The time limit for a body to arrive, as a multiple of the request timeout. */
  private static final int BODY_TIMEOUTS = 3;

  private static final String SUBPROTOCOL = "quipu.v1.json";

  private final HttpDependencies dependencies;
  private @Nullable ResponseWriters writers;

  public HttpVerticle(HttpDependencies dependencies) {
    super("QUIPU_HTTP_PORT", dependencies.settings().port());
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
    writers = made;
    return listen(
        vertx
            .createHttpServer(options)
            .connectionHandler(guard)
            .invalidRequestHandler(new InvalidRequests(made))
            .requestHandler(requests(made)));
  }

  @Override
  public Future<?> stop() {
    if (writers != null) {
      writers.stop();
    }
    return super.stop();
  }

  private Handler<HttpServerRequest> requests(ResponseWriters made) {
    HttpSettings settings = dependencies.settings();
    AccessRules access = dependencies.service().access();
    CounterService service = new CounterService(context, dependencies.service());
    RouteAccess routes =
        new RouteAccess(service.access(), settings.origins(), service.administration()::isPublic);
    CounterApi api = new CounterApi(service, routes);
    List<Resource> resources = new ArrayList<>(own(api.service(), api.access()));
    dependencies.more().forEach(more -> resources.add(more.apply(api)));
    Handler<HttpServerRequest> router =
        new BrowserGuard(
            settings.origins(),
            access.origins()::include,
            access.proof() == AuthConfig.Method.KEYS ? this::namesOrigin : null,
            made,
            router(made, resources),
            foreignPages(made, resources));
    return settings.http2ClearText() ? new LargeHttp2Headers(made, router) : router;
  }

  private Future<Boolean> namesOrigin(String origin) {
    return KeyVerticle.NAMES_ORIGIN.request(
        vertx.eventBus(), origin, dependencies.settings().requestTimeout());
  }

  /** Makes the router. Handlers for every request must be added before the resources. */
  private Router router(ResponseWriters made, List<Resource> resources) {
    Routes routes = routes(made);
    if (!dependencies.settings().origins().allowed().isEmpty()
        || dependencies.service().access().proof() == AuthConfig.Method.KEYS) {
      routes.before(new Cors());
    }
    resources.forEach(resource -> resource.mount(routes));
    return routes.complete();
  }

  /** Makes the router of pages of foreign origins, which has only what namespaces open to them. */
  private Router foreignPages(ResponseWriters made, List<Resource> resources) {
    Routes routes = routes(made);
    resources.forEach(resource -> resource.mountForForeignPages(routes));
    return routes.completeForForeignPages(BrowserGuard.refusing(made));
  }

  private Routes routes(ResponseWriters made) {
    return new Routes(
        vertx,
        made,
        dependencies.meters(),
        dependencies.settings().requestTimeout().multipliedBy(BODY_TIMEOUTS));
  }

  private List<Resource> own(CounterService service, RouteAccess access) {
    StaticFiles files = new StaticFiles(vertx);
    return List.of(
        new RecordResource(service, access),
        new RecordManyResource(service, access),
        new ViewsResource(service, access, dependencies.settings().countryHeader()),
        // Before CountResource, because CountResource matches the path of TopResource, too.
        new TopResource(service, access),
        new CountResource(service, access),
        new BadgeResource(service, access),
        new CountsResource(service, access),
        new QueryResource(service, access),
        new WindowsResource(service, access),
        new TotalResource(service, access),
        new ListResource(service, access),
        new ResetResource(service, access),
        new RecountResource(service, access),
        new NamespacesResource(service, access),
        new NamespaceResource(service, access),
        new KeysResource(service, access),
        new ProblemsResource(),
        new EmbedResource(access, files),
        new StaticResource(files));
  }

  /**
   * An idle timeout longer than a recount, because a connection that waits for an answer is idle.
   */
  private static int idleSeconds(HttpSettings settings) {
    long longest = settings.requestTimeout().toSeconds() * (Questions.RECOUNT_TIMEOUTS + 1);
    return (int) Math.max(IDLE_SECONDS, longest);
  }

  private HttpServerOptions options() {
    HttpSettings settings = dependencies.settings();
    HttpServerOptions options = new HttpServerOptions();
    options.getInitialSettings().setMaxHeaderListSize(LargeHttp2Headers.READ_BYTES);
    return placed(options, dependencies.connections())
        .setMaxInitialLineLength(InvalidRequests.LINE_BYTES)
        .setMaxHeaderSize(InvalidRequests.HEADER_BYTES)
        .setIdleTimeout(idleSeconds(settings))
        .setIdleTimeoutUnit(TimeUnit.SECONDS)
        .setHttp2ClearTextEnabled(settings.http2ClearText())
        .setDecompressionSupported(false)
        .setCompressionSupported(false)
        .setMaxWebSocketFrameSize(Limits.FRAME_BYTES)
        .setPerFrameWebSocketCompressionSupported(false)
        .setPerMessageWebSocketCompressionSupported(false)
        .addWebSocketSubProtocol(SUBPROTOCOL);
  }
}
