package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quipu.Quipu;
import io.quipu.edge.access.AuditLines;
import io.quipu.engine.time.Clock;
import io.quipu.ops.config.Config;
import io.quipu.testing.dev.FreePort;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.TestPatience;
import io.quipu.testing.dev.Thorough;
import io.quipu.testing.dev.issuer.ForgedTokens;
import io.quipu.testing.dev.issuer.TestIssuer;
import io.quipu.testing.dev.issuer.TestKey;
import io.quipu.testing.monitoring.MetricTable;
import io.quipu.testing.monitoring.Scrape;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tokens of an issuer, right ones and wrong ones, against the whole service. */
@Thorough
@EndToEnd
class TokensIT {
  /** How long a key of the issuer may be unknown, or live on after it was removed. */
  private static final Duration BOUND = Duration.ofSeconds(30);

  private static final String COUNTER = "/v1/counters/votes/a";

  private static final TestIssuer issuer = new TestIssuer();
  private static final TestIssuer attacker = new TestIssuer();
  private static final TestKey key = TestKey.of("first", "ES256");
  private static RunningQuipu quipu;

  @BeforeAll
  static void start(TestCassandra cassandra) {
    issuer.publish(key);
    quipu =
        RunningQuipu.start(1, cassandra.contactPoint(), cassandra.keyspace(), issuer.variables());
    KeyedApi admin = holder("admin:*");
    admin.send("PUT", "/v1/namespaces/votes", "{}").expect(201);
    admin.send("PUT", "/v1/namespaces/other", "{}").expect(201);
  }

  @AfterAll
  static void stop() {
    if (quipu != null) {
      quipu.close();
    }
    issuer.close();
    attacker.close();
  }

  private static KeyedApi holder(String... entries) {
    return with(key.sign(issuer.claims("alice", entries)));
  }

  private static KeyedApi with(String token) {
    return new KeyedApi(quipu.api(0), token);
  }

  private static long count(String namespace, String counter) {
    return holder("read:*")
        .send("GET", Api.path(namespace, counter), "")
        .expect(200)
        .json()
        .getLong("count");
  }

  @Test
  void aTokenOpensWhatItsEntriesSay_andNothingElse() {
    for (String right : List.of("read", "record", "admin")) {
      KeyedApi one = holder(right + ":votes");
      KeyedApi all = holder(right + ":*");
      for (String namespace : List.of("votes", "other", "missing")) {
        String counters = "/v1/counters/" + namespace;
        check(one, right, namespace, "read", "GET", counters + "/a", "");
        check(one, right, namespace, "read", "GET", counters, "");
        check(one, right, namespace, "record", "POST", counters + "/a/events", "{}");
        check(one, right, namespace, "admin", "POST", counters + "/a/recount", "");
        check(one, right, namespace, "admin", "DELETE", counters + "/reset", "");
        assertThat(all.send("GET", counters + "/a", "").status())
            .isIn(right.equals("read") ? List.of(200, 404) : List.of(403));
      }
    }
  }

  private static void check(
      KeyedApi holder,
      String right,
      String namespace,
      String needed,
      String method,
      String path,
      String body) {
    int status = holder.send(method, path, body).status();
    String what = right + ":votes asks for " + method + " " + path;
    if (right.equals(needed) && namespace.equals("votes")) {
      assertThat(status).as(what).isBetween(200, 299);
    } else {
      assertThat(status).as(what).isEqualTo(403);
    }
  }

  @Test
  void scopesOfOtherServicesDoNotMatter() {
    JsonObject claims = issuer.claims("alice").put("scope", "openid  profile read:votes email");
    claims.remove("quipu");
    KeyedApi holder = with(key.sign(claims));
    holder.send("GET", COUNTER, "").expect(200);
    holder.send("POST", COUNTER + "/events", "").expect(403);
  }

  @Test
  void anEntryThatIsMisspeltOpensNothing_andDoesNotWiden() {
    for (String entry :
        List.of(
            "*:*",
            "*",
            "read:",
            "record:**",
            "record:*,admin:*",
            "record:vote*",
            "Record:votes",
            "record:votes ",
            "record",
            "record:votes:a",
            "record:../votes",
            "operate:votes",
            "record:*x",
            "read:*;record:*",
            "\u0000record:votes")) {
      KeyedApi holder = holder("read:votes", entry);
      holder.send("GET", COUNTER, "").expect(200);
      assertThat(holder.send("POST", COUNTER + "/events", "").status()).as(entry).isEqualTo(403);
      assertThat(holder.send("GET", "/v1/counters/other/a", "").status()).as(entry).isEqualTo(403);
      assertThat(holder.send("DELETE", COUNTER, "").status()).as(entry).isEqualTo(403);
    }
    holder().send("GET", COUNTER, "").expect(403);
  }

  @Test
  void aForgedTokenIsRefused_onEveryTransport_andNothingTellsWhatIsWrongWithIt() {
    Map<String, String> forged = ForgedTokens.of(issuer, key, attacker);
    assertThat(forged).hasSizeGreaterThan(100);
    String path = "/v1/counters/votes/forged";
    AtomicInteger tried = new AtomicInteger();
    forged.forEach(
        (what, token) -> {
          KeyedApi mallory = with(token);
          Answer answer = mallory.send("GET", path, "");
          assertThat(answer.status()).as(what).isEqualTo(401);
          assertThat(answer.json().getString("detail"))
              .as(what)
              .isEqualTo("The key or token is wrong, withdrawn or expired");
          assertThat(mallory.send("POST", path + "/events", "{}").status()).as(what).isEqualTo(401);
          assertThat(
                  lines(mallory, "{\"namespace\": \"votes\", \"counter\": \"forged\"}\n").status())
              .as(what)
              .isEqualTo(401);
          assertThat(
                  Api.send(
                          mallory
                              .request("GET", path + "/live", "")
                              .header("Accept", "text/event-stream"))
                      .status())
              .as(what)
              .isEqualTo(401);
          if (tried.getAndIncrement() % 8 > 0) {
            return;
          }
          assertThatThrownBy(() -> mallory.live("/v1/live"))
              .as(what)
              .cause()
              .isInstanceOfSatisfying(
                  WebSocketHandshakeException.class,
                  refused -> assertThat(refused.getResponse().statusCode()).isEqualTo(401));
          assertThat(closeCodeOf(token)).as(what).isEqualTo(4401);
        });
    assertThat(count("votes", "forged")).isZero();
    assertThat(attacker.fetches()).as("addresses in tokens are not asked").isZero();
  }

  private static Answer lines(KeyedApi holder, String lines) {
    return Api.send(
        holder
            .request("GET", "/v1/events", "")
            .header("Content-Type", "application/x-ndjson")
            .POST(BodyPublishers.ofString(lines)));
  }

  private static int closeCodeOf(String token) {
    try (LiveCounts live = new LiveCounts(quipu.api(0).webSocket("/v1/live"))) {
      live.say(authenticate(token));
      return live.closeCode();
    }
  }

  private static JsonObject authenticate(String token) {
    return new JsonObject().put("type", "authenticate").put("ref", 1).put("token", token);
  }

  @Test
  void nobodyIsLetInWithoutAToken_butToWhatIsOpen() {
    KeyedApi nobody = with("");
    for (String path : List.of(COUNTER, "/v1/namespaces", "/v1/keys", COUNTER + "/live")) {
      Answer answer = nobody.send("GET", path, "").expect(401);
      assertThat(answer.headers().firstValue("www-authenticate"))
          .hasValue("Bearer realm=\"quipu\"");
    }
    for (String path :
        List.of("/livez", "/readyz", "/metrics", "/openapi.yaml", "/asyncapi.yaml", "/docs", "/")) {
      nobody.send("GET", path, "").expect(200);
    }
  }

  @Test
  void aTokenInAnUrlOpensNothing_itsHolderNeither() {
    String token = key.sign(issuer.claims("alice", "read:*"));
    for (String parameter : List.of("token", "access_token", "jwt", "id_token", "authorization")) {
      String path = COUNTER + "?" + parameter + "=" + token;
      with("").send("GET", path, "").expect(401);
      with(token).send("GET", path, "").expect(400);
    }
    assertThat(
            Api.send(
                    HttpRequest.newBuilder(quipu.api(0).uri(COUNTER))
                        .header("Cookie", "access_token=" + token)
                        .header("X-Access-Token", token))
                .status())
        .isEqualTo(401);
  }

  @Test
  void twoHeadersAreRefused_evenWhereOneIsRight() {
    String token = key.sign(issuer.claims("alice", "read:*"));
    for (List<String> headers :
        List.of(
            List.of("Bearer " + token, "Bearer " + token),
            List.of("Bearer " + token, "Bearer wrong"),
            List.of("Basic YTpi", "Bearer " + token),
            List.of("Bearer " + token + ", Bearer " + token),
            List.of("Bearer " + token + " " + token))) {
      HttpRequest.Builder request = HttpRequest.newBuilder(quipu.api(0).uri(COUNTER));
      headers.forEach(header -> request.header("Authorization", header));
      assertThat(Api.send(request).status()).as("" + headers).isEqualTo(401);
    }
  }

  @Test
  void aTokenOf100KilobytesIsRefused_andCostsNobodyElseAnything() {
    JsonObject claims = issuer.claims("alice", "read:*").put("padding", "a".repeat(75_000));
    String token = key.sign(claims);
    assertThat(token).hasSizeGreaterThan(100_000);
    assertThat(with(token).send("GET", COUNTER, "").status()).isEqualTo(431);
    try (LiveCounts live = new LiveCounts(quipu.api(0).webSocket("/v1/live"))) {
      live.say(authenticate(token));
      assertThat(live.closeCode()).isNotEqualTo(1000);
      assertThat(live.hasHeard("authenticated")).isFalse();
    }
    holder("read:*").send("GET", COUNTER, "").expect(200);
  }

  @Test
  void thereAreNoKeysToManage_whateverATokenSays() {
    KeyedApi operator = holder("operate:*", "admin:*");
    for (String method : List.of("GET", "POST")) {
      String body = method.equals("POST") ? "{\"scopes\": [\"read:*\"]}" : "";
      assertThat(operator.send(method, "/v1/keys", body).expect(403).json().getString("detail"))
          .isEqualTo("Keys are managed where QUIPU_AUTH is keys");
    }
    operator.send("DELETE", "/v1/keys/abcd", "").expect(403);
    with(KeyedApi.BOOTSTRAP).send("GET", "/v1/keys", "").expect(401);
  }

  @Test
  void aBrowserShowsItsTokenInItsFirstMessage() {
    try (LiveCounts live = new LiveCounts(quipu.api(0).webSocket("/v1/live"))) {
      live.say(authenticate(key.sign(issuer.claims("alice", "read:votes"))));
      live.say(subscription("votes"));
      await().until(() -> live.hasHeard("authenticated") && live.last() == 0);
      live.say(subscription("other"));
      assertThat(live.closeCode()).isEqualTo(4403);
    }
  }

  private static JsonObject subscription(String namespace) {
    return new JsonObject()
        .put("type", "subscribe")
        .put("ref", 2)
        .put("namespace", namespace)
        .put("counters", new JsonArray().add("live"));
  }

  @Test
  void anExpiredTokenOpensNothing_andItsSocketAndStreamEnd() {
    long soon = Instant.now().getEpochSecond() + 4;
    KeyedApi holder = with(key.sign(issuer.claims("alice", "read:votes").put("exp", soon)));
    try (LiveCounts live = holder.live("/v1/live");
        FollowedStream stream =
            FollowedStream.of(holder.request("GET", "/v1/counters/votes/live/live", ""))) {
      holder.send("GET", COUNTER, "").expect(200);
      await().until(() -> stream.said("count"));
      assertThat(live.closeCode()).isEqualTo(4401);
      await().until(stream::hasEnded);
      holder.send("GET", COUNTER, "").expect(401);
      assertThat(Instant.now()).isBefore(Instant.ofEpochSecond(soon).plus(BOUND));
    }
  }

  @Test
  void aNewKeyIsTakenUp_andARemovedOneEnds_withItsSocketsAndStreams() {
    TestKey next = TestKey.of("next", "RS256");
    KeyedApi before = holder("read:votes");
    KeyedApi after = with(next.sign(issuer.claims("bob", "read:votes")));
    after.send("GET", COUNTER, "").expect(401);
    try (LiveCounts socket = before.live("/v1/live");
        FollowedStream stream =
            FollowedStream.of(before.request("GET", "/v1/counters/votes/live/live", ""))) {
      await().until(() -> stream.said("count"));
      issuer.publish(key, next);
      await().atMost(BOUND).until(() -> after.send("GET", COUNTER, "").status() == 200);
      before.send("GET", COUNTER, "").expect(200);

      long removed = System.nanoTime();
      issuer.publish(next);
      await().atMost(BOUND).until(() -> before.send("GET", COUNTER, "").status() == 401);
      assertThat(socket.closeCode()).isEqualTo(4401);
      await().until(stream::hasEnded);
      Duration took = Duration.ofNanos(System.nanoTime() - removed);
      System.out.println("A removed key of the issuer was at its end after " + took);
      assertThat(took).isLessThan(BOUND);
      after.send("GET", COUNTER, "").expect(200);
    } finally {
      issuer.publish(key);
      await().until(() -> holder("read:votes").send("GET", COUNTER, "").status() == 200);
    }
  }

  @Test
  void whileTheIssuerIsAway_itsKeysHold() {
    AtomicInteger asked = new AtomicInteger();
    issuer.answerWith(
        request -> {
          asked.incrementAndGet();
          request.response().setStatusCode(500).end();
        });
    try {
      await().until(() -> asked.get() > 2);
      holder("read:votes").send("GET", COUNTER, "").expect(200);
      with("").send("GET", "/readyz", "").expect(200);
    } finally {
      issuer.answerWith(null);
    }
  }

  @Test
  void withoutTheIssuerAnInstanceWaits_isNotReady_andLetsNobodyIn(TestCassandra cassandra) {
    try (TestIssuer late = new TestIssuer()) {
      Map<String, String> environment =
          RunningQuipu.environment(cassandra.contactPoint(), cassandra.keyspace());
      environment.putAll(late.variables());
      int port = FreePort.on("127.0.0.1");
      environment.put("QUIPU_HTTP_PORT", Integer.toString(port));
      Future<Quipu> started =
          Quipu.start(Config.from(environment), BlockedEventLoops.strict(), Clock.system());
      Api api = new Api(URI.create("http://127.0.0.1:" + port));
      KeyedApi holder = new KeyedApi(api, key.sign(late.claims("alice", "read:*")));
      await()
          .ignoreExceptions()
          .until(() -> api.get("/readyz").text().contains("issuer") && answers(holder, 503));
      api.get("/readyz").expect(503);
      api.get("/livez").expect(200);
      assertThat(started.isComplete()).isFalse();
      late.publish(key);
      Quipu quipu = TestPatience.join(started.toCompletionStage());
      try {
        api.get("/readyz").expect(200);
        holder.send("GET", "/v1/counters/default/a", "").expect(200);
      } finally {
        TestPatience.join(quipu.stop().toCompletionStage());
      }
    }
  }

  private static boolean answers(KeyedApi holder, int status) {
    return holder.send("GET", "/v1/counters/default/a", "").status() == status;
  }

  @Test
  void whatIsMeasuredOfTokensIsListed() {
    holder("read:*").send("GET", COUNTER, "").expect(200);
    with("a.b.c").send("GET", COUNTER, "").expect(401);
    Set<String> names = Scrape.of(with("").send("GET", "/metrics", "").text()).metrics().keySet();
    assertThat(MetricTable.read().rows().keySet()).containsAll(names);
    assertThat(names)
        .contains(
            "quipu_issuer_keys_age_seconds",
            "quipu_issuer_fetches_failed_total",
            "quipu_tokens_refused_total");
  }

  @Test
  void theAuditNamesTheSubject_andNoToken() {
    try (AuditLines audit = new AuditLines()) {
      String token = key.sign(issuer.claims("carol@example.org", "admin:votes"));
      KeyedApi carol = with(token);
      carol.send("DELETE", "/v1/counters/votes/audited", "").expect(200);
      assertThat(audit.line("counter reset", "carol@example.org")).containsKey("request");
      await("a denial that has its place among those of other tests")
          .untilAsserted(
              () -> {
                carol.send("GET", COUNTER, "").expect(403);
                assertThat(audit.line("denied", "carol@example.org"))
                    .containsEntry("status", "403");
              });
      assertThat(audit.text()).doesNotContain(token);
    }
  }
}
