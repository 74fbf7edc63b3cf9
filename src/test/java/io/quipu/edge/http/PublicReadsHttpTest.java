package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.kind.Publicity;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.ops.config.AuthConfig;
import io.quipu.service.access.AccessRules;
import io.quipu.service.auth.KeyOrigins;
import io.quipu.service.rates.MeasuredRates;
import io.quipu.service.rates.RateLimits;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What everybody may read of public namespaces, and what the pages of any origin may. */
class PublicReadsHttpTest extends HttpTest {
  private static final String FOREIGN = "Origin: https://evil.example";
  private static final String PREFLIGHT = FOREIGN + "; Access-Control-Request-Method: ";
  private static final List<String> READS =
      List.of(
          "",
          "/windows?granularity=hour&from=-2h&to=now",
          "/total?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z",
          "/badge.svg");

  @Override
  TestService service() {
    return serviceOf(AuthConfig.Method.NONE, new RateLimits(0, 0, 0, Clock.system()));
  }

  private static TestService serviceOf(AuthConfig.Method proof, RateLimits rates) {
    TestService service =
        new TestService(
            options -> options.access = new AccessRules(proof, new KeyOrigins(), rates));
    service.exists("votes");
    Namespace plain = Namespace.of("shown", "event");
    service.namespaces.put(
        "shown",
        new Namespace(
            "shown",
            plain.kind(),
            plain.deduplicate(),
            plain.retain(),
            plain.shards(),
            plain.windows(),
            Map.of(Publicity.SETTING.name(), "read")));
    return service;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        FOREIGN,
        FOREIGN + "; Sec-Fetch-Site: cross-site; Sec-Fetch-Mode: cors",
        "Origin: null",
        "Origin: http://localhost:1"
      })
  void pagesOfEveryOriginReadPublicNamespaces(String headers) {
    for (String read : READS) {
      RawHttp.Response answer = send("GET", "/v1/counters/shown/a" + read, headers);
      assertThat(answer.status()).as(read + answer.text()).isEqualTo(200);
      assertOpen(answer);
    }
    assertOpen(send("GET", "/v1/counters/shown/top", headers));
    assertOpen(counts(service, headers, "shown"));
    assertOpen(query(headers, "shown"));
    assertThat(query(headers, "shown", "votes").status()).isEqualTo(403);
  }

  private RawHttp.Response query(String headers, String... namespaces) {
    List<JsonObject> queries = new ArrayList<>();
    for (String namespace : namespaces) {
      queries.add(
          new JsonObject().put("id", namespace).put("namespace", namespace).put("ask", "top"));
    }
    String body = new JsonObject().put("queries", queries).encode();
    String more = headers + "; Content-Type: application/json; Content-Length: " + body.length();
    return RawHttp.exchange(service.base(), request("POST", "/v1/query", more, body));
  }

  private static void assertOpen(RawHttp.Response answer) {
    assertThat(answer.headers())
        .containsEntry("access-control-allow-origin", "*")
        .doesNotContainKey("access-control-allow-credentials")
        .doesNotContainKey("access-control-allow-private-network");
    assertThat(answer.headers().get("access-control-expose-headers").split(","))
        .contains("ETag", "Link", "Retry-After", "X-Request-Id");
  }

  /** Also what is wrong with what it asks. */
  @Test
  void aPageReadsProblemsOfPublicNamespaces() {
    RawHttp.Response answer =
        send("GET", "/v1/counters/shown/a/windows?granularity=eon&from=-1h&to=now", FOREIGN);
    assertThat(answer.status()).isEqualTo(400);
    assertOpen(answer);
    assertThat(new JsonObject(answer.text()).getString("field")).isEqualTo("granularity");
  }

  /** What a cache keeps of an answer to this site is right for pages of others. */
  @Test
  void answersThatCachesKeep_areForEveryOrigin_whoeverAsked() {
    for (String path : List.of("/v1/counters/shown/a", "/v1/counters/shown/a/badge.svg")) {
      RawHttp.Response own = send("GET", path, "Accept: */*");
      assertThat(own.headers()).containsEntry("access-control-allow-origin", "*");
      RawHttp.Response known =
          send("GET", path, "If-None-Match: " + own.headers().get("etag") + "; " + FOREIGN);
      assertThat(known.status()).isEqualTo(304);
      assertOpen(known);
    }
    for (String path : List.of("/v1/counters/votes/a", "/v1/counters/votes/a/badge.svg")) {
      assertThat(send("GET", path, "Accept: */*").headers())
          .doesNotContainKey("access-control-allow-origin");
    }
  }

  /** Nothing that a page can see tells one that is not public from one that is not there. */
  @ParameterizedTest
  @EnumSource(
      value = AuthConfig.Method.class,
      names = {"NONE", "KEYS"})
  void pagesLearnNothingOfOtherNamespaces(AuthConfig.Method proof) {
    service.close();
    service = serviceOf(proof, new RateLimits(0, 0, 0, Clock.system()));
    for (String read : READS) {
      String path = "/v1/counters/votes/a" + read;
      assertThat(seen(send("GET", path, FOREIGN)))
          .as(read)
          .isEqualTo(seen(send("GET", path.replace("votes", "missing"), FOREIGN)))
          .containsEntry("status", "403")
          .doesNotContainKey("access-control-allow-origin");
    }
    assertThat(seen(send("GET", "/v1/counters/votes/top", FOREIGN)))
        .isEqualTo(seen(send("GET", "/v1/counters/NO/top", FOREIGN)))
        .containsEntry("status", "403");
    for (String some : List.of("votes", "missing")) {
      RawHttp.Response many = counts(service, FOREIGN, "shown", some);
      assertThat(many.status()).isEqualTo(403);
      assertThat(many.headers()).doesNotContainKey("access-control-allow-origin");
    }
  }

  /** Not even in how long it takes: also one that others use is looked up anew, and then known. */
  @Test
  void pagesMeasureNothingOfOtherNamespaces() {
    try (RawHttp http = new RawHttp(service.base())) {
      http.ask(request("GET", "/v1/counters/votes/a", "Accept: */*", ""));
      for (String namespace : List.of("votes", "missing")) {
        for (int lookups : new int[] {1, 0, 0}) {
          int before = service.finds.get();
          String path = "/v1/counters/" + namespace + "/a";
          assertThat(http.ask(request("GET", path, FOREIGN, "")).status()).isEqualTo(403);
          assertThat(service.finds.get() - before).as(namespace).isEqualTo(lookups);
        }
      }
    }
  }

  private static Map<String, String> seen(RawHttp.Response answer) {
    Map<String, String> seen = new TreeMap<>(answer.headers());
    seen.remove("x-request-id");
    JsonObject problem = new JsonObject(answer.text());
    problem.remove("instance");
    seen.put("status", Integer.toString(answer.status()));
    seen.put("problem", problem.encode());
    return seen;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST | /v1/counters/shown/a/events | " + FOREIGN,
        "POST | /v1/events | " + FOREIGN,
        "DELETE | /v1/counters/shown/a | " + FOREIGN,
        "POST | /v1/counters/shown/a/recount | " + FOREIGN,
        "GET | /v1/counters/shown | " + FOREIGN,
        "GET | /v1/namespaces | " + FOREIGN,
        "GET | /v1/namespaces/shown | " + FOREIGN,
        "PUT | /v1/namespaces/shown | " + FOREIGN,
        "GET | /livez | " + FOREIGN,
        "GET | /metrics | " + FOREIGN,
        "GET | / | " + FOREIGN,
        "GET | /nowhere | " + FOREIGN,
        "GET | /v1/counters/shown/a | " + FOREIGN + "; Authorization: Bearer x",
        "GET | /v1/counters/shown/a | " + FOREIGN + "; Connection: Upgrade; Upgrade: websocket",
        "GET | /v1/counters/shown/a | Sec-Fetch-Site: cross-site; Sec-Fetch-Mode: no-cors",
        "OPTIONS | /v1/counters/shown/a/events | " + PREFLIGHT + "POST",
        "OPTIONS | /v1/counters/shown/a | " + PREFLIGHT + "DELETE",
        "OPTIONS | /v1/namespaces/shown | " + PREFLIGHT + "PUT",
        "OPTIONS | /v1/counters/shown/a | " + FOREIGN,
      })
  void everythingElseOfAPublicNamespaceStaysRefused(String method, String path, String headers) {
    RawHttp.Response answer = send(method, path, headers);
    assertThat(answer.status()).as(answer.text()).isEqualTo(403);
    assertThat(answer.headers()).doesNotContainKey("access-control-allow-origin");
    assertThat(service.appends).isEmpty();
  }

  @Test
  void aPageOfAForeignHost_doesNotRideOnANameThatLeadsHere() {
    RawHttp.Response answer =
        RawHttp.exchange(
            service.base(),
            Buffer.buffer(
                String.join(
                    "\r\n",
                    "GET /v1/counters/shown/a HTTP/1.1",
                    "Host: evil.example",
                    "Origin: http://evil.example",
                    "",
                    "")));
    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.text()).contains("foreign-host");
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/counters/shown/a, GET",
    "/v1/counters/shown/a/windows, GET",
    "/v1/counters/shown/top, HEAD",
    "/v1/counters/missing/a/total, GET",
    "/v1/counts, POST"
  })
  void tellsBrowsersThatReadsMayBeAsked_ofWhicheverNamespace(String path, String method) {
    RawHttp.Response answer =
        send(
            "OPTIONS",
            path,
            PREFLIGHT + method + "; Access-Control-Request-Headers: if-none-match");
    assertThat(answer.status()).isEqualTo(204);
    assertThat(answer.headers())
        .containsEntry("access-control-allow-origin", "*")
        .containsEntry("access-control-max-age", "7200")
        .doesNotContainKeys(
            "access-control-allow-credentials", "access-control-allow-private-network");
    assertThat(answer.headers().get("access-control-allow-methods")).contains(method);
    assertThat(answer.headers().get("access-control-allow-headers"))
        .contains("If-None-Match")
        .doesNotContainIgnoringCase("authorization");
    assertThat(service.finds).as("lookups of a namespace").hasValue(0);
  }

  @Test
  void whereKeysAreAskedFor_everybodyReadsPublicNamespacesWithoutOne() {
    service.close();
    service = serviceOf(AuthConfig.Method.KEYS, new RateLimits(0, 0, 0, Clock.system()));
    for (String headers : List.of("Accept: */*", FOREIGN)) {
      for (String read : READS) {
        assertThat(send("GET", "/v1/counters/shown/a" + read, headers).status()).isEqualTo(200);
      }
      assertThat(send("GET", "/v1/counters/shown/top", headers).status()).isEqualTo(200);
      assertThat(counts(service, headers, "shown").status()).isEqualTo(200);
    }
    for (String path : List.of("/v1/counters/votes/a", "/v1/counters/missing/a")) {
      assertThat(send("GET", path, "Accept: */*").status()).isEqualTo(401);
    }
    assertThat(send("GET", "/v1/counters/shown", "Accept: */*").status()).isEqualTo(401);
    assertThat(send("POST", "/v1/counters/shown/a/events", "Accept: */*").status()).isEqualTo(401);
    assertThat(counts(service, "Accept: */*", "shown", "votes").status()).isEqualTo(401);
  }

  @Test
  void everybodyPaysForTheirAddress_andNobodyForNamespacesThatTheyMayNotRead() {
    service.close();
    service = serviceOf(AuthConfig.Method.KEYS, new RateLimits(0, 1, 0, new HandDrivenTime()));
    for (int i = 0; i < 3; i++) {
      assertThat(send("GET", "/v1/counters/votes/a", FOREIGN).status()).isEqualTo(403);
    }
    assertThat(send("GET", "/v1/counters/shown/a", FOREIGN).status()).isEqualTo(200);
    assertThat(send("GET", "/v1/counters/shown/a", FOREIGN).status()).isEqualTo(429);
    service.close();
    service = serviceOf(AuthConfig.Method.KEYS, new RateLimits(2, 0, 0, new HandDrivenTime()));
    assertThat(send("GET", "/v1/counters/shown/a", FOREIGN).status()).isEqualTo(200);
    assertThat(send("GET", "/v1/counters/missing/a", FOREIGN).status()).isEqualTo(403);
    assertThat(send("GET", "/v1/counters/shown/a", FOREIGN).status()).isEqualTo(429);
  }

  /** As many as one request may read. */
  @Test
  void aStrangerPaysForEachCounter() {
    service.close();
    MeasuredRates rates = new MeasuredRates();
    service = serviceOf(AuthConfig.Method.KEYS, rates.limits());
    List<JsonObject> counters =
        IntStream.range(0, 1_000)
            .mapToObj(i -> new JsonObject().put("namespace", "shown").put("counter", "c" + i))
            .toList();
    for (String headers : List.of("Accept: */*", FOREIGN)) {
      assertThat(counts(service, headers, counters).status()).isEqualTo(200);
      assertThat(rates.paid()).as("of the address").isEqualTo(1_000);
      assertThat(rates.paidOf("shown")).isEqualTo(1_000);
    }
  }

  private RawHttp.Response send(String method, String path, String headers) {
    return RawHttp.exchange(service.base(), request(method, path, headers, ""));
  }

  private static RawHttp.Response counts(
      TestService service, String headers, String... namespaces) {
    List<JsonObject> counters = new ArrayList<>();
    for (String namespace : namespaces) {
      counters.add(new JsonObject().put("namespace", namespace).put("counter", "a"));
    }
    return counts(service, headers, counters);
  }

  private static RawHttp.Response counts(
      TestService service, String headers, List<JsonObject> counters) {
    String body = new JsonObject().put("counters", counters).encode();
    String more = headers + "; Content-Type: application/json; Content-Length: " + body.length();
    return RawHttp.exchange(service.base(), request("POST", "/v1/counts", more, body));
  }

  private static Buffer request(String method, String path, String headers, String body) {
    StringBuilder head =
        new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n");
    for (String header : headers.split(";", -1)) {
      head.append(header.strip()).append("\r\n");
    }
    return Buffer.buffer(head.append("\r\n").append(body).toString());
  }

  /** None of them is known, so that each is looked up. */
  @Test
  void refusesAPageThatNamesManyNamespaces() {
    String names =
        IntStream.range(0, 500).mapToObj(i -> "\"n" + i + "\"").collect(Collectors.joining(","));
    String queries =
        IntStream.range(0, 4)
            .mapToObj(
                i -> "{\"id\":\"" + i + "\",\"ask\":\"count\",\"namespaces\":[" + names + "]}")
            .collect(Collectors.joining(","));
    String body = "{\"queries\":[" + queries + "]}";
    String more = FOREIGN + "; Content-Type: application/json; Content-Length: " + body.length();
    RawHttp.Response refused =
        RawHttp.exchange(service.base(), request("POST", "/v1/query", more, body));
    assertThat(refused.status()).isEqualTo(403);
  }
}
