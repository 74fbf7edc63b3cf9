package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.AtOnce;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Labels and breakdowns that are added to a namespace, through two instances. */
@AtOnce
@EndToEnd
class AddedLabelsIT {
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

  @Test
  void labelsAreAddedLater_andNeverTakenAway() {
    Api api = quipu.api(0);
    api.createNamespace("grown");
    api.recordOne("grown", "a").expect(201);
    api.put("/v1/namespaces/grown", "{\"labels\": [\"country\"]}").expect(200);
    api.record("grown", "a", "{\"labels\": {\"country\": \"CH\"}, \"id\": \"x\"}").expect(201);
    api.put("/v1/namespaces/grown", "{\"labels\": [\"country\", \"plan\"]}").expect(200);
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
    for (String label : List.of("a", "b", "c", "d", "e", "f")) {
      for (int i = 0; i < 10; i++) {
        api.record("added", "old", "{\"id\": \"" + i + "\"}").expect(201);
      }
      labels.add("\"" + label + "\"");
      quipu.api(0).put("/v1/namespaces/added", "{\"labels\": " + labels + "}").expect(200);
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
  }
}
