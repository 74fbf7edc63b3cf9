package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Instances are killed while counters are purged and a namespace is deleted, and others are
 * counted.
 */
@Thorough
@EndToEnd
class DeletionKilledIT {
  private static final int COUNTERS = 2_000;
  private static final List<String> PURGED =
      IntStream.range(0, 8).mapToObj(i -> "user/" + i).toList();
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private final AtomicInteger neighbours = new AtomicInteger();
  private volatile List<Api> apis = List.of();

  @Test
  void allIsGoneInTheEnd_andNothingElse(TestCassandra cassandra) {
    String keyspace = cassandra.freshKeyspace();
    Map<String, String> settings = new HashMap<>(ShutdownIT.SHORT_LEASE);
    settings.put("QUIPU_COLLECTION_WAIT", "5s");
    Map<String, String> environment = RunningQuipu.environment(cassandra.contactPoint(), keyspace);
    environment.putAll(settings);
    try (RunningQuipu steady = RunningQuipu.start(1, cassandra.contactPoint(), keyspace, settings);
        SeparateQuipu first = SeparateQuipu.start(environment);
        SeparateQuipu second = SeparateQuipu.start(environment)) {
      Api api = steady.api(0);
      apis = List.of(api, first.awaitReady(), second.awaitReady());
      for (String namespace : List.of("kept", "people", "doomed")) {
        api.createNamespace(namespace, "{\"deduplicate\": \"forever\", \"rows\": \"forever\"}");
      }
      String events =
          Api.array(
              IntStream.range(0, COUNTERS).boxed().toList(),
              i -> "{\"namespace\": \"doomed\", \"counter\": \"c" + i + "\", \"id\": \"e\"}");
      api.post("/v1/events", "application/json", events).expect(201);
      PURGED.forEach(person -> api.record("people", person, "{\"id\": \"e\"}").expect(201));
      api.settled("doomed", "c0");
      try (Clients clients = Clients.start(2, i -> over -> countNeighbours(i, over))) {
        await()
            .atMost(PATIENCE)
            .until(() -> apis.get(1).delete("/v1/namespaces/doomed").status() == 202);
        first.kill();
        PURGED.parallelStream().forEach(person -> purge(api, person));
        try (SeparateQuipu third = SeparateQuipu.start(environment)) {
          apis = List.of(api, third.awaitReady());
          await().atMost(PATIENCE).until(() -> done(api) > 0);
          second.kill();
          PURGED.forEach(person -> again(third.awaitReady(), person));
          await().atMost(PATIENCE).until(() -> isGone(api));
          clients.end();
        }
      }
      assertIsAsItShouldBe(api);
    }
  }

  private void assertIsAsItShouldBe(Api api) {
    api.createNamespace("doomed", "{}");
    assertThat(list(api, "doomed")).isZero();
    assertThat(api.count("doomed", "c0").count()).isZero();
    for (String person : PURGED) {
      assertThat(api.settled("people", person).count()).as(person).isEqualTo(1);
      api.assertRecounts("people", person, 1);
    }
    assertThat(api.settled("kept", "neighbour").count()).isEqualTo(neighbours.get());
    api.assertRecounts("kept", "neighbour", neighbours.get());
  }

  /** Sends each event until it is acknowledged, to whoever answers. */
  private void countNeighbours(int client, BooleanSupplier over) throws InterruptedException {
    for (int i = 0; !over.getAsBoolean(); i++) {
      String event = "{\"id\": \"" + client + "-" + i + "\"}";
      for (int attempt = 0; !isRecorded(attempt, event); attempt++) {
        Thread.sleep(20);
      }
      neighbours.incrementAndGet();
      Thread.sleep(5);
    }
  }

  private boolean isRecorded(int attempt, String event) {
    List<Api> some = apis;
    try {
      return some.get(attempt % some.size()).record("kept", "neighbour", event).status() == 201;
    } catch (RuntimeException | AssertionError gone) {
      return false;
    }
  }

  private static void purge(Api api, String person) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> api.delete(Api.path("people", person) + "?purge=true"),
            answer -> answer.status() == 202);
  }

  /** The same id is a new event for a counter that was purged. */
  private static void again(Api api, String person) {
    await()
        .atMost(PATIENCE)
        .until(() -> api.record("people", person, "{\"id\": \"e\"}"), one -> one.status() == 201);
  }

  private static JsonObject deleting(Api api) {
    return api.get("/v1/namespaces?deleting=true").expect(200).json();
  }

  private static int done(Api api) {
    return deleting(api).getJsonArray("namespaces").stream()
        .mapToInt(one -> ((JsonObject) one).getInteger("done"))
        .findFirst()
        .orElse(1);
  }

  private static boolean isGone(Api api) {
    JsonObject left = deleting(api);
    return left.getJsonArray("namespaces").isEmpty() && left.getJsonArray("counters").isEmpty();
  }

  private static int list(Api api, String namespace) {
    return api.get("/v1/counters/" + namespace).expect(200).json().getJsonArray("counters").size();
  }
}
