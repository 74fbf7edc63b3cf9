package io.quipu.testing.e2e;

import static io.quipu.testing.e2e.KafkaStage.awaitCount;
import static io.quipu.testing.e2e.KafkaStage.awaitMeter;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A broker that is killed, and comes back. */
@EndToEnd
@Thorough
class KafkaOutageIT {
  private final KafkaStage stage = new KafkaStage();

  @AfterEach
  void stop() {
    stage.close();
  }

  /** Those who use HTTP lose nothing while Kafka is away. */
  @Test
  void anInstanceServesWithoutABroker_andCountsWhenItIsBack(TestCassandra cassandra) {
    KafkaTopics topics = stage.topics();
    topics.create("away", 1);
    topics.send("away", "a", "");
    topics.flush();
    stage.kafka().kill();
    try (RunningQuipu quipu = stage.quipu(1, cassandra, "away=shop/{key}", Map.of())) {
      Api api = quipu.api(0);
      api.createNamespace("shop", "{\"kind\": \"unique\"}");
      api.get("/readyz").expect(200);
      assertThat(api.meter("quipu_kafka_connections")).isZero();
      api.record("shop", "http", "{\"id\": \"1\"}").expect(201);
      stage.kafka().restart();
      awaitCount(api, "shop", "a", 1);
      stage.kafka().kill();
      awaitMeter(api, "quipu_kafka_connections", 0);
      api.get("/readyz").expect(200);
      stage.kafka().restart();
      topics.send("away", "a", "");
      awaitCount(api, "shop", "a", 2);
    }
  }
}
