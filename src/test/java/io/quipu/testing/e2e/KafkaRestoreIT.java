package io.quipu.testing.e2e;

import static io.quipu.testing.e2e.KafkaStage.awaitCount;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.CassandraProcess;
import io.quipu.testing.dev.DocumentedBackup;
import io.quipu.testing.dev.FreePort;
import io.quipu.testing.dev.NodeAdministration;
import io.quipu.testing.dev.Thorough;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A backup of Cassandra that is taken while records of two topics are counted, and restored when
 * the group has gone on: its offsets are set back in both ways that docs/operations.md has.
 */
@EndToEnd
@Thorough
class KafkaRestoreIT {
  private static final String GROUP = "restored";
  private static final String MAPPING = "orders=shop/orders; clicks=shop/clicks";
  private static final int SOME = 500;

  @TempDir private Path backup;
  private final KafkaStage stage = new KafkaStage();
  private final KafkaTopics topics = stage.topics();
  private Map<TopicPartition, OffsetAndMetadata> before = Map.of();
  private Instant quiet = Instant.EPOCH;

  @AfterEach
  void stop() {
    stage.close();
  }

  @Test
  void whatWasCountedSinceIsCountedAgain_andNothingTwice() throws Exception {
    topics.create("orders", 3);
    topics.create("clicks", 1);
    takeUnderLoad();
    long sent = topics.records("orders");
    assertThat(topics.committed(GROUP, "orders")).isEqualTo(sent);
    int port = FreePort.on("127.0.0.1");
    try (CassandraProcess fresh = DocumentedSnapshots.node("KafkaRestoreIT-restored", port)) {
      DocumentedSnapshots.restore(fresh, port, backup);
      long restored = countedWithoutKafka(fresh);
      assertThat(restored).isBetween((long) SOME, sent - SOME);

      topics.setOffsets(GROUP, "orders", before);
      topics.setOffset(GROUP, "clicks", quiet);
      try (RunningQuipu quipu = quipu(fresh)) {
        Api api = quipu.api(0);
        awaitCommitted(sent);
        for (String counter : new String[] {"orders", "clicks"}) {
          awaitCount(api, "shop", counter, sent);
          assertThat(api.settled("shop", counter).count()).isEqualTo(sent);
          assertThat(api.recount("shop", counter).getLong("drift")).isZero();
        }
        System.out.printf(
            "%d of %d records restored, %.0f of both topics taken again%n",
            restored, sent, api.meter("quipu_kafka_received_total"));
        assertThat(api.meter("quipu_kafka_received_total"))
            .as("some that came again were in the backup")
            .isGreaterThan(2.0 * (sent - restored));
      }
    }
  }

  /** All that the group would ever count, if its offsets stayed as they are. */
  private static long countedWithoutKafka(CassandraProcess node) {
    try (RunningQuipu quipu =
        RunningQuipu.start(1, node.address(), DocumentedSnapshots.KEYSPACE, Map.of())) {
      return quipu.api(0).settled("shop", "orders").count();
    }
  }

  private void takeUnderLoad() throws Exception {
    int port = FreePort.on("127.0.0.1");
    try (CassandraProcess first = DocumentedSnapshots.node("KafkaRestoreIT", port);
        NodeAdministration administration = new NodeAdministration(port)) {
      try (RunningQuipu quipu = quipu(first)) {
        quipu.api(0).createNamespace("shop", "{\"kind\": \"unique\"}");
        send(SOME);
        awaitCommitted(SOME);
        quiet = Instant.now();
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Void> sending =
            CompletableFuture.runAsync(
                () -> {
                  while (!over.get()) {
                    send(10);
                  }
                });
        try {
          await("the load").until(() -> topics.committed(GROUP, "orders") >= 2 * SOME);
          before = topics.offsets(GROUP);
          DocumentedBackup.take(administration);
          long then = topics.records("orders");
          await("more").until(() -> topics.committed(GROUP, "orders") >= then + SOME);
        } finally {
          over.set(true);
          sending.join();
        }
        awaitCommitted(topics.records("orders"));
        awaitCount(quipu.api(0), "shop", "orders", topics.records("orders"));
      }
      DocumentedBackup.copy(first, backup);
    }
  }

  private void send(int records) {
    for (int i = 0; i < records; i++) {
      topics.send("orders", Integer.toString(i), "");
      topics.send("clicks", "a", "");
    }
    topics.flush();
  }

  private void awaitCommitted(long records) {
    await("the offsets")
        .pollInterval(Duration.ofMillis(100))
        .until(
            () ->
                topics.committed(GROUP, "orders") == records
                    && topics.committed(GROUP, "clicks") == records);
  }

  private RunningQuipu quipu(CassandraProcess node) {
    Map<String, String> variables = stage.variables(MAPPING);
    variables.put("QUIPU_KAFKA_GROUP", GROUP);
    return RunningQuipu.start(1, node.address(), DocumentedSnapshots.KEYSPACE, variables);
  }
}
