package io.quipu.edge.kafka;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.edge.kafka.mapping.TopicMappings;
import io.quipu.engine.ingest.Append;
import io.quipu.engine.kind.EventTimes;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kinds.tally.TallyKind;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.store.FirstTopics;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.windows.EventTime;
import io.quipu.ops.config.KafkaConfig.Malformed;
import io.quipu.testing.dev.TestPatience;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/**
 * Sessions of an instance over a real broker, one after the other if they fail, whose events become
 * what a test says. The topic is mapped to a counter for each key.
 */
final class SessionRun implements AutoCloseable {
  private static final int REDELIVERY_SECONDS = 60;

  private final List<String> sent = new CopyOnWriteArrayList<>();
  private final AtomicLong jump = new AtomicLong();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final ScheduledExecutorService context = Executors.newSingleThreadScheduledExecutor();
  private final ConsumerThread thread;

  /**
   * @param outcome of each id that is sent, each time
   */
  SessionRun(
      String brokers,
      String topic,
      Malformed malformed,
      FirstTopics first,
      Function<String, CompletionStage<RecordOutcome>> outcome) {
    KafkaSettings settings =
        new KafkaSettings(
            TopicMappings.of(topic + "=shop/{key}"),
            Map.of("bootstrap.servers", brokers, "group.id", topic, "heartbeat.interval.ms", "200"),
            malformed,
            REDELIVERY_SECONDS,
            1_000);
    KafkaMeters meters = new KafkaMeters(registry, settings.mappings().topics());
    Scheduler scheduler = scheduler();
    KnownKinds kinds = new KnownKinds(List.of(TallyKind.values()));
    UsableNamespaces namespaces =
        new UsableNamespaces(
            settings.mappings().namespaces(),
            name -> CompletableFuture.completedStage(Optional.of(Namespace.of(name, "unique"))),
            kinds,
            settings.redelivery(),
            clock(),
            scheduler);
    namespaces.look();
    Delivery delivery =
        new Delivery(
            new EventTimes(kinds, clock()::wall),
            namespaces::get,
            (lane, events) -> record(events, outcome),
            counter -> 0,
            scheduler,
            clock(),
            settings.redelivery(),
            meters);
    MetRecords met = new MetRecords();
    KnownTopics known = new KnownTopics(first, TestPatience.LIMIT);
    thread =
        new ConsumerThread(
            () ->
                new ConsumerSession(
                    settings,
                    new KafkaConsumer<>(ConsumerProperties.of(settings)),
                    new BrokerTopics(ConsumerProperties.ofAdmin(settings)),
                    delivery,
                    namespaces,
                    met,
                    known,
                    meters),
            meters);
    thread.start();
  }

  private CompletionStage<List<RecordOutcome>> record(
      List<Recording> events, Function<String, CompletionStage<RecordOutcome>> outcome) {
    List<CompletableFuture<RecordOutcome>> each =
        events.stream()
            .map(
                recording -> {
                  String id = ((Append) recording).events().get(0).id();
                  sent.add(id);
                  return outcome.apply(id).toCompletableFuture();
                })
            .toList();
    return CompletableFuture.allOf(each.toArray(CompletableFuture<?>[]::new))
        .thenApplyAsync(all -> each.stream().map(CompletableFuture::join).toList(), context);
  }

  private Scheduler scheduler() {
    return new Scheduler() {
      @Override
      public Cancellable after(Duration delay, Runnable task) {
        ScheduledFuture<?> due = context.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
        return () -> due.cancel(false);
      }

      @Override
      public void execute(Runnable task) {
        context.execute(task);
      }
    };
  }

  private Clock clock() {
    Clock system = Clock.system();
    return new Clock() {
      @Override
      public long monotonicNanos() {
        return system.monotonicNanos() + jump.get();
      }

      @Override
      public EventTime wall() {
        return system.wall();
      }
    };
  }

  /** Lets more time pass than ids are remembered. */
  void passRedelivery() {
    jump.addAndGet(TimeUnit.SECONDS.toNanos(REDELIVERY_SECONDS + 1));
  }

  /** How often an id was sent. */
  long sent(String id) {
    return sent.stream().filter(id::equals).count();
  }

  /** All ids in the order in which they were sent. */
  List<String> sent() {
    return List.copyOf(sent);
  }

  double meter(String name) {
    var gauge = registry.find(name).gauge();
    return gauge == null ? registry.get(name).counter().count() : gauge.value();
  }

  /** Ends it in order, as SIGTERM does. */
  @Override
  public void close() {
    try {
      TestPatience.join(thread.stop());
    } finally {
      context.shutdownNow();
    }
  }
}
