package io.quipu.tools.cli.bench;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs loads, one after the other. Blocks. */
public final class Bench implements AutoCloseable {
  private static final Duration CEILING = Duration.ofSeconds(2);

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2));

  /** Sends what a plan says, and waits for the last answer. */
  public LoadResult run(LoadPlan plan) {
    return await(Load.run(vertx, plan));
  }

  /**
   * Requests a second that the same connections reach with a server in this process that only
   * answers. Next to that the figures of a service say more of the load than of the service.
   */
  public double ceiling(LoadPlan plan) {
    HttpServer nothing =
        await(
            vertx
                .createHttpServer()
                .requestHandler(
                    request ->
                        request
                            .body()
                            .onSuccess(body -> request.response().setStatusCode(201).end("{}")))
                .listen(0, "127.0.0.1"));
    try {
      URI here = URI.create("http://127.0.0.1:" + nothing.actualPort());
      return run(plan.at(here, CEILING)).requestsPerSecond();
    } finally {
      await(nothing.close());
    }
  }

  @Override
  public void close() {
    await(vertx.close());
  }

  private static <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(1, TimeUnit.DAYS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CompletionException(e);
    } catch (ExecutionException | TimeoutException e) {
      throw new CompletionException(e.getCause());
    }
  }
}
