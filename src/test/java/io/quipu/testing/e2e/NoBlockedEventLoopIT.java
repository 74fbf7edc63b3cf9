package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What would fail the other classes, if their service did it. */
class NoBlockedEventLoopIT {

  @Test
  void seesAnEventLoopThatIsBusyWaiting() {
    AtomicBoolean released = new AtomicBoolean();
    try (BlockedEventLoops blocked = new BlockedEventLoops()) {
      Vertx vertx = Vertx.vertx(BlockedEventLoops.strict());
      try {
        vertx.runOnContext(start -> spinUntil(released));
        await().until(() -> !blocked.seen().isEmpty());
      } finally {
        released.set(true);
        vertx.close().await();
      }
      assertThat(blocked.seen().get(0))
          .contains("vert.x-eventloop-thread", "has been blocked", "NoBlockedEventLoopIT");
    }
  }

  @Test
  void seesAnEventLoopThatWaits() {
    CompletableFuture<Void> released = new CompletableFuture<>();
    try (BlockedEventLoops blocked = new BlockedEventLoops()) {
      Vertx vertx = Vertx.vertx(BlockedEventLoops.strict());
      try {
        vertx.runOnContext(start -> released.join());
        await().until(() -> !blocked.seen().isEmpty());
      } finally {
        released.complete(null);
        vertx.close().await();
      }
    }
  }

  private static void spinUntil(AtomicBoolean released) {
    while (!released.get()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void letsShortTasksPass() {
    Vertx vertx = Vertx.vertx(BlockedEventLoops.strict());
    try (BlockedEventLoops blocked = new BlockedEventLoops()) {
      for (int i = 0; i < 1_000; i++) {
        Promise<Void> done = Promise.promise();
        vertx.runOnContext(done::complete);
        done.future().await();
      }

      assertThat(blocked.seen()).isEmpty();
    } finally {
      vertx.close().await();
    }
  }
}
