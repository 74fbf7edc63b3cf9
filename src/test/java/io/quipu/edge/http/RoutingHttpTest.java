package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Tally;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which route a path finds: paths are sent as they are written here. */
class RoutingHttpTest extends HttpTest {
  private static final Buffer NOTHING = Buffer.buffer();

  @ParameterizedTest
  @CsvSource({
    ".., ..",
    "., .",
    "..., ...",
    "%2e%2E, ..",
    "a%2Fb, a/b",
    "a%2fb%2F..%2Fc, a/b/../c",
    "%25, %",
    "%252F, %2F",
    "%6Cive, live",
    "live, live",
    "events, events",
    "%65vents, events",
    "a;b=c, a;b=c",
    "a+b, a+b",
    ":counter, :counter",
    "*, *",
    "(x), (x)",
    "\\, \\",
    "%0A, '\n'",
    "%F0%9F%98%80, \uD83D\uDE00",
    "%2E%2E, ..",
    "a%2Bb, a+b",
    "%E2%80%AE, \u202E",
    "a:b@c!$&'()*=, a:b@c!$&'()*=",
  })
  void recordsAndReadsACounterByTheRawSegmentOfItsPath(String raw, String name) {
    String path = "/v1/counters/votes/" + raw;
    CounterName counter = new CounterName("votes", name);

    assertThat(send("POST", path + "/events").status()).isEqualTo(201);
    assertThat(service.tallies).containsOnly(Map.entry(counter, Tally.of(1, 1)));
    RawHttp.Response read = send("GET", path);
    assertThat(read.status()).isEqualTo(200);
    assertThat(new JsonObject(read.text()).getString("counter")).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//",
        "/v1/events/",
        "//v1/events",
        "/v1//events",
        "/v1/./events",
        "/v1/x/../events",
        "/V1/events",
        "/v1/%65vents",
        "/v1/counters/votes/a/events/",
        "/v1/counters/votes/a/../b/events/",
        "/livez/",
        "/assets",
        "v1/events",
        "*"
      })
  void findsNothingElse(String path) {
    RawHttp.Response response = send("GET", path);
    assertProblem(response, 404, "not-found");
    assertThat(response.text()).contains("There is nothing at this path");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /v1/counters/votes/a/events, POST",
    "PUT, /v1/events, POST",
    "POST, /v1/counters/votes/a, 'DELETE, GET, HEAD'",
    "DELETE, /v1/namespaces, 'GET, HEAD'",
    "POST, /, 'GET, HEAD'",
    "POST, /assets/swagger-ui/x.js, 'GET, HEAD'",
    "OPTIONS, /livez, 'GET, HEAD'",
  })
  void saysWhichMethodsThereAre(String method, String path, String allow) {
    RawHttp.Response response = send(method, path);
    assertThat(response.headers()).containsEntry("allow", allow);
    assertProblem(response, 405, "method-not-allowed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/livez", "/v1/counters/votes/a", "/nowhere", "/openapi.yaml"})
  void answersHeadAsGet_withoutABody(String path) {
    RawHttp.Response get = send("GET", path);
    HttpResponse<String> head =
        send(to(path).header("X-Request-Id", "it").method("HEAD", BodyPublishers.noBody()));

    assertThat(head.body()).isEmpty();
    assertThat(head.statusCode()).isEqualTo(get.status());
    for (String name : List.of("Content-Type", "Content-Length", "Cache-Control", "ETag")) {
      assertThat(header(head, name))
          .isEqualTo(get.headers().getOrDefault(name.toLowerCase(Locale.ROOT), ""));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Host: a b\r\n", "Host: x:99999999\r\n"})
  void refusesARequestThatDoesNotSayItsHost(String host) {
    assertProblem(
        RawHttp.exchange(service.base(), Buffer.buffer("GET /livez HTTP/1.1\r\n" + host + "\r\n")),
        400,
        "malformed-http");
  }

  @Test
  void answersHttp10WithoutAHost() {
    assertThat(
            RawHttp.exchange(service.base(), Buffer.buffer("GET /livez HTTP/1.0\r\n\r\n")).status())
        .isEqualTo(200);
  }

  @Test
  void tellsNothingOfTheInside_whenARouteFails() {
    service.onCount = counter -> CompletableFuture.failedFuture(new Error("the inside"));
    RawHttp.Response response = send("GET", "/v1/counters/votes/a");
    assertProblem(response, 500, "internal-error");
    assertThat(response.text()).doesNotContain("inside");
    assertThat(List.copyOf(response.headers().keySet()))
        .contains("x-request-id", "cache-control", "x-content-type-options");
  }

  private RawHttp.Response send(String method, String path) {
    return RawHttp.exchange(
        service.base(), RawHttp.request(method, path, Map.of("X-Request-Id", "it"), NOTHING));
  }

  private static void assertProblem(RawHttp.Response response, int status, String type) {
    assertThat(response.status()).isEqualTo(status);
    assertThat(response.headers()).containsEntry("content-type", "application/problem+json");
    JsonObject problem = new JsonObject(response.text());
    assertThat(problem.getInteger("status")).isEqualTo(status);
    assertThat(problem.getString("type")).isEqualTo("/problems/" + type);
    assertThat(problem.getString("instance")).isNotEmpty();
  }
}
