package io.quipu.cli.bench;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import java.net.URI;
import java.time.Duration;

/** Runs loads, one after the other. Each call blocks. */
public final class Bench implements AutoCloseable {
  private static final Duration CEILING = Duration.ofSeconds(2);

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2));

  /** Sends the load of a plan. Returns after the last answer. */
  public LoadResult run(LoadPlan plan) {
    return Load.run(vertx, plan).await();
  }

  /**
   * Measures the requests a second that the connections of a plan reach with a server in this
   * process that does no work. If a service is nearly as fast as this ceiling, its figures measure
   * the load generator.
   */
  public double ceiling(LoadPlan plan) {
    HttpServer nothing =
        vertx
            .createHttpServer()
            .requestHandler(
                request ->
                    request
                        .body()
                        .onSuccess(body -> request.response().setStatusCode(201).end("{}")))
            .listen(0, "127.0.0.1")
            .await();
    try {
      URI here = URI.create("http://127.0.0.1:" + nothing.actualPort());
      return run(plan.at(here, CEILING)).requestsPerSecond();
    } finally {
      nothing.close().await();
    }
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
