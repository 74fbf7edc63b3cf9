package io.quipu.lab.strategies.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.testing.dev.TestPatience;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class QuipuInstancesTest {
  private final AtomicBoolean closed = new AtomicBoolean();

  @Test
  void anInstanceThatDidNotStopIsAFailure_afterVertxIsClosed() {
    assertThatThrownBy(() -> end(Future.failedFuture(new IOException("broken"))))
        .hasCauseInstanceOf(IllegalStateException.class)
        .hasMessageContaining("broken");
    assertThat(closed).isTrue();
  }

  @Test
  void withoutAFailureVertxIsClosed() {
    end(Future.succeededFuture());
    assertThat(closed).isTrue();
  }

  private void end(Future<?> stopped) {
    Vertx vertx = Vertx.vertx();
    VerticleBase verticle =
        new VerticleBase() {
          @Override
          public Future<?> stop() {
            closed.set(true);
            return Future.succeededFuture();
          }
        };
    vertx.deployVerticle(verticle).await();
    TestPatience.join(QuipuInstances.end(stopped, vertx).toCompletionStage());
  }
}
