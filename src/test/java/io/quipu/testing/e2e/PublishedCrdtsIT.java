package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.AtOnce;
import io.quipu.testing.dev.Thorough;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The published examples of a counter as a CRDT, through two instances. Operations: each actor
 * numbers its increments. States: each actor states its own value under a version. Whatever the
 * order of their delivery, and however often they are delivered, they come to 2000.
 */
@Thorough
@AtOnce
@EndToEnd
class PublishedCrdtsIT {
  private static final String P1_V1 = "{\"id\": \"P1:1\", \"delta\": 1000}";
  private static final String P2_V1 = "{\"id\": \"P2:1\", \"delta\": 500}";
  private static final String P1_V2 = "{\"id\": \"P1:2\", \"delta\": 500}";
  private static final List<String> OPERATIONS = List.of(P1_V1, P2_V1, P1_V2);
  private static final List<String> STATES =
      List.of(state("P1", 1, 1_000), state("P2", 1, 500), state("P1", 2, 1_500));
  private static final int[][] ORDERS = {
    {0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}
  };

  private static RunningQuipu quipu;
  private static Api api;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.open();
    api = quipu.api(0);
  }

  private static String state(String actor, long version, long value) {
    return "{\"actor\": \"%s\", \"version\": %d, \"value\": %d}".formatted(actor, version, value);
  }

  /** Each is delivered by both instances in turn, settled, and then all of them in reverse. */
  @ParameterizedTest
  @CsvSource({"event, 1", "unique, 1", "latest, 1", "latest, 4"})
  void comesTo2000_inEveryOrder_howeverOftenDelivered(String kind, int shards) {
    String namespace = "crdt-" + kind + "-" + shards;
    api.createNamespace(namespace, "{\"kind\": \"%s\", \"shards\": %d}".formatted(kind, shards));
    boolean ofStates = kind.equals("latest");
    List<String> all = ofStates ? STATES : OPERATIONS;
    for (int[] order : ORDERS) {
      deliver(namespace, order, all, false);
    }
    for (int[] order : ORDERS) {
      assertSettled(namespace, order, ofStates ? 6 : 3);
      deliver(namespace, order, all, true);
    }
    for (int[] order : ORDERS) {
      assertSettled(namespace, order, ofStates ? 12 : 3);
      api.assertRecounts(namespace, counter(order), 2_000);
    }
  }

  private static String counter(int[] order) {
    return "accounts in order " + order[0] + order[1] + order[2];
  }

  private static void deliver(String namespace, int[] order, List<String> all, boolean reversed) {
    List<String> events = new ArrayList<>();
    for (int i : order) {
      events.add(all.get(i));
    }
    if (reversed) {
      Collections.reverse(events);
    }
    for (String event : events) {
      for (int instance = 0; instance < 2; instance++) {
        quipu.api(instance).record(namespace, counter(order), event).expect(201);
      }
    }
  }

  private static void assertSettled(String namespace, int[] order, long events) {
    assertCounts(namespace, counter(order), 2_000, events);
    assertThat(api.settled(namespace, counter(order)))
        .isEqualTo(new CountRead(2_000, events, 2_000, events));
  }

  private static void assertCounts(String namespace, String counter, long count, long events) {
    for (int instance = 0; instance < 2; instance++) {
      CountRead read = quipu.api(instance).count(namespace, counter);
      assertThat(read.count()).as(counter).isEqualTo(count);
      assertThat(read.events()).as(counter).isEqualTo(events);
    }
  }

  /** The verdicts say which delivery was the first, also within one request. */
  @Test
  void tellsWhichDeliveryCounted() {
    api.createNamespace("crdt-told", "{\"kind\": \"unique\"}");
    String events = "[" + String.join(",", P1_V2, P1_V1, P1_V2, P2_V1, P2_V1) + "]";
    assertThat(api.outcomes("crdt-told", "a", events))
        .containsExactly("counted", "counted", "duplicate", "counted", "duplicate");
    assertCounts("crdt-told", "a", 2_000, 3);
  }

  /** As in the documents: it stands in place of the version that it names, and of no other. */
  @Test
  void anAbsurdVersionIsOfItsActorOnly_andCanBeCorrected() {
    api.createNamespace("crdt-absurd", "{\"kind\": \"latest\"}");
    states(state("P1", Long.MAX_VALUE, 777), state("P2", 1, 500));
    api.settled("crdt-absurd", "a");
    states(state("P1", 3, 1_000), state("P2", 2, 600));
    assertCounts("crdt-absurd", "a", 1_377, 4);
    String corrected = state("P1", 3, 1_000).replace("}", ", \"replaces\": 9223372036854775807}");
    states(corrected);
    assertCounts("crdt-absurd", "a", 1_600, 5);
    api.settled("crdt-absurd", "a");
    states(state("P1", 4, 1_400), corrected);
    assertCounts("crdt-absurd", "a", 2_000, 7);
  }

  private static void states(String... states) {
    for (String state : states) {
      api.record("crdt-absurd", "a", state).expect(201);
    }
  }
}
