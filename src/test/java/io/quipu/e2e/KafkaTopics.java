package io.quipu.e2e;

import io.quipu.dev.KafkaProcess;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Topics of a broker: their records, and how far a group has come. */
final class KafkaTopics implements AutoCloseable {
  private final Admin admin;
  private final KafkaProducer<String, byte[]> producer;

  KafkaTopics(KafkaProcess kafka) {
    this.admin = kafka.admin();
    this.producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                kafka.bootstrapServers(),
                "linger.ms",
                20,
                // a broker that is killed forgets what it knew of producers
                "enable.idempotence",
                false,
                "max.in.flight.requests.per.connection",
                1,
                "acks",
                "all"),
            new StringSerializer(),
            new ByteArraySerializer());
  }

  void create(String topic, int partitions) {
    get(admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1))).all());
  }

  void send(String topic, String key, String value) {
    var unused =
        producer.send(new ProducerRecord<>(topic, key, value.getBytes(StandardCharsets.UTF_8)));
  }

  /** Waits until the broker has all that was sent. */
  void flush() {
    producer.flush();
  }

  /** How many records a topic has in all its partitions. */
  long records(String topic) {
    return partitions(topic)
        .map(partition -> get(admin.listOffsets(Map.of(partition, OffsetSpec.latest())).all()))
        .flatMapToLong(some -> some.values().stream().mapToLong(found -> found.offset()))
        .sum();
  }

  /** How many of them a group has committed. */
  long committed(String group, String topic) {
    Map<TopicPartition, OffsetAndMetadata> offsets =
        get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
    return offsets.entrySet().stream()
        .filter(entry -> entry.getKey().topic().equals(topic) && entry.getValue() != null)
        .flatMapToLong(entry -> LongStream.of(entry.getValue().offset()))
        .sum();
  }

  private Stream<TopicPartition> partitions(String topic) {
    return get(admin.describeTopics(List.of(topic)).allTopicNames())
        .get(topic)
        .partitions()
        .stream()
        .map(found -> new TopicPartition(topic, found.partition()));
  }

  private static <T> T get(KafkaFuture<T> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    producer.close();
    admin.close();
  }
}
