package io.quipu.engine.store;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * The identity of a Kafka topic. Several topics can have one name: in different clusters, or in one
 * cluster after a topic was deleted and created again.
 *
 * @param cluster id of the cluster
 * @param topic id of the topic; empty where brokers give topics no id (before Kafka 2.8)
 */
public record TopicIdentity(String cluster, String topic) {
  /** Returns false only if both identities certainly belong to different topics. */
  public boolean mayBe(TopicIdentity other) {
    return cluster.equals(other.cluster)
        && (topic.equals(other.topic) || topic.isEmpty() || other.topic.isEmpty());
  }

  /**
   * A text that no other topic has, whatever the name of the other topic. Without ids of topics,
   * only topics of one cluster that have one name, one after another, have the same text.
   *
   * @param name the name of this topic
   */
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
