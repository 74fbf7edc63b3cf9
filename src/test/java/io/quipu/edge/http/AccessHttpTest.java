package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.engine.keys.Credential;
import io.quipu.engine.keys.Grant;
import io.quipu.engine.keys.Right;
import io.quipu.engine.keys.Scope;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.TestNamespaces;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.ops.config.AuthConfig;
import io.quipu.service.access.AccessRules;
import io.quipu.service.auth.ApiKey;
import io.quipu.service.auth.Caller;
import io.quipu.service.auth.KeyOrigins;
import io.quipu.service.auth.TokenMeters;
import io.quipu.service.auth.TokenVerticle;
import io.quipu.service.auth.token.Issuer;
import io.quipu.service.rates.RateLimits;
import io.quipu.testing.dev.issuer.TestIssuer;
import io.quipu.testing.dev.issuer.TestKey;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When it is decided who may do what, and what happens where that cannot be decided. */
class AccessHttpTest extends HttpTest {
  private static final String KEY = "qk_some_0123456789abcdefghijklmnopqrstuvwxyz";
  private static final Credential SHOWN = ApiKey.parse(KEY).orElseThrow().credential();
  private static final String EVENTS = "/v1/counters/votes/a/events";

  private static TestService service(AuthConfig.Method proof, RateLimits rates) {
    TestService service =
        new TestService(
            options -> options.access = new AccessRules(proof, new KeyOrigins(), rates));
    service.exists("votes");
    return service;
  }

  @Override
  TestService service() {
    return service(AuthConfig.Method.KEYS, new RateLimits(0, 0, 0, Clock.system()));
  }

  private void opens(Right right) {
    Grant grant = new Grant(List.of(new Scope(right, "votes")), "", false, List.of(), 0, null);
    service.onKey =
        shown ->
            CompletableFuture.completedFuture(
                shown.equals(SHOWN) ? Optional.of(new Caller(shown, grant)) : Optional.empty());
  }

  private void opens(String prefix, Right... rights) {
    List<Scope> scopes = Arrays.stream(rights).map(one -> new Scope(one, "votes")).toList();
    Grant grant = new Grant(scopes, prefix, false, List.of(), 0, null);
    service.onKey =
        shown -> CompletableFuture.completedFuture(Optional.of(new Caller(shown, grant)));
  }

  @Test
  void showsOfTheSettingsNoNameOutsideOfThePrefix() {
    Namespace votes =
        TestNamespaces.withSettings(
            service.namespaces.get("votes"), Map.of("metrics", "page%2Fa,other,page%2Fb,pag"));
    service.namespaces.put("votes", votes);
    opens("page/", Right.READ);
    RawHttp.Response some = send("GET", "/v1/namespaces/votes", bearer(KEY), "");
    assertThat(new JsonObject(some.text()).getJsonArray("metrics"))
        .containsExactly("page/a", "page/b");
    assertThat(some.headers().get("etag")).hasSizeLessThan(20);
    String again = bearer(KEY) + "If-None-Match: " + some.headers().get("etag") + "\r\n";
    assertThat(send("GET", "/v1/namespaces/votes", again, "").status()).isEqualTo(304);

    try (TestService all = service()) {
      all.namespaces.put("votes", votes);
      all.onKey =
          shown ->
              CompletableFuture.completedFuture(Optional.of(new Caller(shown, Grant.EVERYTHING)));
      RawHttp.Response every =
          RawHttp.exchange(
              all.base(),
              Buffer.buffer(
                  "GET /v1/namespaces/votes HTTP/1.1\r\nHost: localhost\r\n"
                      + bearer(KEY)
                      + "\r\n"));
      assertThat(every.text()).contains("other");
    }
  }

  /** The origins of the key are not known to this instance yet. */
  @Test
  void letsAPageInWhoseKeyWasMadeJustNow() {
    String friend = "https://www.example.org";
    Grant grant =
        new Grant(List.of(new Scope(Right.READ, "votes")), "", false, List.of(friend), 0, null);
    service.onKey =
        shown -> CompletableFuture.completedFuture(Optional.of(new Caller(shown, grant)));
    service.onOrigin = origin -> CompletableFuture.supplyAsync(() -> origin.equals(friend));
    String path = "/v1/counters/votes/a";
    for (String origin : List.of(friend, "https://evil.example")) {
      int expected = origin.equals(friend) ? 200 : 403;
      String page = "Origin: " + origin + "\r\nSec-Fetch-Site: cross-site\r\n";
      String asks =
          String.join(
              "\r\n",
              "Access-Control-Request-Method: GET",
              "Access-Control-Request-Headers: authorization",
              "");
      RawHttp.Response preflight = send("OPTIONS", path, page + asks, "");
      assertThat(preflight.status() == 204 && preflight.headers().toString().contains(origin))
          .isEqualTo(expected == 200);
      assertThat(send("GET", path, page + bearer(KEY), "").status()).isEqualTo(expected);
      String upgrade =
          String.join(
              "\r\n",
              "Connection: Upgrade",
              "Upgrade: websocket",
              "Sec-WebSocket-Version: 13",
              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
              "");
      assertThat(send("GET", "/v1/nowhere", page + upgrade, "").status())
          .isEqualTo(expected == 200 ? 404 : 403);
    }
    String other = "Origin: https://evil.example\r\n";
    assertThat(send("GET", path, other, "").status()).as("without a key").isEqualTo(403);
  }

  @Test
  void showsDeletionsToThoseWhoMayDelete_andListsToThoseWhoMayRead() {
    String deleting = "/v1/namespaces?deleting=true";
    opens("", Right.ADMIN);
    assertThat(send("GET", deleting, bearer(KEY), "").status()).isEqualTo(200);
    service.close();
    startService();
    opens("", Right.ADMIN);
    assertThat(send("GET", "/v1/namespaces", bearer(KEY), "").status()).isEqualTo(403);
    service.close();
    startService();
    opens("", Right.READ, Right.RECORD);
    assertThat(send("GET", deleting, bearer(KEY), "").status()).isEqualTo(403);
    assertThat(send("GET", "/v1/namespaces", bearer(KEY), "").status()).isEqualTo(200);
  }

  private RawHttp.Response send(String method, String path, String headers, String body) {
    return RawHttp.exchange(
        service.base(),
        Buffer.buffer(
            method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n" + body));
  }

  private static String bearer(String key) {
    return "Authorization: Bearer " + key + "\r\n";
  }

  /** The whole body has arrived while the key was looked up, and none of it is lost. */
  @Test
  void readsABodyThatArrivesWhileTheKeyIsLookedUp() {
    CompletableFuture<Optional<Caller>> answer = new CompletableFuture<>();
    AtomicInteger asked = new AtomicInteger();
    service.onKey =
        shown -> {
          asked.incrementAndGet();
          service.vertx.setTimer(
              100, late -> answer.complete(Optional.of(new Caller(shown, Grant.EVERYTHING))));
          return answer;
        };
    String body = "{\"delta\": 7}";
    RawHttp.Response response =
        send(
            "POST",
            EVENTS,
            bearer(KEY)
                + "Content-Type: application/json\r\nContent-Length: "
                + body.length()
                + "\r\n",
            body);
    assertThat(response.status()).as(response.text()).isEqualTo(201);
    assertThat(asked).hasValue(1);
    assertThat(service.count(new CounterName("votes", "a")).total().count().longValue())
        .isEqualTo(7);
  }

  /** It never comes here. */
  @Test
  void decidesBeforeTheBody() {
    opens(Right.READ);
    String more = "Content-Type: application/json\r\nContent-Length: 10\r\n";
    assertThat(send("POST", EVENTS, more, "").status()).isEqualTo(401);
    assertThat(send("POST", EVENTS, bearer(KEY) + more, "").status()).isEqualTo(403);
    assertThat(service.appends).isEmpty();
    assertThat(service.finds).as("lookups of a namespace").hasValue(0);
  }

  @Test
  void aNamespaceHasARate_alsoWhereNobodyIsAsked() {
    RateLimits two = new RateLimits(0, 2, 0, new HandDrivenTime());
    try (TestService open = service(AuthConfig.Method.NONE, two)) {
      open.exists("others");
      for (String namespace : List.of("votes", "others", "votes")) {
        assertThat(record(open, namespace, Map.of()).status()).isEqualTo(201);
      }
      Map<String, String> withABody =
          Map.of("Content-Type", "application/json", "Content-Length", "10");
      RawHttp.Response refused = record(open, "v%6ftes", withABody);
      assertThat(refused.status()).as("before its body, which never comes").isEqualTo(429);
      assertThat(refused.headers()).containsEntry("ratelimit-policy", "\"namespace\";q=2;w=1");
    }
  }

  /** Many may be behind one address: its rate is for keys that are wrong. */
  @Test
  void anAddressPaysForWrongKeys_andForNoOthers() {
    HandDrivenTime time = new HandDrivenTime();
    RateLimits two = new RateLimits(2, 0, 0, time);
    try (TestService shared = service(AuthConfig.Method.KEYS, two)) {
      shared.onKey =
          shown ->
              CompletableFuture.completedFuture(
                  shown.id().startsWith("right")
                      ? Optional.of(new Caller(shown, Grant.EVERYTHING))
                      : Optional.empty());
      for (int i = 0; i < 10; i++) {
        assertThat(read(shared, "rightly" + i)).as("a first request of key " + i).isEqualTo(200);
        assertThat(read(shared, "right0")).as("known to each of two instances").isEqualTo(200);
        assertThat(read(shared, "right0")).isEqualTo(200);
        time.pass(Duration.ofSeconds(2));
      }
      assertThat(read(shared, "wrong1")).isEqualTo(401);
      assertThat(read(shared, "wrong2")).isEqualTo(401);
      assertThat(read(shared, "wrong3")).isEqualTo(429);
      assertThat(read(shared, "right0")).as("of a key that is known").isEqualTo(200);
    }
  }

  /** However soon it is known that nobody is let in. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Authorization: Bearer qk_wrong_0123456789abcdefghijklmnopqrstuvwxyz\r\n",
        "Authorization: Bearer of another form\r\n",
        "Authorization: Bearer\r\n",
        "Authorization: Basic abcd\r\n",
        "Authorization: Bearer a\r\nAuthorization: Bearer a\r\n",
        "X-Api-Key: abcd\r\n"
      })
  void anAddressPaysForEachCallerWhoIsRefused_alsoForTheSameOnceMore(String headers) {
    RateLimits three = new RateLimits(3, 0, 0, new HandDrivenTime());
    try (TestService shared = service(AuthConfig.Method.KEYS, three)) {
      for (int i = 0; i < 6; i++) {
        RawHttp.Response refused =
            RawHttp.exchange(
                shared.base(),
                Buffer.buffer(
                    "POST " + EVENTS + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n"));
        assertThat(refused.status()).as("request " + i).isEqualTo(i < 3 ? 401 : 429);
      }
    }
  }

  @Test
  void anAddressPaysForWrongTokens_alsoForTheSameOnceMore() {
    TestKey key = TestKey.of("first", "ES256");
    HandDrivenTime time = new HandDrivenTime();
    RateLimits three = new RateLimits(3, 0, 0, time);
    try (TestIssuer issuer = new TestIssuer();
        TestService shared = service(AuthConfig.Method.JWT, three)) {
      issuer.publish(key);
      Issuer known = new Issuer(issuer.name(), TestIssuer.AUDIENCE, null, null);
      TokenMeters meters = new TokenMeters(shared.registry);
      shared
          .vertx
          .deployVerticle(new TokenVerticle(known, Duration.ofSeconds(1), Clock.system(), meters))
          .await();
      Duration patience = Duration.ofSeconds(5);
      await("the keys of the issuer")
          .until(
              () -> TokenVerticle.HAVE_KEYS.request(shared.vertx.eventBus(), "", patience).await());
      JsonObject claims = issuer.claims("alice", "read:votes");
      assertThat(readWith(shared, key.sign(claims))).isEqualTo(200);
      List<String> wrong =
          List.of(
              TestKey.of("first", "ES256").sign(claims),
              key.sign(claims.copy().put("exp", 1)),
              key.sign(claims.copy().put("aud", "another")),
              "of.another.form");
      for (String token : wrong) {
        for (int i = 0; i < 6; i++) {
          assertThat(readWith(shared, token)).as(token).isEqualTo(i < 3 ? 401 : 429);
        }
        time.pass(Duration.ofSeconds(2));
      }
    }
  }

  @Test
  void aDenialCostsWhatAnAnswerDoes() {
    RateLimits three = new RateLimits(3, 0, 0, new HandDrivenTime());
    try (TestService shared = service(AuthConfig.Method.KEYS, three)) {
      Grant grant =
          new Grant(List.of(new Scope(Right.RECORD, "votes")), "", false, List.of(), 0, null);
      shared.onKey =
          shown -> CompletableFuture.completedFuture(Optional.of(new Caller(shown, grant)));
      for (int i = 0; i < 6; i++) {
        assertThat(read(shared, "some")).as("request " + i).isEqualTo(i < 3 ? 403 : 429);
      }
    }
  }

  /** A body of many events is work, also if the caller may record none of them. */
  @ParameterizedTest
  @ValueSource(strings = {"/v1/events", EVENTS})
  void aDeniedBatchCostsItsEvents(String path) {
    RateLimits hundred = new RateLimits(100, 0, 0, new HandDrivenTime());
    try (TestService shared = service(AuthConfig.Method.KEYS, hundred)) {
      Grant grant =
          new Grant(List.of(new Scope(Right.RECORD, "votes")), "", true, List.of(), 0, null);
      shared.onKey =
          shown -> CompletableFuture.completedFuture(Optional.of(new Caller(shown, grant)));
      String event = path.equals(EVENTS) ? "" : "\"namespace\":\"votes\",\"counter\":\"a\",";
      String each = "{" + event + "\"delta\":2}";
      Map<String, String> headers =
          Map.of("Authorization", "Bearer " + KEY, "Content-Type", "application/json");
      String body = "[" + each + ("," + each).repeat(99) + "]";
      for (int expected : new int[] {403, 429}) {
        assertThat(
                RawHttp.exchange(
                        shared.base(), RawHttp.request("POST", path, headers, Buffer.buffer(body)))
                    .status())
            .isEqualTo(expected);
      }
      assertThat(shared.finds).as("namespaces that were looked up").hasValue(0);
    }
  }

  private static int read(TestService service, String id) {
    return readWith(service, "qk_" + id + "_0123456789abcdefghijklmnopqrstuvwxyz");
  }

  private static int readWith(TestService service, String token) {
    return RawHttp.exchange(
            service.base(),
            RawHttp.request(
                "GET",
                "/v1/counters/votes/a",
                Map.of("Authorization", "Bearer " + token),
                Buffer.buffer()))
        .status();
  }

  private static RawHttp.Response record(
      TestService service, String namespace, Map<String, String> headers) {
    String target = "/v1/counters/" + namespace + "/a/events";
    return RawHttp.exchange(
        service.base(), RawHttp.request("POST", target, headers, Buffer.buffer()));
  }

  @Test
  void letsNobodyInWhileKeysCannotBeLookedUp() {
    service.onKey = shown -> away();
    RawHttp.Response response = send("GET", "/v1/counters/votes/a", bearer(KEY), "");
    assertThat(response.status()).isEqualTo(503);
    assertThat(response.headers()).containsEntry("retry-after", "1");
    opens(Right.READ);
    assertThat(send("GET", "/v1/counters/votes/a", bearer(KEY), "").status())
        .as("as soon as they can")
        .isIn(200, 404);
  }

  @Test
  void looksUpAKeyOnceInAWhile() {
    AtomicInteger asked = new AtomicInteger();
    opens(Right.READ);
    var found = service.onKey;
    service.onKey =
        shown -> {
          asked.incrementAndGet();
          return found.apply(shown);
        };
    for (int i = 0; i < 20; i++) {
      assertThat(send("GET", "/v1/counters/votes/a", bearer(KEY), "").status()).isEqualTo(200);
    }
    assertThat(asked.get()).as("once by each instance").isBetween(1, TestService.INSTANCES);
  }

  @Test
  void takesOneHeaderOfOneScheme() {
    opens(Right.READ);
    String path = "/v1/counters/votes/a";
    for (String headers :
        List.of(
            "Authorization: Basic " + KEY + "\r\n",
            "Authorization: " + KEY + "\r\n",
            "Authorization: Bearer\r\n",
            bearer(KEY) + bearer(KEY),
            bearer("\"" + KEY + "\""),
            bearer("<" + KEY + ">"),
            bearer("Bearer " + KEY),
            bearer(KEY + " " + KEY))) {
      RawHttp.Response refused = send("GET", path, headers, "");
      assertThat(refused.status()).as(headers).isEqualTo(401);
      assertThat(new JsonObject(refused.text()).getString("detail"))
          .as("the key may be right")
          .contains("once, as Bearer")
          .doesNotContain(KEY);
    }
    for (String headers : List.of("X-Api-Key: " + KEY + "\r\n", "Cookie: token=" + KEY + "\r\n")) {
      assertThat(send("GET", path, headers, "").status()).as(headers).isEqualTo(401);
    }
    assertThat(send("GET", path, "authorization: bEARER  " + KEY + "\r\n", "").status())
        .isEqualTo(200);
  }

  @Test
  void keysAreNotManagedWhereNobodyIsAsked() {
    try (TestService open = new TestService()) {
      for (String head : List.of("GET /v1/keys", "DELETE /v1/keys/abcd")) {
        RawHttp.Response response =
            RawHttp.exchange(
                open.base(), Buffer.buffer(head + " HTTP/1.1\r\nHost: localhost\r\n\r\n"));
        assertThat(response.status()).isEqualTo(403);
      }
    }
  }
}
