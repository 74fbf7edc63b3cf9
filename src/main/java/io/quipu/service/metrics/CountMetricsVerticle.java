package io.quipu.service.metrics;

import io.quipu.engine.store.MetricNamespaces;
import io.quipu.service.Asker;
import io.quipu.service.CounterService;
import io.quipu.service.ServiceSettings;
import io.vertx.core.Context;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the counts that are metrics every half minute, and never because somebody asks for metrics;
 * one instance is enough for a process.
 */
public record CountMetricsVerticle(
    Function<Context, MetricNamespaces> store, ServiceSettings settings, CountMeters meters)
    implements Deployable {
  /** The pause after a reading; thus settings are effective within so long. */
  private static final Duration PAUSE = Duration.ofSeconds(30);

  /** The maximum number of namespaces that are looked at: each has a counter at least. */
  private static final int MOST_NAMESPACES = CountReading.MOST;

  private static final Logger log = LoggerFactory.getLogger(CountMetricsVerticle.class);

  @Override
  public Future<?> deploy(Context context) {
    CounterService service = new CounterService(context, settings);
    MetricNamespaces namespaces = store.apply(context);
    CountReading reading =
        new CountReading(
            () -> Future.fromCompletionStage(namespaces.names(MOST_NAMESPACES), context),
            service.namespaces()::lookUp,
            (counters, each) -> service.questions().counts(counters, Asker.SERVICE, each),
            settings.kinds(),
            settings.clock(),
            meters);
    read(context.owner(), reading);
    return Future.succeededFuture();
  }

  /** Reads the counts, and schedules the next reading only after the end of this one. */
  private static void read(Vertx vertx, CountReading reading) {
    reading
        .read()
        .onComplete(
            done -> {
              if (done.failed()) {
                log.debug(
                    "Could not read the counts that are metrics: {}", done.cause().toString());
              }
              vertx.setTimer(PAUSE.toMillis(), again -> read(vertx, reading));
            });
  }
}
