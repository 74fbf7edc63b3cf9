package io.quipu.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rows of {@code clients/behaviours.md}: all counters of a prefix that are followed. */
abstract class PrefixBehaviours extends Behaviours {
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
