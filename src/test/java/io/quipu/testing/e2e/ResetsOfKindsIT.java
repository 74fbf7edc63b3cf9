package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.Thorough;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Resets of kinds whose events are not deltas, through two instances. */
@Thorough
@EndToEnd
class ResetsOfKindsIT {
  private static RunningQuipu quipu;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.open();
  }

  private static void reset(int instance, String namespace, String counter) {
    JsonObject reset = quipu.api(instance).delete(Api.path(namespace, counter)).expect(200).json();
    assertThat(reset.getString("status")).isEqualTo("reset");
    assertThat(reset.getString("at")).isNotEmpty();
  }

  private static void state(int instance, String actor, int version, int value) {
    quipu
        .api(instance)
        .record(
            "reset-latest",
            "stock",
            "{\"actor\": \"%s\", \"version\": %d, \"value\": %d}".formatted(actor, version, value))
        .expect(201);
  }

  private static void assertStock(long count, long events) {
    for (int i = 0; i < 2; i++) {
      CountRead read = quipu.api(i).count("reset-latest", "stock");
      assertThat(read.count()).isEqualTo(count);
      assertThat(read.events()).isEqualTo(events);
    }
  }

  @Test
  void whatStoodStandsNoMore_andItsVersionsAreUsed() {
    quipu.api(0).createNamespace("reset-latest", "{\"kind\": \"latest\"}");
    state(0, "A", 1, 10);
    state(1, "B", 5, 20);
    assertStock(30, 2);
    reset(1, "reset-latest", "stock");
    assertStock(0, 0);
    state(0, "A", 1, 10);
    state(0, "B", 4, 99);
    assertStock(0, 2);
    state(1, "A", 2, 7);
    assertStock(7, 3);
    await("all to be settled").until(() -> quipu.api(0).count("reset-latest", "stock").isSettled());
    state(0, "B", 6, 1);
    state(0, "B", 7, 3);
    assertStock(10, 5);
    reset(0, "reset-latest", "stock");
    state(0, "A", 3, 4);
    assertStock(4, 1);
    await("all to be settled").until(() -> quipu.api(1).count("reset-latest", "stock").isSettled());
    assertStock(4, 1);
    JsonObject total =
        quipu.api(1).get(Api.path("reset-latest", "stock") + "/total?from=-1d").expect(200).json();
    assertThat(total.getInteger("count")).as("windows sum to the count").isEqualTo(4);
    JsonObject recount =
        quipu
            .api(0)
            .post(Api.path("reset-latest", "stock") + "/recount", "", "")
            .expect(200)
            .json();
    assertThat(recount.getInteger("drift")).isZero();
  }

  /** What is sent to any instance after the answer counts, and nothing from before. */
  @Test
  void aSketchBeginsAnew_onAllInstances() {
    quipu.api(0).createNamespace("reset-sketch", "{\"kind\": \"sketch\", \"state\": \"sum\"}");
    for (int round = 1; round <= 2; round++) {
      for (int i = 0; i < 2; i++) {
        quipu.api(i).record("reset-sketch", "sum", "{\"value\": 100}").expect(201);
      }
      assertSum(200, 2);
      reset(round % 2, "reset-sketch", "sum");
      assertSum(0, 0);
      for (int i = 0; i < 2; i++) {
        quipu.api(i).record("reset-sketch", "sum", "{\"value\": " + round + "}").expect(201);
      }
      assertSum(2 * round, 2);
      reset(0, "reset-sketch", "sum");
    }
    assertSum(0, 0);
    quipu.api(0).record("reset-sketch", "sum", "{\"value\": 7}").expect(201);
    assertThat(
            quipu
                .api(1)
                .get("/v1/counters/reset-sketch")
                .expect(200)
                .json()
                .getJsonArray("counters")
                .encode())
        .isEqualTo("[{\"counter\":\"sum\",\"estimate\":7,\"lower\":7,\"upper\":7,\"events\":1}]");
  }

  /** The first event of each life gives a counter that is not on pages the same version. */
  @ParameterizedTest
  @ValueSource(strings = {"sketch", "linear", "event"})
  void anOldTagIsNotThatOfACounterThatBeganAnew(String kind) {
    String state = kind.equals("sketch") ? ", \"state\": \"sum\"" : "";
    quipu.api(0).createNamespace("tags-" + kind, "{\"kind\": \"" + kind + "\"" + state + "}");
    String counter = Api.path("tags-" + kind, "c");
    String member = kind.equals("sketch") ? "value" : "delta";
    Map<String, List<String>> before = new HashMap<>();
    for (int number = 5; number < 8; number++) {
      String event = "{\"" + member + "\": " + number + "}";
      quipu.api(0).record("tags-" + kind, "c", event).expect(201);
      for (String read : List.of(counter + " application/json", counter + "/badge.svg */*")) {
        List<String> old = before.computeIfAbsent(read, first -> new ArrayList<>());
        for (String tag : old) {
          assertThat(conditional(read, tag).expect(200).text()).contains(Integer.toString(number));
        }
        String tag = conditional(read, "\"none\"").headers().firstValue("etag").orElseThrow();
        conditional(read, tag).expect(304);
        old.add(tag);
      }
      quipu.api(1).delete(counter + "?purge=true").expect(202);
    }
  }

  private static Answer conditional(String read, String tag) {
    String[] parts = read.split(" ", 2);
    return Api.send(
        HttpRequest.newBuilder(quipu.api(1).uri(parts[0]))
            .header("Accept", parts[1])
            .header("If-None-Match", tag));
  }

  private static void assertSum(int sum, int events) {
    for (int i = 0; i < 2; i++) {
      JsonObject read = quipu.api(i).get(Api.path("reset-sketch", "sum")).expect(200).json();
      assertThat(read.getInteger("estimate")).isEqualTo(sum);
      assertThat(read.getInteger("events")).isEqualTo(events);
    }
  }
}
