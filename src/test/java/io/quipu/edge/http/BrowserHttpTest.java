package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.edge.guard.browser.Origin;
import io.quipu.edge.guard.browser.Origins;
import io.quipu.edge.guard.browser.PublicHosts;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Tally;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What web pages have a browser send, as it arrives: whose page may do what. */
class BrowserHttpTest extends HttpTest {
  private static final String EVENTS = "/v1/counters/votes/a/events";
  private static final CounterName COUNTER = new CounterName("votes", "a");
  private static final String FRIEND = "https://www.example.org";

  /** Headers are separated by semicolons; PORT is that of the service. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST | /v1/counters/votes/a/events | Origin: http://localhost",
        "POST | /v1/counters/votes/a/events | Origin: http://localhost:1",
        "POST | /v1/counters/votes/a/events | Origin: http://127.0.0.1:PORT",
        "POST | /v1/counters/votes/a/events | Origin: http://localhost:PORT, https://evil.example",
        "POST | /v1/counters/votes/a/events"
            + " | Origin: https://evil.example; Sec-Fetch-Site: same-site",
        "POST | /v1/counters/votes/a/events"
            + " | Origin: https://evil.example; Sec-Fetch-Site: same-origin",
        "POST | /v1/counters/votes/a/events"
            + " | Origin: https://localhost:PORT; Sec-Fetch-Site: cross-site",
        "POST | /v1/events | Origin: https://evil.example; Content-Type: text/plain",
        "PUT | /v1/namespaces/new | Origin: https://evil.example; Content-Type: application/json",
        "POST | /v1/counters/votes/a/recount | Origin: https://evil.example",
        "GET | /v1/counters/votes/a | Sec-Fetch-Site: cross-site; Sec-Fetch-Mode: no-cors",
        "GET | /v1/counters/votes/a"
            + " | Sec-Fetch-Site: cross-site; Sec-Fetch-Mode: navigate; Sec-Fetch-Dest: document",
        "GET | /metrics"
            + " | Sec-Fetch-Site: cross-site; Sec-Fetch-Mode: navigate; Sec-Fetch-Dest: document",
        "GET | / | Sec-Fetch-Site: cross-site; Sec-Fetch-Mode: navigate; Sec-Fetch-Dest: iframe",
        "GET | / | Sec-Fetch-Site: cross-site; Sec-Fetch-Mode: no-cors; Sec-Fetch-Dest: image",
        "POST | /"
            + " | Sec-Fetch-Site: cross-site; Sec-Fetch-Mode: navigate; Sec-Fetch-Dest: document",
        "OPTIONS | /v1/events"
            + " | Origin: https://evil.example; Access-Control-Request-Method: POST",
        "GET | /nowhere | Origin: https://evil.example",
      })
  void refusesThePagesOfOthers(String method, String path, String headers) {
    RawHttp.Response response = send(method, path, "localhost:" + port(), headers);
    assertRefused(response, "foreign-origin");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Accept: */*",
        "Sec-Fetch-Site: none",
        "Sec-Fetch-Site: same-origin",
        "Origin: http://localhost:PORT",
        "Origin: http://LOCALHOST:PORT; Sec-Fetch-Site: same-origin",
        "Origin: https://localhost:PORT; Sec-Fetch-Site: same-origin",
      })
  void servesItsOwnPages_andProgramsThatNameNoPage(String headers) {
    RawHttp.Response response = send("POST", EVENTS, "localhost:" + port(), headers);
    assertThat(response.status()).isEqualTo(201);
    assertThat(response.headers()).doesNotContainKeys("access-control-allow-origin", "vary");
    assertThat(service.tallies).containsEntry(COUNTER, Tally.of(1, 1));
  }

  @ParameterizedTest
  @CsvSource({"/, 200", "/docs, 200", "/openapi.yaml, 200", "/assets/quipu.svg, 200"})
  void opensItsPages_fromALinkOnAnother(String path, int status) {
    String link =
        "Sec-Fetch-Site: cross-site; Sec-Fetch-Mode: navigate; Sec-Fetch-Dest: document;"
            + " Sec-Fetch-User: ?1";
    assertThat(send("GET", path, "localhost:" + port(), link).status()).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource({
    "evil.example, /livez",
    "evil.example:PORT, /v1/counters/votes/a",
    "localhost.evil.example:PORT, /",
    "127.0.0.1.evil.example, /metrics",
    "10.1.2.3:PORT, /v1/counters/votes/a",
    "a!b, /livez",
  })
  void answersForItsOwnHostsOnly(String host, String path) {
    assertRefused(send("GET", path, host, "Accept: */*"), "foreign-host");
    assertRefused(send("POST", EVENTS, host, "Origin: http://" + host), "foreign-host");
  }

  @ParameterizedTest
  @CsvSource({
    "localhost:PORT, /v1/counters/votes/a",
    "LOCALHOST, /v1/counters/votes/a",
    "127.0.0.1:1, /v1/counters/votes/a",
    "[::1]:PORT, /v1/counters/votes/a",
    "10.1.2.3:PORT, /livez",
    "10.1.2.3:PORT, /readyz",
    "[fd00::7]:PORT, /metrics",
  })
  void answersForLoopback_andToProbes(String host, String path) {
    assertThat(send("GET", path, host, "Accept: */*").status()).isEqualTo(200);
  }

  /** One that was fine does not make the next one fine. */
  @Test
  void looksAtTheHostOfEachRequestOfAConnection() {
    try (RawHttp http = new RawHttp(service.base())) {
      for (int i = 0; i < 3; i++) {
        assertThat(http.ask(request("GET", "/v1/counters/votes/a", "localhost", "")).status())
            .isEqualTo(200);
        assertThat(http.ask(request("GET", "/v1/counters/votes/a", "evil.example", "")).status())
            .isEqualTo(403);
      }
    }
  }

  @Test
  void refusesBeforeTheBodyIsThere() {
    Buffer head =
        request("POST", EVENTS, "localhost", "Origin: https://evil.example; Content-Length: 10");
    assertRefused(RawHttp.exchange(service.base(), head), "foreign-origin");
  }

  @Test
  void tellsABrowserWhatPagesOfAnAllowedOriginMayAsk() {
    allowFriend();
    RawHttp.Response response =
        send(
            "OPTIONS",
            EVENTS,
            "localhost:" + port(),
            "Origin: "
                + FRIEND
                + "; Sec-Fetch-Site: cross-site; Access-Control-Request-Method: POST;"
                + " Access-Control-Request-Headers: content-type,idempotency-key,ce-id");
    assertThat(response.status()).isEqualTo(204);
    assertThat(response.headers())
        .containsEntry("access-control-allow-origin", FRIEND)
        .containsEntry("access-control-allow-headers", "content-type,idempotency-key,ce-id")
        .containsEntry("access-control-max-age", "7200")
        .doesNotContainKey("access-control-allow-credentials");
    assertThat(response.headers().get("access-control-allow-methods").split(","))
        .contains("GET", "POST", "PUT", "DELETE");
    assertThat(response.headers().get("vary").toLowerCase(Locale.ROOT)).contains("origin");
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /v1/counters/votes/a/events, 201",
    "GET, /v1/counters/votes/a, 200",
    "GET, /v1/counters/nowhere/a, 404",
    "GET, /nowhere, 404",
    "PATCH, /v1/events, 405",
  })
  void letsPagesOfAnAllowedOriginReadEachAnswer(String method, String path, int status) {
    allowFriend();
    RawHttp.Response response =
        send(
            method,
            path,
            "localhost:" + port(),
            "Origin: " + FRIEND + "; Sec-Fetch-Site: cross-site");
    assertThat(response.status()).isEqualTo(status);
    assertThat(response.headers()).containsEntry("access-control-allow-origin", FRIEND);
    assertThat(response.headers().get("vary").toLowerCase(Locale.ROOT)).contains("origin");
    assertThat(response.headers().get("access-control-expose-headers").split(","))
        .contains("ETag", "Location", "Retry-After", "X-Request-Id");
  }

  @Test
  void goesOnRefusingAllOthers_whenAnOriginIsAllowed() {
    allowFriend();
    for (String headers :
        List.of(
            "Origin: https://evil.example",
            "Origin: http://www.example.org",
            "Origin: null",
            "Sec-Fetch-Site: cross-site")) {
      assertRefused(send("POST", EVENTS, "localhost:" + port(), headers), "foreign-origin");
    }
    RawHttp.Response own =
        send("GET", "/v1/counters/votes/a", "localhost:" + port(), "Accept: */*");
    assertThat(own.status()).isEqualTo(200);
    assertThat(own.headers().get("vary")).as("caches must not mix them up").isNotNull();
  }

  private void assertRefused(RawHttp.Response response, String type) {
    assertThat(response.status()).as(response.text()).isEqualTo(403);
    assertThat(response.headers())
        .containsEntry("content-type", "application/problem+json")
        .doesNotContainKey("access-control-allow-origin");
    JsonObject problem = new JsonObject(response.text());
    assertThat(problem.getString("type")).isEqualTo("/problems/" + type);
    assertThat(problem.getString("instance")).isEqualTo(response.headers().get("x-request-id"));
    assertThat(service.appends).isEmpty();
    assertThat(service.finds).hasValue(0);
    assertThat(service.namespaces).doesNotContainKey("new");
  }

  private RawHttp.Response send(String method, String path, String host, String headers) {
    return RawHttp.exchange(service.base(), request(method, path, host, headers));
  }

  private Buffer request(String method, String path, String host, String headers) {
    StringBuilder head =
        new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\n");
    for (String header : headers.split(";", -1)) {
      head.append(header.isBlank() ? "" : header.strip() + "\r\n");
    }
    return Buffer.buffer(head.append("\r\n").toString().replace("PORT", "" + port()));
  }

  private int port() {
    return service.base().getPort();
  }

  private void allowFriend() {
    Set<Origin> friends = Set.of(Origin.parse(FRIEND).orElseThrow());
    service.close();
    service =
        new TestService(
            options -> options.origins = new Origins(new PublicHosts.Loopback(), friends));
    service.exists("votes");
  }
}
