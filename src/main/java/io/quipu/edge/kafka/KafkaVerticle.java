package io.quipu.edge.kafka;

import io.micrometer.core.instrument.MeterRegistry;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.kind.RecordOutcome;
import io.quipu.engine.kind.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.RecordOutcome.Refusal;
import io.quipu.engine.kind.RecordOutcome.Refused;
import io.quipu.engine.model.Layout;
import io.quipu.engine.store.FirstTopics;
import io.quipu.engine.time.Clock;
import io.quipu.service.bus.Address;
import io.quipu.service.bus.BusFailure;
import io.quipu.service.bus.ContextScheduler;
import io.quipu.service.verticles.IngestAddresses;
import io.quipu.service.verticles.NamespaceVerticle;
import io.quipu.service.verticles.RecordAll;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes events from Kafka. One instance; undeployed before the ingesting contexts, so that what is
 * under way is still acknowledged. That no broker answers is no failure of this instance, which
 * serves everybody else.
 */
public final class KafkaVerticle extends VerticleBase {
  private final KafkaSettings settings;
  private final KnownKinds kinds;
  private final Layout layout;
  private final int lanes;
  private final Duration patience;
  private final Function<Context, FirstTopics> firstTopics;
  private final Clock clock;
  private final MeterRegistry registry;
  private @Nullable UsableNamespaces namespaces;
  private @Nullable ConsumerThread thread;

  /**
   * @param lanes how many ingesting contexts this process has
   * @param patience how long to wait for any one reply
   * @param firstTopics makes the store of a context
   */
  public KafkaVerticle(
      KafkaSettings settings,
      KnownKinds kinds,
      Layout layout,
      int lanes,
      Duration patience,
      Function<Context, FirstTopics> firstTopics,
      Clock clock,
      MeterRegistry registry) {
    this.settings = settings;
    this.kinds = kinds;
    this.layout = layout;
    this.lanes = lanes;
    this.patience = patience;
    this.firstTopics = firstTopics;
    this.clock = clock;
    this.registry = registry;
  }

  @Override
  public Future<?> start() {
    ContextScheduler scheduler = new ContextScheduler(context);
    KafkaMeters meters = new KafkaMeters(registry, settings.mappings().topics());
    UsableNamespaces usable =
        new UsableNamespaces(
            settings.mappings().namespaces(),
            name ->
                NamespaceVerticle.FIND
                    .request(vertx.eventBus(), name, patience)
                    .toCompletionStage(),
            kinds,
            settings.redelivery(),
            scheduler);
    Address.Instances<RecordAll, RecordAll.Outcomes> ingest =
        IngestAddresses.RECORD_ALL.instances(lanes);
    Delivery delivery =
        new Delivery(
            kinds,
            usable::get,
            (lane, events) -> record(ingest.get(lane), events),
            counter -> IngestAddresses.lane(layout, counter, lanes),
            scheduler,
            clock,
            settings.redelivery(),
            meters);
    MetRecords met = new MetRecords();
    KnownTopics known = new KnownTopics(firstTopics.apply(context), patience);
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

  /** What certainly was not written is told from what nobody knows. */
  private CompletionStage<List<RecordOutcome>> record(
      Address<RecordAll, RecordAll.Outcomes> lane, RecordAll events) {
    return lane.request(vertx.eventBus(), events, patience)
        .map(RecordAll.Outcomes::outcomes)
        .otherwise(failure -> Collections.nCopies(events.recordings().size(), outcomeOf(failure)))
        .toCompletionStage();
  }

  private static RecordOutcome outcomeOf(Throwable failure) {
    return switch (BusFailure.of(failure)) {
      case STORE_UNAVAILABLE, BUSY, NO_HANDLER -> new Refused(Refusal.STORE_UNAVAILABLE);
      case TIMEOUT, DEFECT -> new OutcomeUnknown();
    };
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
