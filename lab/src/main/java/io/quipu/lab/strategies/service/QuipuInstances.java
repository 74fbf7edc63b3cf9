package io.quipu.lab.strategies.service;

import io.quipu.Quipu;
import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventTime;
import io.quipu.ops.config.Config;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.PoolOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Instances of the service over one keyspace. All run in this process, each on a free port of
 * loopback. An instance starts at its first use, in the same way as a process of the service.
 */
public final class QuipuInstances implements AutoCloseable {
  private static final int MOST_CONNECTIONS = 2_048;
  private static final int PATIENCE_SECONDS = 60;

  private final Config config;
  private final List<QuipuInstance> started = new ArrayList<>();
  private final Vertx vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
  private final HttpClient client =
      vertx.createHttpClient(
          new HttpClientOptions().setTcpNoDelay(true),
          new PoolOptions().setHttp1MaxSize(MOST_CONNECTIONS));

  public QuipuInstances(Config config) {
    this.config = config;
  }

  /**
   * @param number the number of the instance, from 0; at most the number of instances so far
   * @param clock the wall clock of the instance, if this call starts the instance
   */
  synchronized QuipuInstance get(int number, java.time.Clock clock) {
    while (started.size() <= number) {
      started.add(
          new QuipuInstance(done(Quipu.start(config, new VertxOptions(), moved(clock))), client));
    }
    return started.get(number);
  }

  private static Clock moved(java.time.Clock clock) {
    Clock system = Clock.system();
    return new Clock() {
      @Override
      public long monotonicNanos() {
        return system.monotonicNanos();
      }

      @Override
      public EventTime wall() {
        return EventTime.of(clock.instant());
      }
    };
  }

  /** Stops all instances gracefully. Fails if they do not stop within 60 seconds. */
  @Override
  public synchronized void close() {
    Future<?> stopped = Future.join(started.stream().map(QuipuInstance::stop).toList());
    done(end(stopped, vertx));
    started.clear();
  }

  /** Closes Vert.x in any case; the future fails if an instance did not stop. */
  static Future<Void> end(Future<?> stopped, Vertx vertx) {
    return stopped
        .<Void>mapEmpty()
        .eventually(vertx::close)
        // The failure may be a checked exception, which await would throw without declaring it.
        .recover(why -> Future.failedFuture(new IllegalStateException(why.getMessage(), why)));
  }

  private static <T> T done(Future<T> future) {
    try {
      return future.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (java.util.concurrent.TimeoutException e) {
      throw new IllegalStateException("not within " + PATIENCE_SECONDS + " s", e);
    }
  }
}
