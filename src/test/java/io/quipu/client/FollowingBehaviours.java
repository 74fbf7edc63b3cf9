package io.quipu.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rows of {@code clients/behaviours.md}: counters of a prefix, and series, that are followed. */
abstract class FollowingBehaviours extends Behaviours {
  /** The most counters that one connection follows. */
  private static final int MOST = 1_000;

  private final Queue<JsonObject> told = new ConcurrentLinkedQueue<>();

  @Test
  void livePrefix() throws Exception {
    record(".a", 1);
    record(".b", 10);
    record(".gone", 5);
    record("-other", 7);
    follow(request("livePrefix").put("prefix", counter + "."));
    awaitCounts(".a", "1");
    awaitCounts(".b", "10");
    awaitCounts(".gone", "5");
    record(".new", 3);
    awaitCounts(".new", "3");
    record(".a", 2);
    awaitCounts(".a", "1", "3");

    proxy.cutTunnels();
    service().purge(counter + ".gone");
    record(".a", 4);
    record(".newer", 6);
    proxy.tunnelAgain();

    awaitCounts(".a", "1", "3", "7");
    awaitCounts(".newer", "6");
    awaitCounts(".gone", "5", "0");
    record(".b", 20);
    awaitCounts(".b", "10", "30");
    assertThat(told).noneMatch(message -> message.getString("counter").endsWith("-other"));
    assertThat(proxy.tunnels()).as("one connection for all").isEqualTo(1);
  }

  @Test
  void livePrefixMany() {
    service().recordAll(events(0, MOST));
    follow(request("livePrefix").put("prefix", counter + "."));
    await()
        .untilAsserted(
            () ->
                assertThat(told.stream().map(message -> message.getString("counter")).distinct())
                    .hasSize(MOST));
    assertThat(proxy.tunnels()).isEqualTo(1);

    service().recordAll(events(MOST, MOST + 1));
    JsonObject error = awaitError();
    assertThat(error.getInteger("status")).as(error.encode()).isEqualTo(400);
    assertThat(error.getString("detail")).contains("at most " + MOST + " counters");
    await().until(() -> proxy.tunnels() == 0);
  }

  @Test
  void livePrefixDeleted() {
    String namespace = "prefix-" + counter;
    service().putNamespace(namespace);
    service().record(namespace, counter, "[{\"delta\":1}]");
    follow(request("livePrefix").put("prefix", "").put("namespace", namespace));
    awaitCounts("", "1");

    service().deleteNamespace(namespace);
    JsonObject error = awaitError();
    assertThat(error.getInteger("status")).as(error.encode()).isEqualTo(404);
  }

  @Test
  void liveSeries() throws Exception {
    recordSeries("CH", "free", 5);
    recordSeries("DE", "free", 2);
    JsonObject broken =
        request("liveSeries").put("counter", counter).put("namespace", TestedService.BROKEN);
    follow(broken.copy().put("by", new JsonArray().add("country")));
    awaitSeries(told, "CH 5", "DE 2");
    Queue<JsonObject> swiss = new ConcurrentLinkedQueue<>();
    JsonObject where = new JsonObject().put("country", "CH");
    JsonObject plans = broken.copy().put("by", new JsonArray().add("plan")).put("where", where);
    isOk(done(client().live(plans, swiss::add)));
    awaitSeries(swiss, "CH free 5");

    proxy.cutTunnels();
    recordSeries("CH", "pro", 4);
    recordSeries("FR", "free", 1);
    proxy.tunnelAgain();

    awaitSeries(told, "CH 9", "DE 2", "FR 1");
    awaitSeries(swiss, "CH free 5", "CH pro 4");
    recordSeries("DE", "free", 10);
    awaitSeries(told, "DE 12", "CH 9", "FR 1");
    assertThat(told.stream().map(FollowingBehaviours::events)).as("never backwards").isSorted();
  }

  private void recordSeries(String country, String plan, int delta) {
    JsonObject labels = new JsonObject().put("country", country).put("plan", plan);
    JsonArray events =
        new JsonArray().add(new JsonObject().put("delta", delta).put("labels", labels));
    service().record(TestedService.BROKEN, counter, events.encode());
  }

  private static List<JsonObject> series(JsonObject message) {
    return message.getJsonArray("series").stream().map(JsonObject.class::cast).toList();
  }

  private static int events(JsonObject message) {
    return series(message).stream()
        .mapToInt(one -> Integer.parseInt(one.getString("events")))
        .sum();
  }

  /** Awaits a message with these series, each as its labels and its count. */
  private static void awaitSeries(Queue<JsonObject> told, String... expected) {
    await()
        .untilAsserted(
            () ->
                assertThat(told.stream().map(FollowingBehaviours::shown))
                    .contains(List.of(expected)));
  }

  private static List<String> shown(JsonObject message) {
    return series(message).stream()
        .map(
            one ->
                new TreeMap<>(one.getJsonObject("labels").getMap())
                        .values().stream().map(Object::toString).collect(Collectors.joining(" "))
                    + " "
                    + one.getString("count"))
        .toList();
  }

  private void follow(JsonObject request) {
    isOk(done(client().live(request, told::add)));
  }

  private void record(String name, int delta) {
    service().record(counter + name, "[{\"delta\":" + delta + "}]");
  }

  private String events(int from, int before) {
    return IntStream.range(from, before)
        .mapToObj(
            i ->
                new JsonObject()
                    .put("namespace", TestedService.NAMESPACE)
                    .put("counter", counter + "." + i)
                    .put("delta", 1)
                    .encode())
        .collect(Collectors.joining(",", "[", "]"));
  }

  /** The counts of one counter, in the order in which they were told, each once. */
  private void awaitCounts(String name, String... counts) {
    await()
        .untilAsserted(
            () ->
                assertThat(
                        told.stream()
                            .filter(one -> (counter + name).equals(one.getString("counter")))
                            .map(one -> one.getString("count"))
                            .distinct())
                    .containsExactly(counts));
  }

  private JsonObject awaitError() {
    await().until(() -> told.stream().anyMatch(message -> message.containsKey("error")));
    return told.stream().filter(one -> one.containsKey("error")).findFirst().orElseThrow();
  }
}
