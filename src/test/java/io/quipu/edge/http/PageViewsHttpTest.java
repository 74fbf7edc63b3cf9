package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.kind.PageViews;
import io.quipu.engine.names.Breakdowns;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.state.Event;
import io.quipu.engine.state.Tally;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.ops.config.AuthConfig;
import io.quipu.service.access.AccessRules;
import io.quipu.service.auth.KeyOrigins;
import io.quipu.service.rates.RateLimits;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Views of pages, as browsers send them: whose pages count where, and what is counted. */
class PageViewsHttpTest extends HttpTest {
  private static final String PAGE = "https://example.org";
  private static final String ORIGIN = "Origin: " + PAGE;
  private static final String ACROSS = "; Sec-Fetch-Site: cross-site; Sec-Fetch-Mode: ";
  private static final String PIXEL = "/v1/views/site/pixel.gif";
  private static final Map<String, String> SETTINGS =
      Map.of(
          PageViews.SETTING.name(),
          PAGE + ",http://localhost:3000",
          "labels",
          "country,referrer,path,plan",
          "breakdowns",
          "country;referrer;path;plan");

  @Override
  TestService service() {
    return serviceOf(AuthConfig.Method.NONE, new RateLimits(0, 0, 0, Clock.system()));
  }

  private static TestService serviceOf(AuthConfig.Method proof, RateLimits rates) {
    TestService service =
        new TestService(
            options -> {
              options.access = new AccessRules(proof, new KeyOrigins(), rates);
              options.countryHeader = "CF-IPCountry";
            });
    service.exists("votes");
    service.namespaces.put("site", with("site", "event", SETTINGS));
    service.namespaces.put("ids", with("ids", "unique", SETTINGS));
    return service;
  }

  private static Namespace with(String name, String kind, Map<String, String> settings) {
    Namespace plain = Namespace.of(name, kind);
    return new Namespace(
        name,
        plain.kind(),
        plain.deduplicate(),
        plain.retain(),
        plain.shards(),
        plain.windows(),
        settings);
  }

  @ParameterizedTest
  @EnumSource(
      value = AuthConfig.Method.class,
      names = {"NONE", "KEYS"})
  void aPageOfAListedOriginCountsItsViews_withoutAKey(AuthConfig.Method proof) {
    service.close();
    service = serviceOf(proof, new RateLimits(0, 0, 0, Clock.system()));
    for (String headers :
        List.of(
            ORIGIN + ACROSS + "cors; Content-Type: text/plain;charset=UTF-8",
            ORIGIN + "; Content-Type: application/json",
            "Origin: http://LOCALHOST:3000; Content-Type: text/plain")) {
      RawHttp.Response answer = view(headers, "{\"path\": \"/caf%C3%A9?a=b#c\"}");
      assertThat(answer.status()).as(answer.text()).isEqualTo(201);
      assertThat(new JsonObject(answer.text()).getInteger("events")).isEqualTo(1);
      assertThat(answer.headers()).containsEntry("access-control-allow-origin", "*");
    }
    assertThat(service.tallies)
        .isEqualTo(Map.of(new CounterName("site", "/caf\u00e9"), Tally.of(3, 3)));
  }

  @Test
  void whatThePageTellsIsCountedByThoseLabelsThatTheNamespaceHas() {
    RawHttp.Response answer =
        view(
            ORIGIN + "; CF-IPCountry: ch",
            """
            {"path": "/a", "referrer": "NEWS.example:8443", "screen": "phone", "id": "view-1"}""");
    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    Event event = onlyEvent();
    assertThat(event.id()).isEqualTo("view-1");
    assertThat(event.delta()).isEqualTo(1);
    assertThat(event.series())
        .isEqualTo(series(Map.of("path", "/a", "referrer", "news.example", "country", "CH")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"CF-IPCountry: T1", "CF-IPCountry: CHE", "X-Country: CH", "Accept: */*"})
  void aCountryIsTwoLettersInTheHeaderOfTheOperator(String header) {
    assertThat(view(ORIGIN + "; " + header, "{\"path\": \"/a\"}").status()).isEqualTo(201);
    assertThat(onlyEvent().series()).isEqualTo(series(Map.of("path", "/a")));
  }

  private Event onlyEvent() {
    assertThat(service.appends).hasSize(1);
    return service.appends.element().events().get(0);
  }

  private static List<String> series(Map<String, String> labels) {
    return Breakdowns.of(with("site", "event", SETTINGS)).series(labels);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "site | Origin: https://example.org.evil.example",
        "site | Origin: http://example.org",
        "site | Origin: https://example.org:8443",
        "site | Origin: null",
        "site | Origin: https://example.org, https://evil.example",
        "site | Accept: */*",
        "site | Sec-Fetch-Site: same-origin",
        "site | Referer: https://example.org/",
        "votes | " + ORIGIN,
        "missing | " + ORIGIN,
        "NO | " + ORIGIN,
      })
  void pagesThatTheNamespaceDoesNotNameCountNothing(String namespace, String headers) {
    RawHttp.Response answer = send("POST", "/v1/views/" + namespace, headers, "{\"path\": \"/a\"}");
    assertForeign(answer, "Origin");
  }

  private void assertForeign(RawHttp.Response answer, String field) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(403);
    JsonObject problem = new JsonObject(answer.text());
    assertThat(problem.getString("type")).isEqualTo("/problems/foreign-origin");
    assertThat(problem.getString("field")).isEqualTo(field);
    assertThat(answer.headers()).containsEntry("access-control-allow-origin", "*");
    assertThat(service.appends).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | path",
        "{'path': 'a'} | path",
        "{'path': ''} | path",
        "{'path': '/%'} | path",
        "{'path': '/%FF'} | path",
        "{'path': '/é'} | path",
        "{'path': 1} | path",
        "{'path': '/a', 'path': '/b'} | path",
        "{'path': '/a', 'screen': 'watch'} | screen",
        "{'path': '/a', 'referrer': 'https://news.example/a'} | referrer",
        "{'path': '/a', 'referrer': ''} | referrer",
        "{'path': '/a', 'id': ''} | id",
        "{'path': '/a', 'id': '\\ud800'} | id",
        "{'path': '/\\ud800'} | path",
        "{'path': '/a', 'country': 'CH'} | country",
        "{'path': '/a', 'delta': 5} | delta",
        "[] | body",
        "'' | body",
      })
  void aViewThatIsNotValidIsRefused_andThePageMayReadWhy(String body, String field) {
    RawHttp.Response answer = view(ORIGIN, body.replace('\'', '"'));
    assertThat(answer.status()).as(answer.text()).isEqualTo(400);
    assertThat(new JsonObject(answer.text()).getString("field", "body")).isEqualTo(field);
    assertThat(answer.headers()).containsEntry("access-control-allow-origin", "*");
    assertThat(service.appends).isEmpty();
  }

  @Test
  void aPathIsAsLongAsANameMayBe() {
    assertThat(view(ORIGIN, "{\"path\": \"/" + "x".repeat(511) + "\"}").status()).isEqualTo(201);
    RawHttp.Response answer = view(ORIGIN, "{\"path\": \"/" + "x".repeat(512) + "\"}");
    assertThat(answer.status()).isEqualTo(400);
    assertThat(new JsonObject(answer.text()).getString("field")).isEqualTo("path");
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/x-www-form-urlencoded", "text/html", "application/x-ndjson"})
  void aBodyOfAnotherTypeIsRefused(String type) {
    RawHttp.Response answer = view(ORIGIN + "; Content-Type: " + type, "{\"path\": \"/a\"}");
    assertThat(answer.status()).isEqualTo(415);
    assertThat(service.appends).isEmpty();
  }

  @Test
  void aBrowserMayAsk_ofWhicheverNamespace() {
    for (String namespace : List.of("site", "missing")) {
      RawHttp.Response answer =
          send(
              "OPTIONS",
              "/v1/views/" + namespace,
              ORIGIN
                  + "; Access-Control-Request-Method: POST"
                  + "; Access-Control-Request-Headers: content-type",
              "");
      assertThat(answer.status()).isEqualTo(204);
      assertThat(answer.headers()).containsEntry("access-control-allow-origin", "*");
    }
    assertThat(service.finds).hasValue(0);
  }

  @Test
  void theAddressPays_andTheNamespaceOnlyForPagesThatCount() {
    service.close();
    service = serviceOf(AuthConfig.Method.NONE, new RateLimits(2, 0, 0, new HandDrivenTime()));
    assertThat(view("Origin: https://evil.example", "{\"path\": \"/a\"}").status()).isEqualTo(403);
    assertThat(view(ORIGIN, "{\"path\": \"/a\"}").status()).isEqualTo(201);
    RawHttp.Response answer = view(ORIGIN, "{\"path\": \"/a\"}");
    assertThat(answer.status()).isEqualTo(429);
    assertThat(answer.headers()).containsEntry("access-control-allow-origin", "*");
    service.close();
    service = serviceOf(AuthConfig.Method.NONE, new RateLimits(0, 1, 0, new HandDrivenTime()));
    assertThat(view("Origin: https://evil.example", "{\"path\": \"/a\"}").status()).isEqualTo(403);
    assertThat(view(ORIGIN, "{\"path\": \"/a\"}").status()).isEqualTo(201);
    assertThat(view(ORIGIN, "{\"path\": \"/a\"}").status()).isEqualTo(429);
    assertThat(send("GET", PIXEL, "Referer: " + PAGE + "/a", "").status()).isEqualTo(429);
  }

  @Test
  void aVisitorBeginsOnlySoManyCounters() {
    service.close();
    service = serviceOf(AuthConfig.Method.NONE, new RateLimits(0, 0, 2, new HandDrivenTime()));
    for (String path : List.of("/a", "/b")) {
      assertThat(view(ORIGIN, "{\"path\": \"" + path + "\"}").status()).isEqualTo(201);
    }
    RawHttp.Response answer = view(ORIGIN, "{\"path\": \"/c\"}");
    assertThat(answer.status()).as(answer.text()).isEqualTo(429);
    assertThat(view(ORIGIN, "{\"path\": \"/a\"}").status()).isEqualTo(201);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | https://example.org/a%20b?c=d | /a b",
        "'' | https://example.org/ | /",
        "'' | https://example.org | /",
        "'' | https://example.org/a%3Fb?c | /a?b",
        "?path=/x%20y | https://example.org/ | /x y",
        "?path=/x%3Fy | https://example.org/a | /x",
      })
  void aPictureCountsAViewOfThePageThatShowsIt(String query, String page, String counter) {
    String headers = "Referer: " + page + ACROSS + "no-cors; Sec-Fetch-Dest: image";
    RawHttp.Response answer = send("GET", PIXEL + query, headers, "");
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    assertThat(answer.headers())
        .containsEntry("content-type", "image/gif")
        .containsEntry("cache-control", "no-store")
        .containsEntry("cross-origin-resource-policy", "cross-origin");
    assertThat(service.tallies).isEqualTo(Map.of(new CounterName("site", counter), Tally.of(1, 1)));
    assertThat(onlyEvent().id()).isNull();
  }

  @Test
  void aLookAtTheHeadOfThePictureCountsNothing() {
    HttpResponse<String> answer =
        send(to(PIXEL).header("Referer", PAGE + "/a").method("HEAD", BodyPublishers.noBody()));
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(service.appends).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Accept: */*",
        "Referer: https://evil.example/a",
        "Referer: https://example.org.evil.example/",
        "Referer: https://evil.example/https://example.org/",
        "Referer: /a",
        "Sec-Fetch-Site: cross-site; Sec-Fetch-Mode: no-cors; Sec-Fetch-Dest: image",
      })
  void aPictureOnOtherPagesCountsNothing(String headers) {
    assertForeign(send("GET", PIXEL, headers, ""), "Referer");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"/v1/views/site/pixel.gif?path=a | path", "/v1/views/site/pixel.gif?id=a | id"})
  void aPictureWithABadQueryIsRefused(String path, String field) {
    RawHttp.Response answer = send("GET", path, "Referer: " + PAGE + "/", "");
    assertThat(answer.status()).isEqualTo(400);
    assertThat(new JsonObject(answer.text()).getString("field")).isEqualTo(field);
    assertThat(service.appends).isEmpty();
  }

  @Test
  void kindUniqueWantsAnId_whichAPictureHasNot() {
    String path = "/v1/views/ids";
    assertThat(send("POST", path, ORIGIN, "{\"path\": \"/a\", \"id\": \"1\"}").status())
        .isEqualTo(201);
    RawHttp.Response answer = send("GET", path + "/pixel.gif", "Referer: " + PAGE + "/", "");
    assertThat(answer.status()).isEqualTo(400);
    assertThat(new JsonObject(answer.text()).getString("field")).isEqualTo("id");
  }

  @Test
  void theSettingListsOrigins_andEndsWithNone() {
    String origins = "[\"https://Example.org:443\", \"http://localhost:3000\"]";
    put("/v1/namespaces/new", "{\"kind\": \"event\", \"views\": " + origins + "}");
    assertThat(json(get("/v1/namespaces/new")).getJsonArray("views"))
        .isEqualTo(new JsonArray(List.of("https://example.org", "http://localhost:3000")));
    assertThat(send("POST", "/v1/views/new", ORIGIN, "{\"path\": \"/a\"}").status()).isEqualTo(201);
    assertThat(put("/v1/namespaces/new", "{\"views\": []}").statusCode()).isEqualTo(200);
    assertThat(json(get("/v1/namespaces/new")).getJsonArray("views")).isEmpty();
    assertThat(send("POST", "/v1/views/new", ORIGIN, "{\"path\": \"/a\"}").status()).isEqualTo(403);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "['https://example.org/'] | views[0]",
        "['*'] | views[0]",
        "['null'] | views[0]",
        "['https://a', 'https://A:443'] | views[1]",
        "1 | views",
        "['https://a'], 'hierarchy': '/' | views",
      })
  void theSettingTakesExactOriginsOnly(String views, String field) {
    String body = "{'kind': 'event', 'views': %s}".formatted(views);
    expectProblem(
        put("/v1/namespaces/new", body.replace('\'', '"')), 400, "invalid-request", field);
  }

  @Test
  void theSettingHasAtMostTenOrigins() {
    List<String> origins = Stream.of("abcdefghijk".split("")).map(one -> "https://" + one).toList();
    JsonObject body = new JsonObject().put("kind", "event").put("views", origins);
    expectProblem(put("/v1/namespaces/new", body.encode()), 400, "invalid-request", "views");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sec-Fetch-Site: cross-site; Sec-Fetch-Mode: no-cors; Sec-Fetch-Dest: script",
        "Origin: https://evil.example; Sec-Fetch-Site: cross-site; Sec-Fetch-Mode: cors",
        "Accept: */*"
      })
  void everyPageMayLoadTheScript(String headers) {
    RawHttp.Response answer = send("GET", "/count.js", headers, "");
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    assertThat(answer.headers())
        .containsEntry("content-type", "text/javascript; charset=utf-8")
        .containsEntry("cache-control", "public, max-age=86400")
        .containsEntry("access-control-allow-origin", "*")
        .containsEntry("cross-origin-resource-policy", "cross-origin");
    assertThat(answer.text().length()).isLessThan(1_700);
    String tag = answer.headers().get("etag");
    assertThat(send("GET", "/count.js", headers + "; If-None-Match: " + tag, "").status())
        .isEqualTo(304);
  }

  private RawHttp.Response view(String headers, String body) {
    return send("POST", "/v1/views/site", headers, body);
  }

  private RawHttp.Response send(String method, String path, String headers, String body) {
    StringBuilder head =
        new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n");
    for (String header : headers.split("; (?=[A-Z])", -1)) {
      head.append(header.strip()).append("\r\n");
    }
    Buffer sent = Buffer.buffer(body);
    if (!head.toString().contains("Content-Type")) {
      head.append("Content-Type: text/plain;charset=UTF-8\r\n");
    }
    head.append("Content-Length: ").append(sent.length()).append("\r\n\r\n");
    return RawHttp.exchange(service.base(), Buffer.buffer(head.toString()).appendBuffer(sent));
  }
}
