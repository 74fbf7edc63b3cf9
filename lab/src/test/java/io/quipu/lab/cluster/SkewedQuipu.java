package io.quipu.lab.cluster;

import io.quipu.Quipu;
import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventTime;
import io.quipu.ops.config.Config;
import io.vertx.core.VertxOptions;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * {@code io.quipu.Main} with a wall clock that is wrong by CLUSTER_SKEW_SECONDS. Has no nested
 * classes: its class file alone is put on the instance's class path.
 */
public final class SkewedQuipu implements Clock {
  private final long seconds;

  private SkewedQuipu(long seconds) {
    this.seconds = seconds;
  }

  /** Runs an instance until it is told to stop. */
  public static void main(String[] args) {
    Clock clock = new SkewedQuipu(Long.parseLong(System.getenv("CLUSTER_SKEW_SECONDS")));
    Quipu.start(Config.from(System.getenv()), new VertxOptions(), clock)
        .onSuccess(SkewedQuipu::ready)
        .onFailure(
            failure -> {
              System.out.println("Quipu could not start: " + failure);
              Runtime.getRuntime().halt(1);
            });
  }

  private static void ready(Quipu quipu) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(quipu)));
    System.out.println("Quipu is ready at http://localhost:" + quipu.port());
  }

  private static void stop(Quipu quipu) {
    CountDownLatch stopped = new CountDownLatch(1);
    quipu.stop().onComplete(done -> stopped.countDown());
    boolean inTime = false;
    try {
      inTime = stopped.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(inTime ? 0 : 3);
  }

  @Override
  public long monotonicNanos() {
    return System.nanoTime();
  }

  @Override
  public EventTime wall() {
    return EventTime.of(Instant.now().plusSeconds(seconds));
  }
}
