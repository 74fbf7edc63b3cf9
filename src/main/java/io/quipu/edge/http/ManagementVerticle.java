package io.quipu.edge.http;

import ch.qos.logback.classic.LoggerContext;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.quipu.edge.guard.InvalidRequests;
import io.quipu.edge.guard.body.ByteBudget;
import io.quipu.edge.guard.browser.BrowserGuard;
import io.quipu.edge.guard.connection.ConnectionGuard;
import io.quipu.edge.guard.connection.Connections;
import io.quipu.edge.guard.connection.ServerVerticle;
import io.quipu.edge.http.admin.LogLevelsResource;
import io.quipu.edge.web.HttpMeters;
import io.quipu.edge.web.Resource;
import io.quipu.edge.web.ResponseWriters;
import io.quipu.edge.web.Routes;
import io.quipu.engine.time.Clock;
import io.quipu.ops.trace.Tracing;
import io.quipu.service.bus.ContextScheduler;
import io.quipu.service.logging.LogLevels;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves health, metrics and log levels to operators, on a separate port. One instance is enough.
 * The limits of connections and bytes are separate from the limits of the API, so that probes are
 * answered even while the API is under attack.
 */
public final class ManagementVerticle extends ServerVerticle {
  /** The maximum number of connections. Each probe and each scrape needs one. */
  public static final int CONNECTIONS = 64;

  private static final Logger log = LoggerFactory.getLogger(ManagementVerticle.class);
  private static final int IDLE_SECONDS = 60;
  private static final long BYTES = 4 * 1024 * 1024;

  private final HttpSettings settings;
  private final List<Resource> resources;
  private final Clock clock;
  private final HttpMeters meters;
  private final Connections connections;
  private @Nullable LogLevels levels;
  private @Nullable ResponseWriters writers;

  /**
   * @param settings the settings, with the management port
   * @param resources the resources besides the log levels
   * @param connections bounds the connections of the management port
   */
  public ManagementVerticle(
      HttpSettings settings,
      List<Resource> resources,
      Clock clock,
      HttpMeters meters,
      Connections connections) {
    super("QUIPU_MANAGEMENT_PORT", settings.port());
    this.settings = settings;
    this.resources = List.copyOf(resources);
    this.clock = clock;
    this.meters = meters;
    this.connections = connections;
  }

  @Override
  public Future<?> start() {
    ByteBudget budget = new ByteBudget(BYTES, new CompositeMeterRegistry());
    ResponseWriters made = new ResponseWriters(vertx, clock, meters, budget, Tracing.NONE);
    HttpServerOptions options =
        placed(new HttpServerOptions(), connections)
            .setMaxInitialLineLength(InvalidRequests.LINE_BYTES)
            .setMaxHeaderSize(InvalidRequests.HEADER_BYTES)
            .setIdleTimeout(IDLE_SECONDS)
            .setIdleTimeoutUnit(TimeUnit.SECONDS)
            .setHttp2ClearTextEnabled(false);
    ConnectionGuard guard = new ConnectionGuard(connections, clock, options, budget);
    guard.start(vertx);
    writers = made;
    return listen(
            vertx
                .createHttpServer(options)
                .connectionHandler(guard)
                .invalidRequestHandler(new InvalidRequests(made))
                .requestHandler(
                    new BrowserGuard(
                        settings.origins(),
                        origin -> false,
                        null,
                        made,
                        router(made),
                        BrowserGuard.refusing(made))))
        .onSuccess(
            at -> log.info("Health and metrics are served on port {} only", at.actualPort()));
  }

  private Router router(ResponseWriters made) {
    Routes routes = new Routes(vertx, made, meters, settings.requestTimeout());
    for (Resource resource : resources) {
      resource.mount(routes);
    }
    LogLevels changed =
        new LogLevels(
            (LoggerContext) LoggerFactory.getILoggerFactory(),
            clock,
            new ContextScheduler(context));
    new LogLevelsResource(changed).mount(routes);
    levels = changed;
    return routes.complete();
  }

  @Override
  public Future<?> stop() {
    if (levels != null) {
      levels.restoreAll();
    }
    if (writers != null) {
      writers.stop();
    }
    return super.stop();
  }
}
