package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.edge.access.AuditLines;
import io.quipu.testing.contract.PublishedContract;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may do what, tried against two instances of the whole service as an attacker would. */
@EndToEnd
class AuthorizationIT {
  /** Each kind in a namespace of its name, and settings with which it can be created. */
  private static final Map<String, String> KINDS =
      Map.of(
          "event", "{\"kind\": \"event\"}",
          "unique", "{\"kind\": \"unique\"}",
          "latest", "{\"kind\": \"latest\"}",
          "linear", "{\"kind\": \"linear\"}",
          "sketch", "{\"kind\": \"sketch\", \"state\": \"sum\"}");

  private static final Map<String, String> EVENTS =
      Map.of(
          "event", "{}",
          "unique", "{\"id\": \"a\"}",
          "latest", "{\"actor\": \"P1\", \"version\": 1, \"value\": 2}",
          "linear", "{}",
          "sketch", "{\"value\": 3.5}");

  private static RunningQuipu quipu;
  private static KeyedApi first;

  /** Something that may be asked for, in some namespace. */
  private record Operation(String right, String method, String path, String body) {}

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.keyed();
    first = new KeyedApi(quipu.api(0), KeyedApi.BOOTSTRAP);
    KINDS.forEach(
        (kind, settings) -> {
          first.send("PUT", "/v1/namespaces/" + kind, settings).expect(201);
          first.send("PUT", "/v1/namespaces/other-" + kind, settings).expect(201);
        });
  }

  private static List<Operation> operations(String kind, String namespace) {
    String counters = "/v1/counters/" + namespace;
    String event = EVENTS.get(kind);
    String named = new JsonObject(event).put("namespace", namespace).put("counter", "a").encode();
    String counts = "{\"counters\": [{\"namespace\": \"" + namespace + "\", \"counter\": \"a\"}]}";
    String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    return List.of(
        new Operation("read", "GET", counters + "/a", ""),
        new Operation("read", "HEAD", counters + "/a", ""),
        new Operation("read", "GET", counters + "/a/badge.svg", ""),
        new Operation("read", "GET", counters, ""),
        new Operation("read", "GET", counters + "?order=count", ""),
        new Operation("read", "GET", counters + "/top", ""),
        new Operation(
            "read", "GET", counters + "/a/windows?granularity=hour&from=" + now + "&to=" + now, ""),
        new Operation("read", "GET", counters + "/a/total?from=-1d", ""),
        new Operation("read", "GET", counters + "/a/live", ""),
        new Operation("read", "GET", "/v1/namespaces/" + namespace, ""),
        new Operation("read", "POST", "/v1/counts", counts),
        new Operation("record", "POST", counters + "/a/events", event),
        new Operation("record", "POST", counters + "/a/events", "[" + event + "]"),
        new Operation("record", "POST", "/v1/events", "[" + named + "]"),
        new Operation("admin", "PUT", "/v1/namespaces/" + namespace, "{}"),
        new Operation("admin", "DELETE", counters + "/a", ""),
        new Operation("admin", "POST", counters + "/a/recount", ""),
        new Operation("operate", "GET", "/v1/keys", ""),
        new Operation("operate", "POST", "/v1/keys", "{\"scopes\": [\"read:votes\"]}"),
        new Operation("operate", "DELETE", "/v1/keys/zzzz", ""));
  }

  private static KeyedApi holder(String... scopes) {
    return first.create(new JsonObject().put("scopes", List.of(scopes)).encode());
  }

  /** Right, namespace and kind, over HTTP: one combination is allowed, all others are not. */
  @ParameterizedTest
  @ValueSource(strings = {"event", "unique", "latest", "linear", "sketch"})
  void aRightOpensWhatItIsFor_whereItIsGiven_andNothingElse(String kind) {
    for (String right : List.of("read", "record", "admin", "operate")) {
      KeyedApi holder = holder(right + ":" + (right.equals("operate") ? "*" : kind));
      Map<Integer, Set<String>> denials = new HashMap<>();
      for (String namespace : List.of(kind, "other-" + kind, "missing-" + kind)) {
        List<Operation> operations = operations(kind, namespace);
        for (int i = 0; i < operations.size(); i++) {
          Operation operation = operations.get(i);
          Answer answer = holder.send(operation.method, operation.path, operation.body);
          String what = right + ":" + kind + " asks for " + operation + ": " + answer.text();
          if (operation.right.equals(right)
              && (right.equals("operate") || namespace.equals(kind))) {
            assertThat(answer.status()).as(what).isNotIn(401, 403).isLessThan(500);
          } else {
            assertThat(answer.status()).as(what).isEqualTo(403);
            if (!operation.method.equals("HEAD")) {
              assertThat(answer.problem()).as(what).isEqualTo("forbidden");
              denials
                  .computeIfAbsent(i, any -> new HashSet<>())
                  .add(answer.json().getString("detail"));
            }
          }
        }
      }
      assertThat(denials.values())
          .as("what there is cannot be told from what is not")
          .allSatisfy(details -> assertThat(details).hasSize(1));
    }
  }

  /** Right, namespace and kind, over a WebSocket. */
  @ParameterizedTest
  @ValueSource(strings = {"event", "unique", "latest", "linear", "sketch"})
  void aSocketIsClosedWith4403_whereTheKeyDoesNotAllowIt(String kind) {
    Map<String, KeyedApi> holders =
        Map.of("read", holder("read:" + kind), "record", holder("record:" + kind));
    for (String right : holders.keySet()) {
      for (String namespace : List.of(kind, "other-" + kind, "missing-" + kind)) {
        for (String type : List.of("subscribe", "prefix", "record")) {
          JsonObject message = message(type, kind, namespace);
          boolean allowed =
              namespace.equals(kind) && right.equals(type.equals("record") ? "record" : "read");
          try (LiveCounts live = holders.get(right).live("/v1/live")) {
            live.say(message);
            String what = right + ":" + kind + " says " + message;
            if (allowed) {
              await(what)
                  .until(
                      () ->
                          live.hasHeard("subscribed")
                              || live.hasHeard("recorded")
                              || live.hasHeard("error"));
              assertThat(live.errorStatus()).as(what).isNotIn(401, 403);
            } else {
              assertThat(live.closeCode()).as(what).isEqualTo(4403);
              assertThat(live.errorStatus()).as(what).isEqualTo(403);
            }
          }
        }
      }
    }
  }

  private static JsonObject message(String type, String kind, String namespace) {
    JsonObject message = new JsonObject().put("ref", 1).put("namespace", namespace);
    return switch (type) {
      case "subscribe" ->
          message.put("type", "subscribe").put("counters", new JsonArray().add("a"));
      case "prefix" -> message.put("type", "subscribe").put("prefix", "a");
      default ->
          message
              .put("type", "record")
              .put("counter", "a")
              .mergeIn(new JsonObject(EVENTS.get(kind)));
    };
  }

  @Test
  void nobodyIsLetInWithoutAKey_butToWhatIsOpen() {
    KeyedApi nobody = new KeyedApi(quipu.api(0), "");
    for (Operation operation : operations("event", "event")) {
      Answer answer = nobody.send(operation.method, operation.path, operation.body).expect(401);
      assertThat(answer.headers().firstValue("www-authenticate"))
          .hasValue("Bearer realm=\"quipu\"");
    }
    assertThat(nobody.send("GET", "/v1/namespaces", "").status()).isEqualTo(401);
    for (String path :
        List.of("/livez", "/readyz", "/metrics", "/openapi.yaml", "/asyncapi.yaml", "/docs", "/")) {
      nobody.send("GET", path, "").expect(200);
    }
  }

  /** Whatever is documented below /v1, also what will be. Views are admitted by their origin. */
  @Test
  void everyOperationOfTheContractAsksForAKey() {
    KeyedApi nobody = new KeyedApi(quipu.api(0), "");
    var asked =
        PublishedContract.OF_THIS_BUILD.operations().stream()
            .filter(operation -> operation.path().startsWith("/v1/"))
            .toList();
    assertThat(asked).hasSizeGreaterThan(15);
    for (var operation : asked) {
      String path = operation.path().replaceAll("[{][a-z]+[}]", "abcd");
      assertThat(nobody.send(operation.method(), path, "").status())
          .as(operation.method() + " " + path)
          .isEqualTo(path.startsWith("/v1/views/") ? 403 : 401);
    }
  }

  /** Each answer is held against the contract. */
  @Test
  void answersAboutKeysHaveTheFormOfTheContract() {
    Answer created =
        first.send(
            "POST",
            "/v1/keys",
            "{\"scopes\": [\"read:*\"], \"delta\": 1, \"origins\": [\"https://a.example\"]}");
    String path = "/v1/keys/" + created.expect(201).json().getString("id");
    first.send("GET", "/v1/keys", "").expect(200);
    first.send("DELETE", path, "").expect(200);
    first.send("DELETE", path, "").expect(404);
    new KeyedApi(quipu.api(0), "").send("DELETE", path, "").expect(401);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "qk_first_0123456789abcdefghijklmnopqrstuvwxyz-_AC",
        "qk_nobody_0123456789abcdefghijklmnopqrstuvwxyz-_AB",
        "qk_first_",
        "qk_first_short",
        "0123456789abcdefghijklmnopqrstuvwxyz-_AB",
        "eyJhbGciOiJub25lIn0.eyJzdWIiOiJmaXJzdCIsInF1aXB1IjoiYWRtaW46KiJ9.",
      })
  void aWrongKeyIsRefused_andNothingTellsWhatIsWrongWithIt(String key) {
    Answer answer =
        new KeyedApi(quipu.api(0), key).send("GET", "/v1/counters/event/a", "").expect(401);
    assertThat(answer.json().getString("detail"))
        .isEqualTo("The key or token is wrong, withdrawn or expired");
  }

  @Test
  void keysInUrlsAreRefused_theirHoldersToo() {
    for (String parameter : List.of("key", "token", "access_token", "authorization")) {
      String path = "/v1/counters/event/a?" + parameter + "=" + KeyedApi.BOOTSTRAP;
      new KeyedApi(quipu.api(0), "").send("GET", path, "").expect(401);
      first.send("GET", path, "").expect(400);
      first.send("GET", path.replace("/a?", "/a/live?"), "").expect(400);
    }
  }

  @Test
  void aBatchIsRefusedAsAWhole_whereOneEventOfItIsNotAllowed() {
    KeyedApi holder = holder("record:event");
    Answer answer =
        holder.send(
            "POST",
            "/v1/events",
            "[{\"namespace\": \"event\", \"counter\": \"batch\"},"
                + " {\"namespace\": \"missing\", \"counter\": \"batch\"}]");
    assertThat(answer.expect(403).json().getInteger("index")).isEqualTo(1);
    assertThat(count("event", "batch")).isZero();
    Answer counts =
        holder("read:event")
            .send(
                "POST",
                "/v1/counts",
                "{\"counters\": [{\"namespace\": \"event\", \"counter\": \"a\"},"
                    + " {\"namespace\": \"missing\", \"counter\": \"a\"}]}");
    assertThat(counts.expect(403).json().getInteger("index")).isEqualTo(1);
  }

  /** A question that is denied tells nothing, and the others are answered. */
  @Test
  void eachQuestionNeedsItsRight() {
    String body =
        "{'queries': ["
            + Stream.of("event", "other-event", "missing-event")
                .map(
                    namespace ->
                        ("{'id': 'c-%1$s', 'namespace': '%1$s', 'counter': 'a', 'ask': 'count'},"
                                + " {'id': 't-%1$s', 'namespace': '%1$s', 'ask': 'top'}")
                            .formatted(namespace))
                .collect(Collectors.joining(", "))
            + "]}";
    String queries = body.replace('\'', '"');
    List<JsonObject> results =
        holder("read:event")
            .send("POST", "/v1/query", queries)
            .expect(200)
            .json()
            .getJsonArray("results")
            .stream()
            .map(JsonObject.class::cast)
            .toList();
    assertThat(results)
        .extracting(one -> one.getInteger("status"))
        .containsExactly(200, 200, 403, 403, 403, 403);
    assertThat(
            results.stream()
                .skip(2)
                .map(one -> one.getString("detail").replaceAll("\\d", ""))
                .distinct())
        .as("what there is cannot be told from what is not")
        .hasSize(1);
    holder("record:event").send("POST", "/v1/query", queries).expect(403);
    new KeyedApi(quipu.api(0), "").send("POST", "/v1/query", queries).expect(401);
  }

  private static long count(String namespace, String counter) {
    return first.send("GET", Api.path(namespace, counter), "").expect(200).json().getLong("count");
  }

  @Test
  void aPrefixBoundsCountersListsAndBatches() {
    KeyedApi holder =
        first.create(
            "{\"scopes\": [\"record:event\", \"read:event\", \"admin:event\"],"
                + " \"prefix\": \"page/\"}");
    holder.send("POST", Api.path("event", "page/1") + "/events", "").expect(201);
    holder.send("GET", Api.path("event", "page/1"), "").expect(200);
    holder.send("GET", "/v1/counters/event?prefix=page/", "").expect(200);
    holder.send("GET", "/v1/counters/event/top?prefix=page/1", "").expect(200);
    for (Operation bad :
        List.of(
            new Operation("", "POST", Api.path("event", "pag") + "/events", ""),
            new Operation("", "GET", Api.path("event", "secret"), ""),
            new Operation("", "GET", "/v1/counters/event", ""),
            new Operation("", "GET", "/v1/counters/event?prefix=pag", ""),
            new Operation("", "GET", "/v1/counters/event?order=count", ""),
            new Operation("", "GET", "/v1/counters/event/top", ""),
            new Operation("", "DELETE", Api.path("event", "secret"), ""),
            new Operation("", "PUT", "/v1/namespaces/event", "{}"),
            new Operation(
                "", "POST", "/v1/events", "[{\"namespace\": \"event\", \"counter\": \"a\"}]"))) {
      assertThat(holder.send(bad.method, bad.path, bad.body).status()).as("" + bad).isEqualTo(403);
    }
  }

  @Test
  void aFixedDeltaBoundsEveryTransport() {
    KeyedApi holder =
        first.create("{\"scopes\": [\"record:event\", \"record:sketch\"], \"delta\": 1}");
    String path = Api.path("event", "fixed") + "/events";
    holder.send("POST", path, "{\"id\": \"x\", \"delta\": 1}").expect(201);
    holder.send("POST", path, "").expect(201);
    holder.send("POST", path, "{\"delta\": 2}").expect(403);
    holder.send("POST", path, "[{}, {\"delta\": -1}]").expect(403);
    holder.send("POST", Api.path("sketch", "fixed") + "/events", "{\"value\": 1}").expect(403);
    holder
        .send(
            "POST",
            "/v1/events",
            "[{\"namespace\": \"event\", \"counter\": \"fixed\", \"delta\": 1000}]")
        .expect(403);
    try (LiveCounts live = holder.live("/v1/live")) {
      live.say(message("record", "event", "event").put("delta", 2));
      assertThat(live.closeCode()).isEqualTo(4403);
    }
    assertThat(count("event", "fixed")).isEqualTo(2);
  }

  @Test
  void aListOfNamespacesHasThoseThatTheCallerMayRead() {
    String path = "/v1/namespaces";
    assertThat(namespaces(first, path)).contains("event", "other-event", "default");
    KeyedApi some = holder("read:event", "read:unique", "record:sketch", "read:missing");
    assertThat(namespaces(some, path)).containsExactly("event", "unique");
    assertThat(namespaces(some, path + "?limit=1")).containsExactly("event");
    assertThat(namespaces(some, path + "?after=event")).containsExactly("unique");
  }

  private static List<String> namespaces(KeyedApi holder, String path) {
    return holder.send("GET", path, "").expect(200).json().getJsonArray("namespaces").stream()
        .map(one -> ((JsonObject) one).getString("namespace"))
        .toList();
  }

  /** Its length would tell how much of the secret is like what somebody else chose. */
  @Test
  void anAnswerWithASecretIsNotCompressed_howeverLargeItIs() {
    String origins =
        IntStream.range(0, 20)
            .mapToObj("\"https://a-rather-long-name-%d.of-a-page.example.org\""::formatted)
            .collect(Collectors.joining(", "));
    Answer created =
        Api.send(
            first
                .request(
                    "POST",
                    "/v1/keys",
                    "{\"scopes\": [\"read:event\"], \"origins\": [" + origins + "]}")
                .header("Accept-Encoding", "gzip"));
    assertThat(created.expect(201).text()).hasSizeGreaterThan(1024);
    assertThat(created.headers().firstValue("Content-Encoding")).isEmpty();
    assertThat(created.json().getString("key")).startsWith("qk_");
    Answer listed =
        Api.send(first.request("GET", "/v1/keys", "").header("Accept-Encoding", "gzip"));
    assertThat(listed.headers().firstValue("Content-Encoding")).hasValue("gzip");
  }

  @Test
  void aKeyIsShownOnce_andListedWithoutItsSecret() {
    KeyedApi holder =
        first.create(
            "{\"name\": \"Büro\", \"scopes\": [\"read:event\"], \"prefix\": \"a\", \"rate\": 7,"
                + " \"origins\": [\"HTTPS://Example.org:443\"],"
                + " \"expires\": \"2199-01-01T00:00:00Z\"}");
    Answer listed = first.send("GET", "/v1/keys?limit=1000", "").expect(200);
    String secret = holder.key().split("_", 3)[2];
    assertThat(listed.text()).contains(holder.id()).doesNotContain(secret);
    JsonObject one =
        listed.json().getJsonArray("keys").stream()
            .map(JsonObject.class::cast)
            .filter(key -> key.getString("id").equals(holder.id()))
            .findFirst()
            .orElseThrow();
    one.remove("created");
    assertThat(one)
        .isEqualTo(
            new JsonObject()
                .put("id", holder.id())
                .put("name", "Büro")
                .put("createdBy", first.id())
                .put("scopes", new JsonArray().add("read:event"))
                .put("prefix", "a")
                .put("rate", 7)
                .put("origins", new JsonArray().add("https://example.org"))
                .put("expires", "2199-01-01T00:00:00Z"));
  }

  @Test
  void theHourOfTheLastUseIsListed() {
    KeyedApi holder = first.create("{\"scopes\": [\"read:event\"]}");
    assertThat(lastUsed(holder)).isNull();
    Instant before = Instant.now().truncatedTo(ChronoUnit.HOURS);
    holder.send("GET", "/v1/counters/event/a", "").expect(200);
    await().until(() -> lastUsed(holder) != null);
    assertThat(Instant.parse(lastUsed(holder)))
        .isBetween(before, Instant.now())
        .isEqualTo(Instant.parse(lastUsed(holder)).truncatedTo(ChronoUnit.HOURS));
  }

  private static @Nullable String lastUsed(KeyedApi holder) {
    return first.send("GET", "/v1/keys?limit=1000", "").json().getJsonArray("keys").stream()
        .map(JsonObject.class::cast)
        .filter(key -> key.getString("id").equals(holder.id()))
        .findFirst()
        .orElseThrow()
        .getString("lastUsed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"scopes\": []}",
        "{\"scopes\": [\"write:votes\"]}",
        "{\"scopes\": [\"read\"]}",
        "{\"scopes\": [\"read:Votes\"]}",
        "{\"scopes\": [\"operate:votes\"]}",
        "{\"scopes\": [\"read:*\"], \"delta\": 2}",
        "{\"scopes\": [\"read:*\"], \"origins\": [\"*\"]}",
        "{\"scopes\": [\"read:*\"], \"origins\": []}",
        "{\"scopes\": [\"read:*\"], \"prefix\": \"\"}",
        "{\"scopes\": [\"read:*\"], \"rate\": 0}",
        "{\"scopes\": [\"read:*\"], \"expires\": \"2020-01-01T00:00:00Z\"}",
        "{\"scopes\": [\"read:*\"], \"name\": \" \"}",
        "{\"scopes\": [\"read:*\"], \"name\": \"a\\nb\"}",
        "{\"scopes\": [\"read:*\"], \"name\": 7}",
        "{\"scopes\": [\"read:*\"], \"createdBy\": \"me\"}",
      })
  void aKeyThatMakesNoSenseIsRefused_namingTheField(String body) {
    assertThat(first.send("POST", "/v1/keys", body).expect(400).json().getString("field"))
        .isNotBlank();
  }

  @Test
  void aBrowserAuthenticatesWithItsFirstMessage() {
    KeyedApi holder = holder("read:event");
    for (String path : List.of("/v1/live", "/v1/counters/event/browser/live")) {
      try (LiveCounts live = new LiveCounts(quipu.api(0).webSocket(path))) {
        live.say(authenticate(holder.key()));
        // without waiting for the answer
        live.say(
            new JsonObject()
                .put("type", "subscribe")
                .put("namespace", "event")
                .put("counters", new JsonArray().add("browser")));
        await().until(() -> live.hasHeard("authenticated") && live.last() == 0);
      }
    }
  }

  static JsonObject authenticate(String key) {
    return new JsonObject().put("type", "authenticate").put("ref", 1).put("token", key);
  }

  @Test
  void messagesAreShort_untilItIsKnownWhoSendsThem() {
    KeyedApi holder = holder("read:event");
    JsonObject longOne = message("record", "event", "event").put("ref", "x".repeat(20_000));
    try (LiveCounts stranger = new LiveCounts(quipu.api(0).webSocket("/v1/live"));
        LiveCounts known = holder.live("/v1/live")) {
      stranger.say(longOne);
      assertThat(stranger.closeCode()).isEqualTo(1009);
      known.say(message("subscribe", "event", "event").put("counters", names(40)));
      await().until(() -> known.hasHeard("subscribed"));
    }
  }

  private static JsonArray names(int count) {
    JsonArray names = new JsonArray();
    for (int i = 0; i < count; i++) {
      names.add("x".repeat(500) + i);
    }
    return names;
  }

  @Test
  void theCounterInThePathIsHiddenFromThoseWhoMayNotReadIt() {
    KeyedApi holder = holder("read:unique");
    for (String namespace : List.of("event", "missing")) {
      String path = "/v1/counters/" + namespace + "/a/live";
      try (LiveCounts live = new LiveCounts(quipu.api(0).webSocket(path))) {
        live.say(authenticate(holder.key()));
        assertThat(live.closeCode()).isEqualTo(4403);
      }
    }
  }

  @Test
  void pagesUseAKeyThatNamesTheirOrigin_andNoOther() {
    String friend = "https://www.example.org";
    KeyedApi theirs =
        first.create("{\"scopes\": [\"record:event\"], \"origins\": [\"" + friend + "\"]}");
    KeyedApi another = holder("record:event");
    String path = Api.path("event", "page") + "/events";
    await().until(() -> preflight(friend, path) == 204);
    assertThat(preflight("https://evil.example", path)).isEqualTo(403);
    assertThat(fromPage(theirs, friend, path)).isEqualTo(201);
    assertThat(fromPage(another, friend, path)).isEqualTo(403);
    assertThat(fromPage(theirs, "https://evil.example", path)).isEqualTo(403);
    assertThat(fromPage(new KeyedApi(quipu.api(0), ""), friend, path)).isEqualTo(401);
  }

  @Test
  void changesAndDenialsAreInTheAudit_andNoSecret() {
    try (AuditLines audit = new AuditLines()) {
      KeyedApi holder = holder("read:event", "admin:event");
      holder.send("PUT", "/v1/namespaces/event", "{\"retain\": \"2h\"}").expect(200);
      holder.send("DELETE", Api.path("event", "audited\n"), "").expect(200);
      holder.send("POST", Api.path("event", "audited") + "/recount", "").expect(200);
      holder.send("POST", "/v1/events", "[{\"counter\": \"a\"}]").expect(403);
      first.send("DELETE", "/v1/keys/" + holder.id(), "").expect(200);

      assertThat(audit.line("key created", "first"))
          .containsEntry("id", holder.id())
          .containsEntry("path", "/v1/keys")
          .containsKey("request");
      assertThat(audit.line("key deleted", "first")).containsEntry("id", holder.id());
      Map<String, String> put = audit.line("namespace put", holder.id());
      assertThat(put.get("before")).contains("1d");
      assertThat(put.get("after")).contains("2h");
      assertThat(audit.line("counter reset", holder.id()))
          .containsEntry("path", "/v1/counters/event/audited%0A");
      assertThat(audit.line("counter recounted", holder.id())).containsEntry("drift", "0");
      assertThat(audit.line("denied", holder.id())).containsEntry("status", "403");
      assertThat(audit.text())
          .doesNotContain(holder.key().split("_", 3)[2])
          .doesNotContain(KeyedApi.BOOTSTRAP);
    }
  }

  @Test
  void denialsDoNotFillTheDisk() {
    try (AuditLines audit = new AuditLines()) {
      KeyedApi nobody = new KeyedApi(quipu.api(0), "");
      for (int i = 0; i < 300; i++) {
        nobody.send("GET", "/v1/counters/event/a", "").expect(401);
      }
      assertThat(audit.count("denied")).isBetween(1L, 150L);
    }
  }

  private static int preflight(String origin, String path) {
    return Api.send(
            new KeyedApi(quipu.api(0), "")
                .request("OPTIONS", path, "")
                .header("Origin", origin)
                .header("Access-Control-Request-Method", "POST")
                .header("Access-Control-Request-Headers", "authorization"))
        .status();
  }

  private static int fromPage(KeyedApi holder, String origin, String path) {
    return Api.send(holder.request("POST", path, "").header("Origin", origin)).status();
  }
}
