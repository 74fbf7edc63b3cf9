package io.quipu.testing.pages;

import static org.awaitility.Awaitility.await;

import io.quipu.testing.e2e.Api;
import io.quipu.testing.e2e.KeyedApi;
import io.quipu.testing.e2e.RunningQuipu;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.IntFunction;

/** What there is for the pages to show, as a program has recorded it. */
final class SeededCounters {
  private static final int BATCH = 1_000;

  private final KeyedApi api;

  SeededCounters(RunningQuipu quipu) {
    this(new KeyedApi(quipu.api(0), ""));
  }

  SeededCounters(KeyedApi api) {
    this.api = api;
  }

  /** Makes a namespace of kind event. */
  void create(String namespace) {
    put(namespace, "{\"kind\": \"event\"}", 201);
  }

  void put(String namespace, String settings, int status) {
    api.send("PUT", "/v1/namespaces/" + namespace, settings).expect(status);
  }

  /** Records so many events, each of the counter that has its number. */
  void record(String namespace, int events, IntFunction<String> counter) {
    for (int from = 0; from < events; from += BATCH) {
      JsonArray batch = new JsonArray();
      for (int i = from; i < Math.min(events, from + BATCH); i++) {
        batch.add(new JsonObject().put("namespace", namespace).put("counter", counter.apply(i)));
      }
      api.send("POST", "/v1/events", batch.encode()).expect(201);
    }
  }

  /** Waits until a namespace lists so many counters, up to 1,000: names are listed once settled. */
  void awaitListed(String namespace, int counters) {
    String path = "/v1/counters/" + namespace + "?limit=1000";
    await()
        .until(
            () ->
                api.send("GET", path, "").expect(200).json().getJsonArray("counters").size()
                    == counters);
  }

  /** Records events of one counter, as they are written. */
  void recordOf(String namespace, String counter, String events) {
    api.send("POST", Api.path(namespace, counter) + "/events", events).expect(201);
  }

  /** Records so many events of one counter, each of one of the countries and one of two plans. */
  void recordLabels(String namespace, String counter, int events, List<String> countries) {
    JsonArray batch = new JsonArray();
    for (int i = 0; i < events; i++) {
      JsonObject labels = new JsonObject().put("country", countries.get(i % countries.size()));
      batch.add(new JsonObject().put("labels", labels.put("plan", i % 3 == 0 ? "pro" : "")));
    }
    recordOf(namespace, counter, batch.encode());
  }

  /** Records 9,999,999,999,999,999,990, which is more than a long can be. */
  void recordBeyond64Bits(String namespace, String counter) {
    String most = "{\"delta\": 1000000000000000},";
    for (int i = 0; i < 10; i++) {
      recordOf(namespace, counter, "[" + most.repeat(999) + "{\"delta\": 999999999999999}]");
    }
  }
}
