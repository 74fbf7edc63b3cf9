package io.quipu.edge.kafka;

import io.quipu.edge.kafka.mapping.TopicMappings;
import io.quipu.ops.config.KafkaConfig.Malformed;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The settings for taking records from Kafka.
 *
 * @param mappings the mappings from topics to counters
 * @param properties the properties of Kafka's clients, with the brokers and the group; may contain
 *     secrets
 * @param malformed the treatment of a record that can never be counted
 * @param redelivery the seconds in which a record may come again after its acknowledgement, or
 *     {@link io.quipu.engine.names.DeduplicationWindow#FOREVER}
 * @param underWay the number of unacknowledged records from which on all partitions are paused
 */
public record KafkaSettings(
    TopicMappings mappings,
    Map<String, String> properties,
    Malformed malformed,
    int redelivery,
    int underWay) {
  public KafkaSettings {
    properties = Collections.unmodifiableMap(new TreeMap<>(properties));
  }

  /** The addresses of the bootstrap servers; empty if the properties have none. */
  String brokers() {
    return properties.getOrDefault("bootstrap.servers", "");
  }

  @Override
  public String toString() {
    return "KafkaSettings[" + brokers() + ", " + mappings.topics() + "]";
  }
}
