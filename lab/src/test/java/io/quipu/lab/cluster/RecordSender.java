package io.quipu.lab.cluster;

import io.quipu.lab.cluster.Ledger.Event;
import io.quipu.testing.dev.BuildDirectory;
import io.quipu.testing.dev.KafkaProcess;
import io.quipu.testing.e2e.KafkaTopics;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * A producer of records, each of which is an event of a counter in every mapped namespace. The
 * offsets that the group commits say which of them are recorded, by whichever instance. For one
 * thread.
 */
final class RecordSender {
  private static final String GROUP = "cluster";
  private static final String TOPIC = "records";
  private static final int PARTITIONS = 4;
  private static final int MOST_RECORDS = 5;
  private static final Duration PAUSE = Duration.ofMillis(300);

  /** Sent, and not known to be recorded. */
  private record Sent(List<Event> events, long at, long offset) {}

  private final KafkaProcess kafka;
  private final KafkaTopics topics;
  private final List<Space> spaces;
  private final Stage stage;
  private final Random random;
  private final Map<TopicPartition, Queue<Sent>> open = new HashMap<>();

  /**
   * @param spaces the mapped namespaces, of as many counters each
   */
  RecordSender(KafkaProcess kafka, KafkaTopics topics, List<Space> spaces, Stage stage) {
    this.kafka = kafka;
    this.topics = topics;
    this.spaces = spaces;
    this.stage = stage;
    this.random = new Random(stage.random().nextLong());
  }

  /** To be called before an instance takes records. */
  static void createTopic(KafkaTopics topics) {
    topics.create(TOPIC, PARTITIONS);
  }

  /** The variables of an instance that takes records, beside all else. */
  static Map<String, String> variables(KafkaProcess kafka, List<Space> spaces) throws IOException {
    // the group notices by this alone that an instance is killed or frozen
    Path properties = BuildDirectory.resolve("cluster/kafka.properties");
    Files.createDirectories(properties.getParent());
    Files.writeString(properties, "session.timeout.ms=6000\nheartbeat.interval.ms=1500\n");
    String mapping =
        spaces.stream()
            .map(space -> TOPIC + "=" + space.name() + "/{key}{delta:/delta}")
            .collect(Collectors.joining("; "));
    return Map.of(
        "QUIPU_ROLES",
        "http,ingest,query,checkpoint,live,kafka",
        "QUIPU_KAFKA_BOOTSTRAP_SERVERS",
        kafka.bootstrapServers(),
        "QUIPU_KAFKA_TOPICS",
        mapping,
        "QUIPU_KAFKA_GROUP",
        GROUP,
        "QUIPU_KAFKA_PROPERTIES",
        properties.toString());
  }

  /** Answers when it is over and all records are recorded. */
  void run(BooleanSupplier over) {
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers(), "acks", "all"),
            new StringSerializer(),
            new StringSerializer())) {
      while (!over.getAsBoolean()) {
        send(producer);
        noteCommitted();
        Waits.lasting(PAUSE);
      }
    }
    Waits.until(
        "all records to be recorded",
        () -> {
          noteCommitted();
          return open.values().stream().allMatch(Queue::isEmpty);
        });
  }

  private void send(KafkaProducer<String, String> producer) {
    for (int i = random.nextInt(MOST_RECORDS + 1); i > 0; i--) {
      int counter = random.nextInt(spaces.get(0).ledgers().size());
      List<Event> events =
          spaces.stream().map(space -> space.ledgers().get(counter).next()).toList();
      long at = History.now();
      events.forEach(event -> event.ledger().sent(event));
      Event first = events.get(0);
      String value = new JsonObject().put("delta", first.delta()).encode();
      RecordMetadata sent =
          get(producer.send(new ProducerRecord<>(TOPIC, first.ledger().counter, value)));
      open.computeIfAbsent(
              new TopicPartition(TOPIC, sent.partition()), partition -> new ArrayDeque<>())
          .add(new Sent(events, at, sent.offset()));
    }
  }

  private void noteCommitted() {
    Map<TopicPartition, OffsetAndMetadata> committed = topics.offsets(GROUP);
    open.forEach(
        (partition, some) -> {
          OffsetAndMetadata next = committed.get(partition);
          while (next != null && !some.isEmpty() && some.peek().offset() < next.offset()) {
            Sent sent = some.remove();
            sent.events().forEach(event -> event.ledger().acknowledge(event, sent.at()));
            stage.tally().records.increment();
          }
        });
  }

  private static <T> T get(Future<T> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
