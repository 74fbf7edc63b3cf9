package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.AtOnce;
import io.quipu.testing.dev.TestCassandra;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How much there may be, and be asked of a namespace and by a caller, of the whole service. */
@AtOnce
@EndToEnd
class QuotasIT {
  private static final String EVENT = "{\"kind\": \"event\"}";
  private static final String RATED = Api.path("default", "rated") + "/events";

  @TempDir private static Path folder;
  private static TestCassandra cassandra;
  private static RunningQuipu bounded;

  @BeforeAll
  static void start(TestCassandra server) throws IOException {
    cassandra = server;
    bounded =
        start(
            2,
            withKeys(
                Map.of(
                    "QUIPU_MAX_NAMESPACES",
                    "9",
                    "QUIPU_NEW_COUNTERS",
                    "5",
                    "QUIPU_NEW_SERIES",
                    "4")));
    KeyedApi first = first(bounded, 0);
    first.send("PUT", "/v1/namespaces/votes", EVENT).expect(201);
    first.send("PUT", "/v1/namespaces/tickets", "{\"kind\": \"linear\"}").expect(201);
    first
        .send("PUT", "/v1/namespaces/sums", "{\"kind\": \"sketch\", \"state\": \"sum\"}")
        .expect(201);
  }

  @AfterAll
  static void stop() {
    bounded.close();
  }

  private static Map<String, String> withKeys(Map<String, String> more) throws IOException {
    Path file = Files.writeString(folder.resolve("key"), KeyedApi.BOOTSTRAP);
    Map<String, String> variables =
        new HashMap<>(Map.of("QUIPU_AUTH", "keys", "QUIPU_BOOTSTRAP_KEY_FILE", file.toString()));
    variables.putAll(more);
    return variables;
  }

  private static RunningQuipu start(int instances, Map<String, String> variables) {
    return RunningQuipu.start(instances, cassandra.contactPoint(), cassandra.keyspace(), variables);
  }

  private static KeyedApi first(RunningQuipu quipu, int instance) {
    return new KeyedApi(quipu.api(instance), KeyedApi.BOOTSTRAP);
  }

  @Test
  void noMoreNamespacesAreCreatedThanThereMayBe() throws Exception {
    KeyedApi first = first(bounded, 0);
    first.send("PUT", "/v1/namespaces/a", EVENT).expect(201);
    first.send("PUT", "/v1/namespaces/b", EVENT).expect(201);
    List<Callable<Integer>> racing = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      KeyedApi one = first(bounded, i % 2);
      String path = "/v1/namespaces/r" + i;
      racing.add(() -> one.send("PUT", path, EVENT).status());
    }
    List<Integer> statuses = Clients.atOnce(racing);
    assertThat(statuses).containsOnly(201, 409);
    assertThat(Collections.frequency(statuses, 201))
        .as("three with the six that there are, and one more than those for the second instance")
        .isBetween(3, 4);
    Answer refused = first.send("PUT", "/v1/namespaces/c", EVENT).expect(409);
    assertThat(refused.problem()).isEqualTo("too-many-namespaces");
    assertThat(refused.json().getString("detail")).contains("QUIPU_MAX_NAMESPACES");
    first.send("PUT", "/v1/namespaces/a", "{\"retain\": \"2d\"}").expect(200);
    first.send("GET", "/v1/namespaces/c", "").expect(404);
  }

  @Test
  void aNamespaceBeginsOnlySoManySeries_andRecordsIntoAllThatThereAre() {
    KeyedApi first = first(bounded, 0);
    first.send("PUT", "/v1/namespaces/votes", "{\"labels\": [\"country\"]}").expect(200);
    for (int i = 0; i < 4; i++) {
      record(first, "votes", "broken", labelled("c" + i)).expect(201);
      record(first, "votes", "broken", labelled("c" + i)).expect(201);
    }
    Answer refused = record(first, "votes", "broken", labelled("c4")).expect(429);
    assertThat(refused.headers().firstValue("ratelimit-policy"))
        .hasValue("\"new-series\";q=4;w=3600");
    String batch = "[" + labelled("c0") + "," + labelled("c5") + "," + labelled("c6") + "]";
    record(first, "votes", "broken", batch).expect(429);
    String many =
        "[{\"namespace\": \"votes\", \"counter\": \"broken\", \"labels\": {\"country\": \"c7\"}}]";
    first.send("POST", "/v1/events", many).expect(429);
    String path = Api.path("votes", "broken");
    assertThat(first.send("GET", path, "").expect(200).json().getLong("count")).isEqualTo(8);
    assertThat(first.send("GET", path + "?by=country", "").expect(200).json().getLong("total"))
        .isEqualTo(4);
    assertThat(bounded.api(0).meter("quipu_series_refused_total")).isEqualTo(4);
    record(first(bounded, 1), "votes", "broken", labelled("c0")).expect(201);
  }

  private static String labelled(String country) {
    return "{\"labels\": {\"country\": \"" + country + "\"}}";
  }

  @Test
  void aCallerBeginsOnlySoManyCounters_andRecordsIntoAllThatThereAre() {
    KeyedApi first = first(bounded, 0);
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
    assertThat(retryAfter(refused)).isBetween(600L, 720L);
    assertThat(events(first, "c5")).isZero();
    record(holder, "tickets", "other", "").expect(429);
    record(holder, "sums", "other", "{\"value\": 1}").expect(429);
    aBatchIsRefusedAsAWhole(first, holder);
    aMessageIsRefused(holder);
    record(first, "default", "c6", "").expect(201);
    whatExistsIsNewToNobody(holder.at(bounded.api(1)));
  }

  private static void aBatchIsRefusedAsAWhole(KeyedApi first, KeyedApi holder) {
    holder.send("POST", "/v1/events", batch(List.of("c0", "c1", "c7"))).expect(429);
    assertThat(events(first, "c0")).isEqualTo(2);
    holder.send("POST", "/v1/events", batch(List.of("c0", "c1", "c2"))).expect(201);
    assertThat(events(first, "c0")).isEqualTo(3);
  }

  private static void aMessageIsRefused(KeyedApi holder) {
    try (LiveCounts live = holder.live("/v1/live")) {
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
  void aNamespaceHasARate_whoeverAsks_andTakesNothingFromOthers() throws IOException {
    try (RunningQuipu quipu = start(1, withKeys(Map.of("QUIPU_NAMESPACE_RATE", "2")))) {
      KeyedApi loud = first(quipu, 0).create("{\"scopes\": [\"record:*\"]}");
      Answer refused =
          await().until(() -> record(loud, "votes", "a", ""), answer -> answer.status() != 201);
      assertThat(refused.expect(429).problem()).isEqualTo("rate-limited");
      assertThat(refused.headers().firstValue("ratelimit-policy"))
          .hasValue("\"namespace\";q=2;w=1");
      record(loud, "default", "a", "").expect(201);
      String many = batch(Collections.nCopies(500, "a"));
      await().until(() -> loud.send("POST", "/v1/events", many).status() == 201);
      record(loud, "default", "a", "").expect(429);
      loud.send("GET", "/livez", "").expect(200);
    }
  }

  @Test
  void anAddressHasTheUsualRate_whereNobodyIsAsked() {
    try (RunningQuipu quipu = start(1, Map.of("QUIPU_RATE", "1"))) {
      KeyedApi anyone = new KeyedApi(quipu.api(0), "");
      await().until(() -> anyone.send("POST", RATED, "").status() == 429);
      anyone.send("GET", "/livez", "").expect(200);
      await().until(() -> anyone.send("POST", RATED, "").status() == 201);
    }
  }

  @Test
  void aKeyHasItsOwnRate_andTakesNothingFromOthers(SharedQuipu shared) {
    KeyedApi first = first(shared.keyed(), 0);
    KeyedApi slow =
        first.create("{\"scopes\": [\"record:*\", \"read:*\", \"admin:*\"], \"rate\": 2}");
    Answer refused =
        await().until(() -> slow.send("POST", RATED, ""), answer -> answer.status() != 201);
    assertThat(refused.expect(429).problem()).isEqualTo("rate-limited");
    assertThat(refused.headers().firstValue("retry-after")).hasValue("1");
    assertThat(refused.headers().firstValue("ratelimit-policy")).hasValue("\"caller\";q=2;w=1");
    assertThat(refused.headers().firstValue("ratelimit")).hasValue("\"caller\";r=0;t=1");
    first.send("POST", RATED, "").expect(201);
    batchesCostTheirEvents(slow);
    aSocketIsClosed(shared.keyed().api(0), slow);
  }

  /** A batch passes a full bucket, and is paid off before anything else. */
  private static void batchesCostTheirEvents(KeyedApi slow) {
    String batch = batch(Collections.nCopies(10, "rated"));
    await()
        // each try takes a token, and all of them have to be there
        .pollInterval(Duration.ofSeconds(2))
        .until(() -> slow.send("POST", "/v1/events", batch).status() == 201);
    assertThat(retryAfter(slow.send("POST", RATED, "").expect(429))).isBetween(2L, 5L);
  }

  private static void aSocketIsClosed(Api api, KeyedApi slow) {
    await().until(() -> slow.send("GET", "/v1/namespaces/default", "").status() == 200);
    try (LiveCounts live = new LiveCounts(api.webSocket("/v1/live"))) {
      live.say(new JsonObject().put("type", "authenticate").put("token", slow.key()));
      JsonObject event = new JsonObject().put("type", "record").put("counter", "rated");
      int said = 0;
      while (said < 40 && live.saysWhileOpen(event.put("ref", said))) {
        said++;
      }
      assertThat(live.closeCode()).isEqualTo(4429);
      assertThat(live.errorStatus()).isEqualTo(429);
    }
  }

  private static long retryAfter(Answer refused) {
    return Long.parseLong(refused.headers().firstValue("retry-after").orElseThrow());
  }

  private static Answer record(KeyedApi api, String namespace, String counter, String body) {
    return api.send("POST", Api.path(namespace, counter) + "/events", body);
  }

  private static long events(KeyedApi api, String counter) {
    return api.send("GET", Api.path("default", counter), "").expect(200).json().getLong("events");
  }

  private static String batch(List<String> counters) {
    return Api.array(counters, "{\"counter\": \"%s\"}"::formatted);
  }
}
