package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.KafkaProcess;
import io.quipu.testing.dev.TestCassandra;
import java.util.HashMap;
import java.util.Map;

/** A broker with topics, and instances that count their records. */
public final class KafkaStage implements AutoCloseable {
  private final KafkaProcess kafka = KafkaProcess.start();
  private final KafkaTopics topics = new KafkaTopics(kafka);

  KafkaProcess kafka() {
    return kafka;
  }

  public KafkaTopics topics() {
    return topics;
  }

  /** Instances over the keyspace of the test class. */
  public RunningQuipu quipu(
      int instances, TestCassandra cassandra, String mapping, Map<String, String> more) {
    Map<String, String> variables = variables(mapping);
    variables.putAll(more);
    return RunningQuipu.start(instances, cassandra.contactPoint(), cassandra.keyspace(), variables);
  }

  /** What an instance is told that takes records from here. */
  Map<String, String> variables(String mapping) {
    Map<String, String> variables = new HashMap<>();
    variables.put("QUIPU_ROLES", "http,ingest,query,checkpoint,live,kafka");
    variables.put("QUIPU_KAFKA_BOOTSTRAP_SERVERS", kafka.bootstrapServers());
    variables.put("QUIPU_KAFKA_TOPICS", mapping);
    // so that tests are apart from each other
    variables.put("QUIPU_KAFKA_GROUP", mapping.substring(0, mapping.indexOf('=')));
    return variables;
  }

  static void awaitCount(Api api, String namespace, String counter, long count) {
    await(counter + " to be " + count)
        .untilAsserted(() -> assertThat(api.count(namespace, counter).count()).isEqualTo(count));
  }

  static void awaitMeter(Api api, String name, double value) {
    await(name + " to be " + value)
        .untilAsserted(() -> assertThat(api.meter(name)).isEqualTo(value));
  }

  @Override
  public void close() {
    topics.close();
    kafka.close();
  }
}
