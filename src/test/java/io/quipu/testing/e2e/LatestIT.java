package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.TestCassandra;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The published example of a counter as a state-based CRDT: each actor states its own value under a
 * version. Whatever the order of their delivery, and however often they are delivered, they come to
 * 2000. Over HTTP, through two instances.
 */
@EndToEnd
class LatestIT {
  private static final String P1_V1 = "{\"actor\": \"P1\", \"version\": 1, \"value\": 1000}";
  private static final String P2_V1 = "{\"actor\": \"P2\", \"version\": 1, \"value\": 500}";
  private static final String P1_V2 = "{\"actor\": \"P1\", \"version\": 2, \"value\": 1500}";

  private static final List<List<String>> ORDERS =
      List.of(
          List.of(P1_V1, P2_V1, P1_V2),
          List.of(P1_V1, P1_V2, P2_V1),
          List.of(P2_V1, P1_V1, P1_V2),
          List.of(P2_V1, P1_V2, P1_V1),
          List.of(P1_V2, P1_V1, P2_V1),
          List.of(P1_V2, P2_V1, P1_V1));

  private static RunningQuipu quipu;
  private static Api api;

  @BeforeAll
  static void start(TestCassandra cassandra) {
    quipu = RunningQuipu.start(2, cassandra, Map.of("QUIPU_CHECKPOINT_PERIOD", "100ms"));
    api = quipu.api(0);
    api.createNamespace("one", "{\"kind\": \"latest\"}");
    api.createNamespace("sharded", "{\"kind\": \"latest\", \"shards\": 4}");
  }

  @AfterAll
  static void stop() {
    quipu.close();
  }

  /** Each delivered by both instances in turn, settled, and then all of them in reverse. */
  @ParameterizedTest
  @ValueSource(strings = {"one", "sharded"})
  void comesTo2000_inEveryOrder_howeverOftenDelivered(String namespace) {
    for (int i = 0; i < ORDERS.size(); i++) {
      deliver(namespace, "order-" + i, ORDERS.get(i));
    }
    for (int i = 0; i < ORDERS.size(); i++) {
      assertCounts(namespace, "order-" + i, 2_000, 6);
      assertThat(api.settled(namespace, "order-" + i).settledCount()).isEqualTo(2_000);
      List<String> reversed = new ArrayList<>(ORDERS.get(i));
      Collections.reverse(reversed);
      deliver(namespace, "order-" + i, reversed);
      assertCounts(namespace, "order-" + i, 2_000, 12);
    }
    for (int i = 0; i < ORDERS.size(); i++) {
      assertThat(api.settled(namespace, "order-" + i).settledCount()).isEqualTo(2_000);
      JsonObject recount = api.recount(namespace, "order-" + i);
      assertThat(recount.getInteger("drift")).isZero();
      assertThat(recount.getInteger("recounted")).isEqualTo(2_000);
    }
  }

  private static void deliver(String namespace, String counter, List<String> events) {
    for (String event : events) {
      for (int instance = 0; instance < 2; instance++) {
        quipu.api(instance).record(namespace, counter, event).expect(201);
      }
    }
  }

  private static void assertCounts(String namespace, String counter, long count, long events) {
    for (int instance = 0; instance < 2; instance++) {
      CountRead read = quipu.api(instance).count(namespace, counter);
      assertThat(read.count()).as(counter).isEqualTo(count);
      assertThat(read.events()).as(counter).isEqualTo(events);
    }
  }

  /** As in the documents: it stands in place of the version that it names, and of no other. */
  @Test
  void anAbsurdVersionIsOfItsActorOnly_andCanBeCorrected() {
    state("absurd", "P1", Long.MAX_VALUE, 777);
    state("absurd", "P2", 1, 500);
    api.settled("one", "absurd");
    state("absurd", "P1", 3, 1_000);
    state("absurd", "P2", 2, 600);
    assertCounts("one", "absurd", 1_377, 4);
    String corrected =
        "{\"actor\": \"P1\", \"version\": 3, \"value\": 1000, \"replaces\": 9223372036854775807}";
    api.record("one", "absurd", corrected).expect(201);
    assertCounts("one", "absurd", 1_600, 5);
    api.settled("one", "absurd");
    state("absurd", "P1", 4, 1_400);
    api.record("one", "absurd", corrected).expect(201);
    assertCounts("one", "absurd", 2_000, 7);
  }

  private static void state(String counter, String actor, long version, long value) {
    api.record(
            "one",
            counter,
            "{\"actor\": \"%s\", \"version\": %d, \"value\": %d}".formatted(actor, version, value))
        .expect(201);
  }
}
