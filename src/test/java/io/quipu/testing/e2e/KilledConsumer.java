package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.KafkaProcess;
import io.quipu.testing.dev.TestCassandra;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.awaitility.core.ThrowingRunnable;

/** Records of a topic, counted by an instance that is killed again and again on the way. */
final class KilledConsumer {
  private static final String TOPIC = "orders";
  private static final String GROUP = "counting";
  private static final String NAMESPACE = "shop";
  private static final int PARTITIONS = 6;
  private static final int KEYS = 16;

  /** A request has no time to read a million rows again. */
  private static final int MOST_RECOUNTED = 100_000;

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
            RunningQuipu.start(1, cassandra.contactPoint(), keyspace, ShutdownIT.SHORT_LEASE)) {
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
    Map<String, String> variables = new HashMap<>(ShutdownIT.SHORT_LEASE);
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
        // not by counts: to read one while everything is written to it takes its time
        awaitCommitted(topics, enough);
        counting.kill();
      }
      await("more counted than committed")
          .atMost(PATIENCE)
          .untilAsserted(() -> note(api, topics.committed(GROUP, TOPIC)));
    }
    try (SeparateQuipu counting = SeparateQuipu.start(variables)) {
      awaitCommitted(topics, records);
      counting.awaitReadyUri();
      counting.terminate();
      assertThat(counting.exitCode()).as(counting.output()).isZero();
    }
  }

  private void note(Api api, long committed) {
    long counted = api.count(NAMESPACE, "total").events();
    assertThat(counted).isGreaterThanOrEqualTo(committed);
    redelivered += counted - committed;
    System.out.printf("killed at %d, %d of them not committed%n", counted, counted - committed);
  }

  private static void awaitCommitted(KafkaTopics topics, long enough) {
    await(enough + " records to be committed")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> topics.committed(GROUP, TOPIC) >= enough);
  }

  /** A store that is busy may say so; a wrong count stays wrong. */
  private void check(Api api, KafkaTopics topics) {
    awaitRight("the whole", () -> checkTotal(api));
    long sum = 0;
    for (int key = 0; key < KEYS; key++) {
      String counter = "by key-" + key;
      long expected = (long) records / KEYS + (key < records % KEYS ? 1 : 0);
      awaitRight(
          counter,
          () -> assertThat(api.count(NAMESPACE, counter).count()).as(counter).isEqualTo(expected));
      sum += expected;
    }
    assertThat(sum).isEqualTo(records).isEqualTo(topics.records(TOPIC));
  }

  private void checkTotal(Api api) {
    CountRead total = api.count(NAMESPACE, "total");
    assertThat(total.isSettled()).isTrue();
    assertThat(total.count()).isEqualTo(records);
    if (records <= MOST_RECOUNTED) {
      assertThat(api.recount(NAMESPACE, "total").getLong("drift")).isZero();
    }
  }

  private static void awaitRight(String what, ThrowingRunnable check) {
    await(what).atMost(PATIENCE).pollInterval(Duration.ofMillis(200)).untilAsserted(check);
  }
}
