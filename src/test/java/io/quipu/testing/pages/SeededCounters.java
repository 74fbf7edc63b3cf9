package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;

/** What there is for the pages to show, as a program has recorded it. */
final class SeededCounters {
  private static final int BATCH = 1_000;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI service;
  private final String key;

  SeededCounters(URI service) {
    this(service, "");
  }

  /**
   * @param key that is shown; none if it is empty
   */
  SeededCounters(URI service, String key) {
    this.service = service;
    this.key = key;
  }

  /** Makes a namespace of kind event. */
  void create(String namespace) throws Exception {
    send("PUT", "/v1/namespaces/" + namespace, "{\"kind\": \"event\"}");
  }

  /** Records so many events, each of the counter that has its number. */
  void record(String namespace, int events, IntFunction<String> counter) throws Exception {
    for (int from = 0; from < events; from += BATCH) {
      JsonArray batch = new JsonArray();
      for (int i = from; i < Math.min(events, from + BATCH); i++) {
        batch.add(new JsonObject().put("namespace", namespace).put("counter", counter.apply(i)));
      }
      send("POST", "/v1/events", batch.encode());
    }
  }

  /** Records 9,999,999,999,999,999,990, which is more than a long can be. */
  void recordBeyond64Bits(String namespace, String counter) throws Exception {
    String name = URLEncoder.encode(counter, StandardCharsets.UTF_8).replace("+", "%20");
    for (int i = 0; i < 10; i++) {
      send(
          "POST",
          "/v1/counters/" + namespace + "/" + name + "/events",
          "[" + "{\"delta\": 1000000000000000},".repeat(999) + "{\"delta\": 999999999999999}]");
    }
  }

  /** Changes a namespace that there is. */
  void change(String namespace, String settings) throws Exception {
    send("PUT", "/v1/namespaces/" + namespace, settings, 200);
  }

  /** What is answered to a request that must be answered with 201. */
  String send(String method, String path, String body) throws Exception {
    return send(method, path, body, 201);
  }

  private String send(String method, String path, String body, int status) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(service + path))
            .method(method, BodyPublishers.ofString(body))
            .header("Content-Type", "application/json");
    if (!key.isEmpty()) {
      request.header("Authorization", "Bearer " + key);
    }
    HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    return answer.body();
  }
}
