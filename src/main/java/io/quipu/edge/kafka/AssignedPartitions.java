package io.quipu.edge.kafka;

import io.quipu.engine.store.TopicIdentity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The partitions that are assigned to a consumer, each with the identity of its topic. Confined to
 * the thread of the consumer.
 */
final class AssignedPartitions implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Consumer<byte[], byte[]> consumer;
  private final BrokerTopics topics;
  private final KnownTopics known;
  private final Map<TopicPartition, AssignedPartition> assigned = new HashMap<>();

  /**
   * @param topics closed together with this object
   */
  AssignedPartitions(Consumer<byte[], byte[]> consumer, BrokerTopics topics, KnownTopics known) {
    this.consumer = consumer;
    this.topics = topics;
    this.known = known;
  }

  @Nullable AssignedPartition get(TopicPartition partition) {
    return assigned.get(partition);
  }

  Collection<AssignedPartition> all() {
    return assigned.values();
  }

  /**
   * Adds newly assigned partitions. Blocks.
   *
   * @throws KafkaException if the topics, the first topics of their names, or the committed offsets
   *     cannot be read now
   */
  void add(Collection<TopicPartition> partitions) {
    if (partitions.isEmpty()) {
      return;
    }
    Map<String, TopicIdentity> now = topics.ask(names(partitions));
    Map<TopicPartition, OffsetAndMetadata> committed =
        consumer.committed(new HashSet<>(partitions), PATIENCE);
    for (TopicPartition partition : partitions) {
      TopicIdentity own = Objects.requireNonNull(now.get(partition.topic()));
      OffsetAndMetadata offset = committed.get(partition);
      AssignedPartition one =
          PartitionStart.of(partition, own, known.first(partition.topic(), own), offset);
      assigned.put(partition, one);
      if (one.isStopped()) {
        hold(one, offset == null);
      }
    }
  }

  /** Pauses a stopped partition. If the group has no offset, a poll without a seek would fail. */
  private void hold(AssignedPartition one, boolean hasNoOffset) {
    List<TopicPartition> partition = List.of(one.partition());
    if (hasNoOffset) {
      consumer.seekToBeginning(partition);
    }
    if (one.changesTo(true)) {
      consumer.pause(partition);
    }
  }

  /** Removes the given partitions, and returns the ones that were assigned. */
  List<AssignedPartition> remove(Collection<TopicPartition> partitions) {
    List<AssignedPartition> leaving = new ArrayList<>();
    for (TopicPartition partition : partitions) {
      AssignedPartition one = assigned.remove(partition);
      if (one != null) {
        leaving.add(one);
      }
    }
    return leaving;
  }

  /** Removes all partitions, and returns them. */
  List<AssignedPartition> removeAll() {
    return remove(new ArrayList<>(assigned.keySet()));
  }

  /**
   * Checks that each partition still belongs to its topic. Uses the answers that have arrived, as
   * {@link BrokerTopics#look} returns them, and does not wait.
   *
   * @throws KafkaException if a topic was replaced, because records of the new topic may already
   *     have ids of the old topic
   */
  void check() {
    topics.look(names(assigned.keySet())).forEach(this::check);
  }

  private void check(String topic, TopicIdentity now) {
    for (AssignedPartition one : assigned.values()) {
      if (one.partition().topic().equals(topic) && !one.metadata().topic().mayBe(now)) {
        throw new KafkaException(one + " is not one of " + one.metadata().topic() + " any more");
      }
    }
  }

  private static Set<String> names(Collection<TopicPartition> partitions) {
    Set<String> names = new TreeSet<>();
    partitions.forEach(partition -> names.add(partition.topic()));
    return names;
  }

  @Override
  public void close() {
    topics.close();
  }
}
