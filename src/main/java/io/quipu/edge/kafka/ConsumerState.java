package io.quipu.edge.kafka;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state of a consumer for operators: lag, partitions, and connections to brokers. Confined to
 * the thread of the consumer.
 */
final class ConsumerState {
  private static final Logger log = LoggerFactory.getLogger(ConsumerState.class);

  /** The consecutive looks without a connection that cause a warning. Connecting takes a moment. */
  private static final int LOOKS = 10;

  private final Consumer<byte[], byte[]> consumer;
  private final String brokers;
  private final KafkaMeters meters;
  private int looksWithout;

  ConsumerState(Consumer<byte[], byte[]> consumer, String brokers, KafkaMeters meters) {
    this.consumer = consumer;
    this.brokers = brokers;
    this.meters = meters;
  }

  void tell(Collection<AssignedPartition> assigned) {
    tellConnections(connections());
    meters.assigned(
        assigned.size(),
        assigned.stream().filter(AssignedPartition::isStopped).count(),
        assigned.stream().mapToLong(AssignedPartition::underWay).sum());
    Map<String, Long> lag = new HashMap<>();
    for (AssignedPartition one : assigned) {
      long unread = consumer.currentLag(one.partition()).orElse(0);
      lag.merge(one.partition().topic(), unread + one.progress().held(), Long::sum);
    }
    meters.lag(lag);
  }

  private long connections() {
    return consumer.metrics().entrySet().stream()
        .filter(entry -> entry.getKey().name().equals("connection-count"))
        .map(entry -> entry.getValue().metricValue())
        .mapToLong(value -> value instanceof Number number ? number.longValue() : 0)
        .sum();
  }

  private void tellConnections(long now) {
    meters.connections(now);
    if (now > 0 && looksWithout >= LOOKS) {
      log.info("Kafka is there again");
    }
    looksWithout = now > 0 ? 0 : looksWithout + 1;
    if (looksWithout == LOOKS) {
      log.warn(
          "No broker of Kafka answers at {}: nothing is taken from it until one does", brokers);
    }
  }

  /** Sets the meters to zero after the consumer is closed. */
  void gone() {
    meters.connections(0);
    meters.assigned(0, 0, 0);
    meters.lag(Map.of());
  }
}
