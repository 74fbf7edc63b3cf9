package io.quipu;

import io.quipu.edge.kafka.ConsumerProperties;
import io.quipu.ops.config.Config;
import io.quipu.ops.config.InvalidConfiguration;

/** What of role {@code kafka} can be checked before anything starts. */
final class KafkaRole {
  private KafkaRole() {}

  /**
   * Checks what Kafka's client is to be told; loads none of it where the role is not there.
   *
   * @throws InvalidConfiguration if the client refuses it
   */
  static void check(Config config) {
    if (config.kafka() == null) {
      return;
    }
    try {
      ConsumerProperties.check(config.kafka());
    } catch (IllegalArgumentException e) {
      throw new InvalidConfiguration(
          "QUIPU_KAFKA_PROPERTIES: allowed are properties that Kafka's client takes: "
              + e.getMessage());
    }
  }
}
