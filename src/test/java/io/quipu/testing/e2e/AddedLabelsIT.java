package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.AtOnce;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Labels and breakdowns that are added to a namespace, through two instances. */
@AtOnce
@EndToEnd
class AddedLabelsIT {
  private static final String LABELS = "{\"kind\": \"event\", \"labels\": [\"a\", \"b\"]";

  private static RunningQuipu quipu;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.open();
  }

  private static JsonObject read(String namespace, String counter, String query) {
    return quipu.api(1).get(Api.path(namespace, counter) + query).expect(200).json();
  }

  private static Map<String, Long> series(String namespace, String counter, String query) {
    return BreakdownsIT.series(read(namespace, counter, query));
  }

  /** Adds labels; the answer comes when every instance knows them. */
  private static CompletableFuture<Void> added(String namespace, List<String> labels) {
    return CompletableFuture.runAsync(
        () ->
            quipu
                .api(0)
                .put("/v1/namespaces/" + namespace, "{\"labels\": " + new JsonArray(labels) + "}")
                .expect(200));
  }

  private static CompletableFuture<Void> adding(String namespace, List<String> labels) {
    CompletableFuture<Void> answer = added(namespace, labels);
    await("the labels to be stored")
        .until(
            () ->
                quipu
                    .api(0)
                    .get("/v1/namespaces/" + namespace)
                    .expect(200)
                    .json()
                    .getJsonArray("labels")
                    .equals(new JsonArray(labels)));
    return answer;
  }

  @Test
  void labelsAreAddedLater_andNeverTakenAway() {
    Api api = quipu.api(0);
    api.createNamespace("grown");
    api.recordOne("grown", "a").expect(201);
    CompletableFuture<Void> first = adding("grown", List.of("country"));
    api.record("grown", "a", "{\"labels\": {\"country\": \"CH\"}, \"id\": \"x\"}").expect(201);
    added("grown", List.of("country", "plan")).join();
    first.join();
    JsonObject shown = api.get("/v1/namespaces/grown").expect(200).json();
    assertThat(shown.getJsonArray("breakdowns"))
        .isEqualTo(JsonArray.of(JsonArray.of("country"), JsonArray.of("plan")));
    assertThat(series("grown", "a", "?by=country")).isEqualTo(Map.of("CH", 1L));

    api.put("/v1/namespaces/grown", "{\"labels\": [\"plan\"]}").expect(409);
    api.put("/v1/namespaces/grown", "{\"breakdowns\": [[\"country\"]]}").expect(409);
    api.put("/v1/namespaces/grown", "{\"breakdowns\": [[\"city\"]]}").expect(409);
    api.put("/v1/namespaces/wrong", "{\"kind\": \"event\", \"breakdowns\": [[\"city\"]]}")
        .expect(400);
    api.put("/v1/namespaces/wrong", "{\"kind\": \"linear\", \"labels\": [\"city\"]}").expect(400);
  }

  @Test
  void aLabelThatWasAddedIsKnownAtOnce_toInstancesThatUsedTheOldSettings() {
    Api api = quipu.api(1);
    api.createNamespace("added");
    List<String> labels = new ArrayList<>();
    List<CompletableFuture<Void>> answers = new ArrayList<>();
    for (String label : List.of("a", "b", "c", "d", "e", "f")) {
      for (int i = 0; i < 10; i++) {
        api.record("added", "old", "{\"id\": \"" + i + "\"}").expect(201);
      }
      labels.add(label);
      answers.add(adding("added", labels));
      String event = "{\"labels\": {\"" + label + "\": \"x\"}}";
      switch (label) {
        case "a" -> api.record("added", label, event).expect(201);
        case "b" ->
            api.post(
                    "/v1/events",
                    "application/json",
                    "[{\"counter\": \"else\"}, "
                        + "{\"namespace\": \"added\", \"counter\": \"b\", "
                        + event.substring(1)
                        + "]")
                .expect(201);
        case "c" -> {
          try (LiveCounts live = new LiveCounts(api.webSocket("/v1/live"))) {
            live.say(
                new JsonObject(event)
                    .put("type", "record")
                    .put("ref", 1)
                    .put("namespace", "added")
                    .put("counter", "c"));
            live.first("recorded");
          }
        }
        default -> {}
      }
      switch (label) {
        case "d" -> assertThat(read("added", "old", "?where=d:x").getLong("count")).isZero();
        case "e" ->
            assertThat(read("added", "old", "/total?from=-1d&where=e:x").getLong("count")).isZero();
        case "f" -> api.get("/v1/counters/added/top?by=f").expect(200);
        default -> assertThat(series("added", label, "?by=" + label)).isEqualTo(Map.of("x", 1L));
      }
    }
    answers.forEach(CompletableFuture::join);
  }

  /** The other instance has counted a moment before, by settings without the breakdown. */
  @Test
  void aBreakdownThatWasAdded_countsThroughEveryInstance_onceItIsAnswered() {
    Api api = quipu.api(1);
    String namespace = "broken-down";
    quipu
        .api(0)
        .put("/v1/namespaces/" + namespace, LABELS + ", \"breakdowns\": [[\"a\"]]}")
        .expect(201);
    api.record(namespace, "x", "{\"labels\": {\"a\": \"1\", \"b\": \"2\"}}").expect(201);
    CompletableFuture<Void> counting =
        CompletableFuture.runAsync(
            () ->
                quipu
                    .api(0)
                    .put("/v1/namespaces/" + namespace, "{\"breakdowns\": [[\"a\"], [\"b\"]]}")
                    .expect(200));
    // The other instance uses its settings for as long as it may.
    await("the answer")
        .until(
            () -> {
              api.record(namespace, "y", "{\"labels\": {\"a\": \"1\"}}").expect(201);
              return counting.isDone();
            });
    counting.join();
    api.record(namespace, "x", "{\"labels\": {\"a\": \"1\", \"b\": \"2\"}}").expect(201);
    assertThat(series(namespace, "x", "?by=b")).isEqualTo(Map.of("2", 1L));
  }
}
