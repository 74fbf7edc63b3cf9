package io.quipu.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.dev.KafkaProcess;
import io.quipu.dev.TestCassandra;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Records of a topic, counted by an instance that is killed again and again on the way. */
final class KilledConsumer {
  private static final String TOPIC = "orders";
  private static final String GROUP = "counting";
  private static final String NAMESPACE = "shop";
  private static final int PARTITIONS = 6;
  private static final int KEYS = 16;
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final int records;
  private final int kills;
  private long redelivered;

  KilledConsumer(int records, int kills) {
    this.records = records;
    this.kills = kills;
  }

  /** How many records were counted, and not committed, when the instance was killed. */
  long redelivered() {
    return redelivered;
  }

  void run(KafkaProcess kafka, TestCassandra cassandra, Path directory) {
    String keyspace = cassandra.freshKeyspace();
    try (KafkaTopics topics = new KafkaTopics(kafka);
        RunningQuipu reading =
            RunningQuipu.start(1, cassandra.contactPoint(), keyspace, Map.of())) {
      Api api = reading.api(0);
      api.createNamespace(NAMESPACE, "{\"kind\": \"unique\"}");
      topics.create(TOPIC, PARTITIONS);
      for (int i = 0; i < records; i++) {
        topics.send(TOPIC, "key-" + i % KEYS, "{}");
      }
      topics.flush();
      assertThat(topics.records(TOPIC)).isEqualTo(records);
      Map<String, String> variables = RunningQuipu.environment(cassandra.contactPoint(), keyspace);
      variables.putAll(variables(kafka, directory));
      countWhileKilled(variables, topics, api);
      check(api, topics);
    }
  }

  private static Map<String, String> variables(KafkaProcess kafka, Path directory) {
    // the group notices the end of a member that was killed by this alone
    Path properties = directory.resolve("kafka.properties");
    try {
      Files.writeString(properties, "session.timeout.ms=2000\nheartbeat.interval.ms=500\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, String> variables = new HashMap<>();
    variables.put("QUIPU_ROLES", "http,ingest,query,live,kafka");
    variables.put("QUIPU_KAFKA_BOOTSTRAP_SERVERS", kafka.bootstrapServers());
    variables.put("QUIPU_KAFKA_TOPICS", "orders=shop/total; orders=shop/by {key}");
    variables.put("QUIPU_KAFKA_GROUP", GROUP);
    variables.put("QUIPU_KAFKA_PROPERTIES", properties.toString());
    return variables;
  }

  private void countWhileKilled(Map<String, String> variables, KafkaTopics topics, Api api) {
    for (int i = 1; i <= kills; i++) {
      long enough = (long) records * i / (kills + 1);
      try (SeparateQuipu counting = SeparateQuipu.start(variables)) {
        awaitCount(api, enough);
        counting.kill();
      }
      long counted = api.count(NAMESPACE, "total").events();
      long ahead = counted - topics.committed(GROUP, TOPIC);
      assertThat(ahead).as("counted before it is committed").isNotNegative();
      redelivered += ahead;
      System.out.printf("killed at %d counted, %d of them not committed%n", counted, ahead);
    }
    try (SeparateQuipu counting = SeparateQuipu.start(variables)) {
      awaitCount(api, records);
      await("all offsets").atMost(PATIENCE).until(() -> topics.committed(GROUP, TOPIC) == records);
      counting.terminate();
      assertThat(counting.exitCode()).as(counting.output()).isZero();
    }
  }

  private static void awaitCount(Api api, long enough) {
    await("a count of " + enough)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .untilAsserted(
            () -> assertThat(api.count(NAMESPACE, "total").count()).isGreaterThanOrEqualTo(enough));
  }

  private void check(Api api, KafkaTopics topics) {
    CountRead total = api.settled(NAMESPACE, "total");
    assertThat(total.count()).isEqualTo(records);
    assertThat(api.recount(NAMESPACE, "total").getLong("drift")).isZero();
    long sum = 0;
    for (int key = 0; key < KEYS; key++) {
      long expected = (long) records / KEYS + (key < records % KEYS ? 1 : 0);
      long found = api.settled(NAMESPACE, "by key-" + key).count();
      assertThat(found).as("key %d", key).isEqualTo(expected);
      sum += found;
    }
    assertThat(sum).isEqualTo(topics.records(TOPIC));
  }
}
