package io.quipu.edge.kafka;

import io.quipu.edge.kafka.mapping.TopicMappings;
import io.quipu.ops.config.KafkaConfig.Malformed;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The settings of what is taken from Kafka.
 *
 * @param mappings topics to counters
 * @param properties of Kafka's client, where its brokers are and the group among them; may have
 *     secrets
 * @param malformed what to do with a record that cannot be counted
 * @param redelivery for how many seconds after its acknowledgement a record may come again; {@link
 *     io.quipu.engine.model.DeduplicationWindow#FOREVER} for ever
 * @param underWay most records that wait for their acknowledgement
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

  /** Where brokers are asked for first. */
  String brokers() {
    return properties.getOrDefault("bootstrap.servers", "");
  }

  @Override
  public String toString() {
    return "KafkaSettings[" + brokers() + ", " + mappings.topics() + "]";
  }
}
