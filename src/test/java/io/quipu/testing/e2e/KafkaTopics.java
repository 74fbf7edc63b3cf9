package io.quipu.testing.e2e;

import static java.util.stream.Collectors.toMap;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.KafkaProcess;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Topics of a broker: their records, and how far a group has come. */
public final class KafkaTopics implements AutoCloseable {
  private final Admin admin;
  private final KafkaProducer<String, byte[]> producer;

  public KafkaTopics(KafkaProcess kafka) {
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

  public void create(String topic, int partitions) {
    get(admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1))).all());
  }

  public void send(String topic, String key, String value) {
    var unused =
        producer.send(new ProducerRecord<>(topic, key, value.getBytes(StandardCharsets.UTF_8)));
  }

  /** Waits until the broker has all that was sent. */
  public void flush() {
    producer.flush();
  }

  /** Deletes a topic, and waits until it is gone. */
  public void delete(String topic) {
    get(admin.deleteTopics(List.of(topic)).all());
    await(topic + " to be gone").until(() -> !get(admin.listTopics().names()).contains(topic));
  }

  /** How many records a topic has in all its partitions. */
  public long records(String topic) {
    return partitions(topic)
        .map(partition -> get(admin.listOffsets(Map.of(partition, OffsetSpec.latest())).all()))
        .flatMapToLong(some -> some.values().stream().mapToLong(found -> found.offset()))
        .sum();
  }

  /** How many of them a group has committed. */
  public long committed(String group, String topic) {
    return offsets(group).entrySet().stream()
        .filter(entry -> entry.getKey().topic().equals(topic) && entry.getValue() != null)
        .flatMapToLong(entry -> LongStream.of(entry.getValue().offset()))
        .sum();
  }

  /** What is committed beside the offset of its first partition; null without an offset. */
  public String metadata(String group, String topic) {
    OffsetAndMetadata offset = offsets(group).get(new TopicPartition(topic, 0));
    return offset == null ? null : offset.metadata();
  }

  /** What a group has committed, of all topics. */
  public Map<TopicPartition, OffsetAndMetadata> offsets(String group) {
    return get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
  }

  /** {@code kafka-consumer-groups --reset-offsets --from-file}, of one topic. */
  public void setOffsets(
      String group, String topic, Map<TopicPartition, OffsetAndMetadata> offsets) {
    Map<TopicPartition, OffsetAndMetadata> plain = new HashMap<>();
    offsets.forEach(
        (partition, offset) -> {
          if (partition.topic().equals(topic)) {
            plain.put(partition, new OffsetAndMetadata(offset.offset()));
          }
        });
    set(group, plain);
  }

  /** {@code kafka-consumer-groups --reset-offsets --to-offset}, of all partitions. */
  public void setOffset(String group, String topic, long offset) {
    set(group, partitions(topic).collect(toMap(one -> one, one -> new OffsetAndMetadata(offset))));
  }

  /** {@code kafka-consumer-groups --reset-offsets --to-datetime}, of all partitions. */
  public void setOffset(String group, String topic, Instant time) {
    Map<TopicPartition, OffsetSpec> asked =
        partitions(topic)
            .collect(toMap(one -> one, one -> OffsetSpec.forTimestamp(time.toEpochMilli())));
    Map<TopicPartition, OffsetSpec> ends =
        partitions(topic).collect(toMap(one -> one, one -> OffsetSpec.latest()));
    var last = get(admin.listOffsets(ends).all());
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    get(admin.listOffsets(asked).all())
        .forEach(
            (partition, found) ->
                offsets.put(
                    partition,
                    new OffsetAndMetadata(
                        // no record is as young: the tool goes to the end then
                        found.offset() < 0 ? last.get(partition).offset() : found.offset())));
    set(group, offsets);
  }

  /** Refused by the broker while the group has members. */
  private void set(String group, Map<TopicPartition, OffsetAndMetadata> offsets) {
    await("the group " + group + " to be empty")
        .ignoreExceptions()
        .until(
            () -> {
              get(admin.alterConsumerGroupOffsets(group, offsets).all());
              return true;
            });
  }

  /** Has the broker take a group's members for dead, who learn it when they ask next. */
  public void evict(String group) {
    get(
        admin
            .removeMembersFromConsumerGroup(group, new RemoveMembersFromConsumerGroupOptions())
            .all());
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
