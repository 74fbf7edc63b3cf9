package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.TestCassandra;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How much there may be, and be asked of a namespace, of the whole service. */
@EndToEnd
class QuotasIT {
  private static final String EVENT = "{\"kind\": \"event\"}";

  @TempDir private Path folder;

  private RunningQuipu start(int instances, TestCassandra cassandra, String name, String value)
      throws IOException {
    Path file = Files.writeString(folder.resolve("key"), KeyedApi.BOOTSTRAP);
    Map<String, String> variables =
        new HashMap<>(Map.of("QUIPU_AUTH", "keys", "QUIPU_BOOTSTRAP_KEY_FILE", file.toString()));
    variables.put(name, value);
    return RunningQuipu.start(instances, cassandra, variables);
  }

  private static KeyedApi first(RunningQuipu quipu, int instance) {
    return new KeyedApi(quipu.api(instance), KeyedApi.BOOTSTRAP);
  }

  @Test
  void noMoreNamespacesAreCreatedThanThereMayBe(TestCassandra cassandra) throws IOException {
    try (RunningQuipu quipu = start(2, cassandra, "QUIPU_MAX_NAMESPACES", "6")) {
      KeyedApi first = first(quipu, 0);
      first.send("PUT", "/v1/namespaces/a", EVENT).expect(201);
      first.send("PUT", "/v1/namespaces/b", EVENT).expect(201);
      List<CompletableFuture<Integer>> racing =
          IntStream.range(0, 16)
              .mapToObj(
                  i ->
                      CompletableFuture.supplyAsync(
                          () ->
                              first(quipu, i % 2)
                                  .send("PUT", "/v1/namespaces/r" + i, EVENT)
                                  .status()))
              .toList();
      List<Integer> statuses = racing.stream().map(CompletableFuture::join).toList();

      assertThat(statuses).containsOnly(201, 409);
      assertThat(statuses.stream().filter(status -> status == 201).count())
          .as("three with the default, and one more than those for the second instance")
          .isBetween(3L, 4L);
      Answer refused = first.send("PUT", "/v1/namespaces/c", EVENT).expect(409);
      assertThat(refused.problem()).isEqualTo("too-many-namespaces");
      assertThat(refused.json().getString("detail")).contains("QUIPU_MAX_NAMESPACES");
      first.send("PUT", "/v1/namespaces/a", "{\"retain\": \"2d\"}").expect(200);
      first.send("GET", "/v1/namespaces/c", "").expect(404);
    }
  }

  @Test
  void aCallerBeginsOnlySoManyCounters_andRecordsIntoAllThatThereAre(TestCassandra cassandra)
      throws IOException {
    try (RunningQuipu quipu = start(2, cassandra, "QUIPU_NEW_COUNTERS", "5")) {
      KeyedApi first = first(quipu, 0);
      first.send("PUT", "/v1/namespaces/tickets", "{\"kind\": \"linear\"}").expect(201);
      first
          .send("PUT", "/v1/namespaces/sums", "{\"kind\": \"sketch\", \"state\": \"sum\"}")
          .expect(201);
      KeyedApi holder = first.create("{\"scopes\": [\"record:*\", \"read:*\"]}");
      for (int i = 0; i < 3; i++) {
        record(holder, "default", "c" + i, "").expect(201);
        record(holder, "default", "c" + i, "").expect(201);
      }
      record(holder, "tickets", "t", "").expect(201);
      record(holder, "sums", "s", "{\"value\": 1}").expect(201);

      Answer refused = record(holder, "default", "c5", "").expect(429);
      assertThat(refused.problem()).isEqualTo("rate-limited");
      assertThat(refused.headers().firstValue("ratelimit-policy"))
          .hasValue("\"new-counters\";q=5;w=3600");
      long wait = Long.parseLong(refused.headers().firstValue("retry-after").orElseThrow());
      assertThat(wait).isBetween(600L, 720L);
      assertThat(events(first, "c5")).isZero();
      record(holder, "tickets", "other", "").expect(429);
      record(holder, "sums", "other", "{\"value\": 1}").expect(429);

      aBatchIsRefusedAsAWhole(first, holder);
      aMessageIsRefused(quipu.api(0), holder);
      record(first, "default", "c6", "").expect(201);
      whatExistsIsNewToNobody(holder.at(quipu.api(1)));
    }
  }

  private static void aBatchIsRefusedAsAWhole(KeyedApi first, KeyedApi holder) {
    holder.send("POST", "/v1/events", batch("c0", "c1", "c7")).expect(429);
    assertThat(events(first, "c0")).isEqualTo(2);
    holder.send("POST", "/v1/events", batch("c0", "c1", "c2")).expect(201);
    assertThat(events(first, "c0")).isEqualTo(3);
  }

  private static void aMessageIsRefused(Api api, KeyedApi holder) {
    try (LiveCounts live = holder.at(api).live("/v1/live")) {
      JsonObject message = new JsonObject().put("type", "record");
      live.say(message.copy().put("ref", 1).put("counter", "c8"));
      await().until(() -> live.hasHeard("error"));
      assertThat(live.errorStatus()).isEqualTo(429);
      live.say(message.copy().put("ref", 2).put("counter", "c1"));
      await().until(() -> live.hasHeard("recorded"));
    }
  }

  /** As after a restart: this instance has seen none of them, and takes nothing for them. */
  private static void whatExistsIsNewToNobody(KeyedApi holder) {
    for (int i = 0; i < 3; i++) {
      record(holder, "default", "c" + i, "").expect(201);
    }
    record(holder, "tickets", "t", "").expect(201);
    record(holder, "sums", "s", "{\"value\": 1}").expect(201);
    for (int i = 10; i < 15; i++) {
      record(holder, "default", "c" + i, "").expect(201);
    }
    record(holder, "default", "c15", "").expect(429);
  }

  @Test
  void aNamespaceHasARate_whoeverAsks_andTakesNothingFromOthers(TestCassandra cassandra)
      throws IOException {
    try (RunningQuipu quipu = start(1, cassandra, "QUIPU_NAMESPACE_RATE", "2")) {
      KeyedApi first = first(quipu, 0);
      first.send("PUT", "/v1/namespaces/votes", EVENT).expect(201);
      KeyedApi loud = first.create("{\"scopes\": [\"record:*\"]}");
      Answer refused =
          await().until(() -> record(loud, "votes", "a", ""), answer -> answer.status() != 201);
      assertThat(refused.expect(429).problem()).isEqualTo("rate-limited");
      assertThat(refused.headers().firstValue("ratelimit-policy"))
          .hasValue("\"namespace\";q=2;w=1");
      record(loud, "default", "a", "").expect(201);
      String many = batch(IntStream.range(0, 500).mapToObj(i -> "a").toArray(String[]::new));
      await().until(() -> loud.send("POST", "/v1/events", many).status() == 201);
      record(loud, "default", "a", "").expect(429);
      loud.send("GET", "/livez", "").expect(200);
    }
  }

  private static Answer record(KeyedApi api, String namespace, String counter, String body) {
    return api.send("POST", Api.path(namespace, counter) + "/events", body);
  }

  private static long events(KeyedApi api, String counter) {
    return api.send("GET", Api.path("default", counter), "").expect(200).json().getLong("events");
  }

  private static String batch(String... counters) {
    return List.of(counters).stream()
        .map(counter -> "{\"counter\": \"" + counter + "\"}")
        .collect(Collectors.joining(",", "[", "]"));
  }
}
