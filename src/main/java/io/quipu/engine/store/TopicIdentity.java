package io.quipu.engine.store;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Identity of one of the topics of Kafka that have the same name: in other clusters, or in the same
 * one after another.
 *
 * @param cluster id of its cluster
 * @param topic id of its own; empty where brokers give topics none (before Kafka 2.8)
 */
public record TopicIdentity(String cluster, String topic) {
  /** False if they are certainly two. */
  public boolean mayBe(TopicIdentity other) {
    return cluster.equals(other.cluster)
        && (topic.equals(other.topic) || topic.isEmpty() || other.topic.isEmpty());
  }

  /** A text that no other topic has, whatever their names. */
  public String distinct(String name) {
    return topic.isEmpty()
        ? UUID.nameUUIDFromBytes((cluster + "/" + name).getBytes(StandardCharsets.UTF_8)).toString()
        : topic;
  }

  @Override
  public String toString() {
    return (topic.isEmpty() ? "a topic" : "topic " + topic) + " of cluster " + cluster;
  }
}
