package io.quipu.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.TestPatience;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoadTest {
  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() {
    vertx.close().await();
  }

  /** The largest that {@code --timeout} takes, which is more milliseconds than an int has. */
  @Test
  void aTimeoutOfManyYearsIsNoError() {
    LoadResult result = run(Duration.ofSeconds(Integer.MAX_VALUE));
    assertThat(result.acknowledged()).isPositive();
    assertThat(result.unknown()).isZero();
  }

  private LoadResult run(Duration timeout) {
    HttpServer server =
        vertx
            .createHttpServer()
            .requestHandler(request -> request.response().setStatusCode(201).end("{}"))
            .listen(0, "127.0.0.1")
            .await();
    LoadPlan plan =
        new LoadPlan(
            URI.create("http://127.0.0.1:" + server.actualPort()),
            null,
            null,
            "votes",
            "a",
            1,
            1,
            false,
            1,
            0,
            Duration.ZERO,
            Duration.ofMillis(1),
            timeout);
    return TestPatience.join(Load.run(vertx, plan).toCompletionStage());
  }
}
