package io.quipu.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rows of {@code clients/behaviours.md}: many sketches, and sketches that are followed. */
abstract class SketchBehaviours extends Behaviours {

  @Test
  void sketchMany() {
    record("[{\"value\":\"ann\"},{\"value\":\"bob\"},{\"value\":\"ann\"}]");
    proxy.next(Fault.CUT_ANSWER);
    JsonObject asked =
        request("sketchMany")
            .put("namespace", TestedService.VISITORS)
            .put("counters", new JsonArray(List.of(counter, counter + "/none")));
    JsonArray found = done(client().ask(asked)).getJsonArray("sketches");
    assertThat(estimates(found)).containsExactly("2", "0");
  }

  /** More than one request may ask for. */
  @Test
  void sketchMany_ofAnyNumber() {
    record("[{\"value\":\"ann\"}]");
    List<String> names =
        new ArrayList<>(IntStream.range(0, 1_000).mapToObj(i -> counter + "/" + i).toList());
    names.add(counter);
    JsonObject asked =
        request("sketchMany")
            .put("namespace", TestedService.VISITORS)
            .put("counters", new JsonArray(names));
    List<String> found = estimates(done(client().ask(asked)).getJsonArray("sketches"));
    assertThat(found).hasSize(1_001).endsWith("0", "1");
    assertThat(proxy.requests()).hasSize(2);
  }

  private static List<String> estimates(JsonArray sketches) {
    return sketches.stream().map(one -> ((JsonObject) one).getString("estimate")).toList();
  }

  @Test
  void liveSketches() throws Exception {
    record("[{\"value\":\"ann\"}]");
    Queue<JsonObject> told = new ConcurrentLinkedQueue<>();
    JsonObject followed =
        request("liveSketches")
            .put("namespace", TestedService.VISITORS)
            .put("counters", new JsonArray().add(counter));
    isOk(done(client().live(followed, told::add)));
    awaitEstimate(told, "1");

    proxy.cutTunnels();
    record("[{\"value\":\"bob\"}]");
    proxy.tunnelAgain();

    awaitEstimate(told, "2");
    assertThat(told.stream().map(message -> Integer.valueOf(message.getString("events"))))
        .as("never backwards")
        .isSorted();
  }

  private void record(String values) {
    service().record(TestedService.VISITORS, counter, values);
  }

  private static void awaitEstimate(Queue<JsonObject> told, String estimate) {
    await()
        .until(
            () ->
                told.stream()
                    .anyMatch(message -> Objects.equals(message.getString("estimate"), estimate)));
  }
}
