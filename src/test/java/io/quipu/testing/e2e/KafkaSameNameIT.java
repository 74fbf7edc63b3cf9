package io.quipu.testing.e2e;

import static io.quipu.testing.e2e.KafkaStage.awaitCount;
import static io.quipu.testing.e2e.KafkaStage.awaitMeter;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Topics of two clusters that have the same name. One that is made anew is the matter of {@code
 * ConsumerSessionIT}.
 */
@EndToEnd
@Thorough
class KafkaSameNameIT {
  private static final String MAPPING = "orders=shop/orders";

  private final KafkaStage stage = new KafkaStage();

  @AfterEach
  void stop() {
    stage.close();
  }

  private static void fill(KafkaTopics topics, int records) {
    for (int i = 0; i < records; i++) {
      topics.send("orders", "a", "");
    }
    topics.flush();
  }

  private static RunningQuipu quipu(KafkaStage stage, TestCassandra cassandra, String keyspace) {
    return RunningQuipu.start(1, cassandra.contactPoint(), keyspace, stage.variables(MAPPING));
  }

  @Test
  void theOtherWaits_andIsCountedBesidesOnceThatIsSaid_whileTheFirstGoesOn(
      TestCassandra cassandra) {
    String keyspace = cassandra.freshKeyspace();
    try (KafkaStage other = new KafkaStage();
        RunningQuipu quipu = quipu(stage, cassandra, keyspace)) {
      Api api = quipu.api(0);
      api.createNamespace("shop", "{\"kind\": \"unique\"}");
      stage.topics().create("orders", 1);
      fill(stage.topics(), 10);
      awaitCount(api, "shop", "orders", 10);
      other.topics().create("orders", 1);
      fill(other.topics(), 15);
      try (RunningQuipu second = quipu(other, cassandra, keyspace)) {
        awaitMeter(second.api(0), "quipu_kafka_partitions_stopped", 1);
        second.api(0).get("/readyz").expect(200);
      }
      other.topics().setOffset("orders", "orders", 0);
      try (RunningQuipu second = quipu(other, cassandra, keyspace)) {
        fill(stage.topics(), 1);
        awaitCount(second.api(0), "shop", "orders", 26);
      }
    }
  }
}
