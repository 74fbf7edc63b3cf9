package io.quipu.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.counter.EventTime;
import io.quipu.dev.TestCassandra;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Counters that are set back to zero, through two instances, over a real Cassandra. */
@EndToEnd
class ResetIT {
  private static final int CLIENTS = 6;
  private static final int RESETS = 12;

  private static RunningQuipu quipu;

  private final ConcurrentLinkedQueue<UUID> recorded = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<String> ids = new ConcurrentLinkedQueue<>();

  @BeforeAll
  static void start(TestCassandra cassandra) {
    quipu = RunningQuipu.start(2, cassandra, Map.of("QUIPU_CHECKPOINT_PERIOD", "200ms"));
  }

  @AfterAll
  static void stop() {
    quipu.close();
  }

  private static UUID reset(Api api, String namespace, String counter) {
    Answer answer = api.delete(Api.path(namespace, counter)).expect(200);
    assertThat(answer.json().getString("status")).isEqualTo("reset");
    return UUID.fromString(answer.json().getString("at"));
  }

  @Test
  void countsWhatLiesAfterTheLastReset_underLoadFromTwoInstances() throws Exception {
    loaded("one", "{\"kind\": \"event\"}", 1);
  }

  @Test
  void countsWhatLiesAfterTheLastReset_onAllPagesOfACounter() throws Exception {
    loaded("spread", "{\"kind\": \"event\", \"shards\": 5}", 5);
  }

  private void loaded(String namespace, String settings, int seed) throws Exception {
    quipu.api(0).createNamespace(namespace, settings);
    LiveCounts live = LiveCounts.subscribed(quipu.api(1), namespace, "a");
    AtomicBoolean over = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    UUID last = new UUID(0, 0);
    try {
      List<Future<Void>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(threads.submit(client(quipu.api(i % 2), namespace, seed + "-" + i, over)));
      }
      for (int i = 0; i < RESETS; i++) {
        int before = recorded.size();
        await("some events").until(() -> recorded.size() > before + 150);
        last = reset(quipu.api(i % 2), namespace, "a");
        int after = recorded.size();
        await("some more").until(() -> recorded.size() > after + 20);
      }
      over.set(true);
      for (Future<Void> client : clients) {
        client.get();
      }
    } finally {
      over.set(true);
      threads.shutdown();
    }
    long reset = last.timestamp();
    long count = recorded.stream().filter(at -> at.timestamp() >= reset).count();
    assertThat(count).isBetween(20L, (long) recorded.size() - 150);
    assertCount(namespace, count);

    for (String id : ids) {
      quipu.api(0).record(namespace, "a", "{\"id\": \"" + id + "\"}").expect(201);
    }
    assertThat(quipu.api(1).outcome(namespace, "a", "{\"id\": \"" + ids.peek() + "\"}"))
        .as("an id from before the resets")
        .isEqualTo("duplicate");
    assertCount(namespace, count);
    await("the live count").until(() -> live.last() == count);
    live.close();
  }

  /** Each event adds 1; every other has an id. */
  private Callable<Void> client(Api api, String namespace, String name, AtomicBoolean over) {
    return () -> {
      for (int i = 0; !over.get(); i++) {
        String id = name + "-" + i;
        String event = i % 2 == 0 ? "{}" : "{\"id\": \"" + id + "\"}";
        JsonObject answer = api.record(namespace, "a", event).expect(201).json();
        recorded.add(UUID.fromString(answer.getString("at")));
        if (i % 2 == 1) {
          ids.add(id);
        }
      }
      return null;
    };
  }

  private static void assertCount(String namespace, long count) {
    for (int i = 0; i < 2; i++) {
      Api api = quipu.api(i);
      assertThat(api.count(namespace, "a").count()).isEqualTo(count);
      CountRead settled = api.settled(namespace, "a");
      assertThat(settled.count()).isEqualTo(count);
      assertThat(settled.events()).isEqualTo(count);
      for (String granularity : List.of("minute", "hour")) {
        assertThat(api.windowSum(namespace, "a", granularity)).isEqualTo(count);
      }
    }
    JsonObject recount = quipu.api(1).recount(namespace, "a");
    assertThat(recount.getLong("drift")).as(recount.encode()).isZero();
    assertThat(recount.getLong("recounted")).isEqualTo(count);
    assertThat(recount.getBoolean("complete")).isTrue();
  }

  @Test
  void everybodyIsToldOfIt_andTheWindowOfTheResetHasWhatItTookAway() {
    Api api = quipu.api(0);
    api.record("default", "told", "[{\"delta\": 40}, {\"delta\": 2}]").expect(201);
    try (LiveCounts here = LiveCounts.subscribed(api, "default", "told");
        LiveCounts there = LiveCounts.subscribed(quipu.api(1), "default", "told")) {
      await("the count").until(() -> here.last() == 42 && there.last() == 42);
      UUID at = reset(api, "default", "told");
      assertThat(api.count("default", "told")).extracting(CountRead::count).isEqualTo(0L);
      await("nothing").until(() -> here.last() == 0 && there.last() == 0);
      assertThat(here.counts().get(here.counts().size() - 1).events()).isZero();
      JsonObject event = api.record("default", "told", "{\"delta\": 3}").expect(201).json();
      assertThat(EventTime.of(UUID.fromString(event.getString("at"))))
          .isGreaterThan(EventTime.of(at));
      await("what came after").until(() -> here.last() == 3 && there.last() == 3);
    }
    assertThat(api.settled("default", "told").events()).isEqualTo(1);
    assertThat(api.windowSum("default", "told", "minute")).isEqualTo(3);
  }

  @Test
  void aCounterThatNeverCountedCanBeReset_andIsNotListedForThat() {
    Api api = quipu.api(0);
    api.createNamespace("empty");
    reset(api, "empty", "never");
    assertThat(api.settled("empty", "never").events()).isZero();
    api.outcome("empty", "other", "{}");
    await("the other one is listed")
        .until(() -> api.get("/v1/counters/empty").expect(200).text().contains("other"));
    assertThat(api.get("/v1/counters/empty").text()).doesNotContain("never");
  }

  @Test
  void otherKindsSayThatTheyCannot() {
    Api api = quipu.api(0);
    api.createNamespace("payments", "{\"kind\": \"latest\"}");
    assertThat(api.delete(Api.path("payments", "a")).expect(400).json().getString("field"))
        .isEqualTo("kind");
    api.delete(Api.path("nowhere", "a")).expect(404);
    api.createNamespace("once", "{\"kind\": \"unique\"}");
    assertThat(api.outcome("once", "a", "{\"id\": \"x\"}")).isEqualTo("counted");
    reset(api, "once", "a");
    assertThat(api.outcome("once", "a", "{\"id\": \"x\"}")).isEqualTo("duplicate");
    assertThat(api.count("once", "a").count()).isZero();
  }
}
