package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.engine.windows.EventTime;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;

/** Clients of two instances that record for one counter while it is reset through both. */
final class ResettingLoad {
  private static final int CLIENTS = 6;
  private static final int IDS_AT_ONCE = 500;

  private final ConcurrentLinkedQueue<UUID> recorded = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<String> ids = new ConcurrentLinkedQueue<>();
  private final RunningQuipu quipu;
  private final String namespace;

  ResettingLoad(RunningQuipu quipu, String namespace) {
    this.quipu = quipu;
    this.namespace = namespace;
  }

  /** Records and resets, and holds what is there in the end against what was acknowledged. */
  void run(String settings, int resets) {
    quipu.api(0).createNamespace(namespace, settings);
    try (LiveCounts live = LiveCounts.subscribed(quipu.api(1), namespace, "a")) {
      EventTime last = load(resets);
      long count = recorded.stream().filter(at -> EventTime.of(at).compareTo(last) >= 0).count();
      assertThat(count).isBetween(20L, (long) recorded.size() - 150);
      assertCount(count);
      sendIdsAgain();
      assertCount(count);
      await("the live count").until(() -> live.last() == count);
    }
  }

  /** Returns when the last reset was. */
  private EventTime load(int resets) {
    EventTime last = EventTime.MIN;
    try (Clients clients =
        Clients.start(CLIENTS, i -> over -> send(quipu.api(i % 2), "client" + i, over))) {
      for (int i = 0; i < resets; i++) {
        int before = recorded.size();
        await("some events").until(() -> recorded.size() > before + 150);
        last = EventTime.of(ResetIT.reset(quipu.api(i % 2), namespace, "a"));
        assertThat(EventTime.of(record(quipu.api((i + 1) % 2), "{}")))
            .as("an event that was sent to the other instance after that")
            .isGreaterThan(last);
        int after = recorded.size();
        await("some more").until(() -> recorded.size() > after + 20);
      }
      clients.end();
    }
    return last;
  }

  private UUID record(Api api, String event) {
    JsonObject answer = api.record(namespace, "a", event).expect(201).json();
    UUID at = UUID.fromString(answer.getString("at"));
    recorded.add(at);
    return at;
  }

  /** Each event adds 1; every other has an id. */
  private void send(Api api, String name, BooleanSupplier over) {
    for (int i = 0; !over.getAsBoolean(); i++) {
      String id = name + "-" + i;
      record(api, i % 2 == 0 ? "{}" : "{\"id\": \"" + id + "\"}");
      if (i % 2 == 1) {
        ids.add(id);
      }
    }
  }

  private void sendIdsAgain() {
    List<String> all = List.copyOf(ids);
    for (int from = 0; from < all.size(); from += IDS_AT_ONCE) {
      JsonArray events = new JsonArray();
      all.subList(from, Math.min(all.size(), from + IDS_AT_ONCE))
          .forEach(id -> events.add(new JsonObject().put("id", id)));
      quipu.api(0).record(namespace, "a", events.encode()).expect(201);
    }
    assertThat(quipu.api(1).outcome(namespace, "a", "{\"id\": \"" + all.get(0) + "\"}"))
        .as("an id from before the resets")
        .isEqualTo("duplicate");
  }

  private void assertCount(long count) {
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
    quipu.api(1).assertRecounts(namespace, "a", count);
  }
}
