package io.quipu.edge.kafka;

import io.micrometer.core.instrument.MeterRegistry;
import io.quipu.engine.store.FirstTopics;
import io.quipu.ops.trace.Span;
import io.quipu.service.CounterService;
import io.quipu.service.ServiceSettings;
import io.quipu.service.bus.ContextScheduler;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes events from Kafka. A process has one instance. The instance is undeployed before the
 * ingesting contexts, so that records under way are still acknowledged. The process serves its
 * other clients even while no broker answers.
 */
public final class KafkaVerticle extends VerticleBase {
  private final KafkaSettings settings;
  private final ServiceSettings service;
  private final Function<Context, FirstTopics> firstTopics;
  private final MeterRegistry registry;
  private @Nullable UsableNamespaces namespaces;
  private @Nullable ConsumerThread thread;

  /**
   * @param firstTopics makes the store of first topics for a context
   */
  public KafkaVerticle(
      KafkaSettings settings,
      ServiceSettings service,
      Function<Context, FirstTopics> firstTopics,
      MeterRegistry registry) {
    this.settings = settings;
    this.service = service;
    this.firstTopics = firstTopics;
    this.registry = registry;
  }

  @Override
  public Future<?> start() {
    ContextScheduler scheduler = new ContextScheduler(context);
    CounterService counters = new CounterService(context, service);
    KafkaMeters meters = new KafkaMeters(registry, settings.mappings().topics());
    UsableNamespaces usable =
        new UsableNamespaces(
            settings.mappings().namespaces(),
            name -> counters.namespaces().lookUpAnew(name).toCompletionStage(),
            service.kinds(),
            settings.redelivery(),
            service.clock(),
            scheduler);
    Delivery delivery =
        new Delivery(
            counters.records().times(),
            () -> counters.knowsTheTime() ? usable.get() : Map.of(),
            (lane, events) ->
                counters.records().recordAll(lane, events, Span.NONE).toCompletionStage(),
            counters.records()::ingestInstanceOf,
            scheduler,
            service.clock(),
            settings.redelivery(),
            meters);
    MetRecords met = new MetRecords();
    KnownTopics known = new KnownTopics(firstTopics.apply(context), service.timeout());
    ConsumerThread consuming =
        new ConsumerThread(
            () ->
                new ConsumerSession(
                    settings,
                    new KafkaConsumer<>(ConsumerProperties.of(settings)),
                    new BrokerTopics(ConsumerProperties.ofAdmin(settings)),
                    delivery,
                    usable,
                    met,
                    known,
                    meters),
            meters);
    namespaces = usable;
    thread = consuming;
    usable.look();
    consuming.start();
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    UsableNamespaces looking = namespaces;
    if (looking != null) {
      looking.stop();
    }
    ConsumerThread running = thread;
    return running == null
        ? Future.succeededFuture()
        : Future.fromCompletionStage(running.stop(), context);
  }
}
