package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.TestCassandra;
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
 * The published example of a counter as an operation-based CRDT: each actor numbers its increments.
 * Whatever the order of their delivery, and however often they are delivered, they come to 2000.
 */
@EndToEnd
class CmrdtIT {
  private static final String P1_V1 = "{\"id\": \"P1:1\", \"delta\": 1000}";
  private static final String P2_V1 = "{\"id\": \"P2:1\", \"delta\": 500}";
  private static final String P1_V2 = "{\"id\": \"P1:2\", \"delta\": 500}";

  private static final List<List<String>> ORDERS =
      List.of(
          List.of(P1_V1, P2_V1, P1_V2),
          List.of(P1_V1, P1_V2, P2_V1),
          List.of(P2_V1, P1_V1, P1_V2),
          List.of(P2_V1, P1_V2, P1_V1),
          List.of(P1_V2, P1_V1, P2_V1),
          List.of(P1_V2, P2_V1, P1_V1));

  private static RunningQuipu quipu;

  @BeforeAll
  static void start(TestCassandra cassandra) {
    quipu = RunningQuipu.start(2, cassandra, Map.of("QUIPU_CHECKPOINT_PERIOD", "100ms"));
    quipu.api(0).createNamespace("event");
    quipu.api(0).createNamespace("unique", "{\"kind\": \"unique\"}");
  }

  @AfterAll
  static void stop() {
    quipu.close();
  }

  /** Each delivered by both instances in turn, then all of them once more in the order reversed. */
  @ParameterizedTest
  @ValueSource(strings = {"event", "unique"})
  void comesTo2000_inEveryOrder_howeverOftenDelivered(String namespace) {
    for (int i = 0; i < ORDERS.size(); i++) {
      deliver(namespace, counter(i), ORDERS.get(i));
    }
    for (int i = 0; i < ORDERS.size(); i++) {
      assertCounts2000(namespace, counter(i));
      deliver(namespace, counter(i), reversed(ORDERS.get(i)));
    }
    for (int i = 0; i < ORDERS.size(); i++) {
      assertThat(quipu.api(1).outcome(namespace, counter(i), P1_V1)).isEqualTo("duplicate");
      assertCounts2000(namespace, counter(i));
    }
  }

  /** The verdicts say which delivery was the first, also within one request. */
  @Test
  void tellsWhichDeliveryCounted() {
    String events = "[" + String.join(",", P1_V2, P1_V1, P1_V2, P2_V1, P2_V1) + "]";
    assertThat(quipu.api(0).outcomes("unique", "told", events))
        .containsExactly("counted", "counted", "duplicate", "counted", "duplicate");
    assertCounts2000("unique", "told");
  }

  private static void deliver(String namespace, String counter, List<String> increments) {
    for (String increment : increments) {
      for (int instance = 0; instance < 2; instance++) {
        quipu.api(instance).record(namespace, counter, increment).expect(201);
      }
    }
  }

  private static void assertCounts2000(String namespace, String counter) {
    for (int instance = 0; instance < 2; instance++) {
      CountRead read = quipu.api(instance).count(namespace, counter);
      assertThat(read.count()).as(counter).isEqualTo(2_000);
      assertThat(read.events()).as(counter).isEqualTo(3);
    }
    assertThat(quipu.api(0).settled(namespace, counter))
        .as(counter)
        .isEqualTo(new CountRead(2_000, 3, 2_000, 3));
  }

  private static String counter(int order) {
    return "accounts in order " + order;
  }

  private static List<String> reversed(List<String> increments) {
    List<String> reversed = new ArrayList<>(increments);
    Collections.reverse(reversed);
    return reversed;
  }
}
