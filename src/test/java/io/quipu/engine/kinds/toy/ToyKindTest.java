package io.quipu.engine.kinds.toy;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.edge.guard.body.ByteBudget;
import io.quipu.edge.guard.browser.Origins;
import io.quipu.edge.guard.connection.ConnectionMeters;
import io.quipu.edge.guard.connection.ConnectionSettings;
import io.quipu.edge.guard.connection.Connections;
import io.quipu.edge.guard.connection.PortSettings;
import io.quipu.edge.http.HttpDependencies;
import io.quipu.edge.http.HttpSettings;
import io.quipu.edge.http.HttpVerticle;
import io.quipu.edge.live.LiveResource;
import io.quipu.edge.live.LiveSettings;
import io.quipu.edge.web.HttpMeters;
import io.quipu.engine.checkpoint.recount.RecountTurn;
import io.quipu.engine.ingest.CommitBounds;
import io.quipu.engine.ingest.IngestMeters;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.kinds.tally.TallyKind;
import io.quipu.engine.live.LiveMeters;
import io.quipu.engine.live.RefreshSettings;
import io.quipu.engine.query.QueryMeters;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.time.Clock;
import io.quipu.engine.writer.Confirmation;
import io.quipu.ops.trace.Tracing;
import io.quipu.service.ServiceSettings;
import io.quipu.service.access.AccessRules;
import io.quipu.service.bus.ContextScheduler;
import io.quipu.service.bus.LocalCodec;
import io.quipu.service.verticles.IngestVerticle;
import io.quipu.service.verticles.LiveVerticle;
import io.quipu.service.verticles.NamespaceVerticle;
import io.quipu.service.verticles.QueryVerticle;
import io.quipu.testing.dev.TestPatience;
import io.quipu.testing.sim.scripted.ScriptedNamespaceStore;
import io.quipu.testing.sim.scripted.ScriptedStores;
import io.vertx.core.Deployable;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A kind that is only in a list of kinds is recorded, read, followed and set up as any other: all
 * verticles are those of the service, and none was told of it.
 */
class ToyKindTest {
  private static final String COUNTER = "/v1/counters/toys/a";
  private static final String EVENTS = COUNTER + "/events";

  private final Vertx vertx = Vertx.vertx();
  private final HttpClient client = HttpClient.newHttpClient();
  private HttpVerticle http;

  @BeforeEach
  void start() {
    LocalCodec.register(vertx.eventBus());
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    KnownKinds kinds = new KnownKinds(List.of(TallyKind.EVENT, TallyKind.UNIQUE, new ToyKind()));
    ScriptedStores stores = new ScriptedStores();
    LiveMeters liveMeters = new LiveMeters(meters);
    ByteBudget budget = new ByteBudget(10_000_000, meters);
    http =
        new HttpVerticle(
            new HttpDependencies(
                new HttpSettings(
                    new PortSettings("127.0.0.1", 0, Duration.ZERO, TestPatience.LIMIT, null),
                    TestPatience.LIMIT,
                    Origins.OWN,
                    false,
                    ""),
                new ServiceSettings(
                    kinds,
                    1,
                    1,
                    stores.layout,
                    Clock.system(),
                    TestPatience.LIMIT,
                    AccessRules.OPEN,
                    Tracing.NONE),
                new HttpMeters(meters),
                budget,
                new Connections(ConnectionSettings.of(100, 100, 1), new ConnectionMeters(meters)),
                List.of(LiveResource.factory(vertx, LiveSettings.DEFAULT, liveMeters, budget))));
    ScriptedNamespaceStore namespaces = new ScriptedNamespaceStore();
    Stream.<Deployable>of(
            new NamespaceVerticle(context -> namespaces, kinds, Clock.system(), 1_000),
            new IngestVerticle(
                kinds,
                context -> stores.site(Clock.system(), new ContextScheduler(context)),
                context -> Confirmation.LEASED,
                CommitBounds.of(100, 1_000_000L),
                0,
                new IngestMeters(meters)),
            new QueryVerticle(
                kinds,
                context -> stores.site(Clock.system(), new ContextScheduler(context)),
                0,
                new RowShare(10_000),
                Duration.ofSeconds(9),
                new RecountTurn(),
                new QueryMeters(meters)),
            new LiveVerticle(
                context -> stores.site(Clock.system(), new ContextScheduler(context)),
                1,
                RefreshSettings.DEFAULT,
                liveMeters),
            http)
        .forEach(verticle -> vertx.deployVerticle(verticle).await());
    assertThat(put("toys", "{\"kind\":\"toy\",\"limit\":10,\"unit\":\"cm\"}").statusCode())
        .isEqualTo(201);
  }

  @AfterEach
  void stop() {
    vertx.close().await();
  }

  @Test
  void isRecorded_andAnswersWithItsCount() {
    HttpResponse<String> response = post(EVENTS, "[{\"value\":3},{\"value\":7}]");

    assertThat(response.statusCode()).isEqualTo(201);
    assertThat(json(response).getInteger("events")).isEqualTo(2);
    assertThat(json(response).getInteger("count")).isEqualTo(7);
  }

  @Test
  void isRecordedAmongOthers() {
    put("more", "{\"kind\":\"toy\"}");
    HttpResponse<String> response =
        post(
            "/v1/events",
            "[{\"namespace\":\"toys\",\"counter\":\"a\",\"value\":3},"
                + "{\"namespace\":\"more\",\"counter\":\"a\",\"value\":30}]");

    assertThat(response.statusCode()).isEqualTo(201);
    assertThat(largest("more")).isEqualTo(30);
    assertThat(largest("toys")).isEqualTo(3);
  }

  @Test
  void isRead_withAnAnswerOfItsOwn() {
    post(EVENTS, "{\"value\":3}");
    HttpResponse<String> response = get(COUNTER);

    assertThat(response.body())
        .isEqualTo("{\"namespace\":\"toys\",\"counter\":\"a\",\"largest\":3}");
    String tag = response.headers().firstValue("ETag").orElseThrow();
    assertThat(send(to(COUNTER).header("If-None-Match", tag)).statusCode()).isEqualTo(304);
  }

  @Test
  void isReadTogetherWithOtherKinds() {
    post(EVENTS, "{\"value\":3}");
    String asked = "{\"namespace\":\"toys\",\"counter\":\"a\"},{\"counter\":\"b\"}";
    JsonArray counts =
        json(post("/v1/counts", "{\"counters\":[" + asked + "]}")).getJsonArray("counts");

    assertThat(counts.getJsonObject(0).getInteger("largest")).isEqualTo(3);
    assertThat(counts.getJsonObject(1).getInteger("count")).isZero();
  }

  @Test
  void isFollowed() throws Exception {
    post(EVENTS, "{\"value\":3}");
    HttpResponse<Stream<String>> live =
        client.send(
            to(COUNTER + "/live").header("Accept", "text/event-stream").build(),
            BodyHandlers.ofLines());
    try (Stream<String> lines = live.body()) {
      Iterator<JsonObject> messages =
          lines
              .filter(line -> line.startsWith("data: "))
              .map(line -> new JsonObject(line.substring("data: ".length())))
              .iterator();
      assertThat(messages.next().getInteger("largest")).isEqualTo(3);
      post(EVENTS, "{\"value\":4}");
      JsonObject changed = messages.next();
      assertThat(changed.getInteger("largest")).isEqualTo(4);
      assertThat(changed.getInteger("seq")).isEqualTo(2);
    }
  }

  @Test
  void mayDeclineAnEvent() {
    HttpResponse<String> response = post(EVENTS, "{\"value\":11}");

    assertThat(response.statusCode()).isEqualTo(409);
    assertThat(json(response).getString("detail")).isEqualTo("value must be at most 10");
    assertThat(largest("toys")).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "'{\"delta\":1}', delta",
    "'{\"value\":1,\"id\":\"x\"}', id",
    "'{\"value\":\"1\"}', value",
    "'{}', value",
    "'[{\"value\":1},{\"value\":1,\"actor\":\"x\"},{}]', events[1].actor",
  })
  void namesTheMemberThatItDoesNotTake(String body, String field) {
    assertIsRefused(post(EVENTS, body), "/problems/invalid-event", field);
    assertThat(largest("toys")).isZero();
  }

  @Test
  void namesTheFirstEventAtFault_whateverTheirKinds() {
    String others = "{\"counter\":\"b\"},{\"namespace\":\"toys\",\"counter\":\"a\",\"value\":1},";
    HttpResponse<String> response =
        post(
            "/v1/events",
            "["
                + others
                + "{\"counter\":\"b\",\"value\":1},"
                + "{\"namespace\":\"toys\",\"counter\":\"a\"}]");
    assertIsRefused(response, "/problems/invalid-event", "events[2].value");
    assertThat(largest("toys")).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /v1/counters/toys/a/windows?granularity=minute, kind",
    "GET, /v1/counters/toys/a/total?from=-1h, kind",
    "GET, /v1/counters/toys, kind",
    "GET, /v1/counters/toys?order=count, kind",
    "GET, /v1/counters/toys/top, kind",
    "POST, /v1/counters/toys/a/recount, kind",
    "POST, /v1/counters/toys/a/events?confirm=settled, confirm",
  })
  void refusesWhatItDoesNotHave(String method, String path, String field) {
    String body = path.contains("confirm") ? "{\"value\":1}" : "";
    assertIsRefused(
        send(
            to(path)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))),
        "/problems/invalid-request",
        field);
  }

  @Test
  void hasSettingsOfItsOwn() {
    JsonObject shown = json(get("/v1/namespaces/toys"));
    assertThat(shown.getInteger("limit")).isEqualTo(10);
    assertThat(shown.getString("unit")).isEqualTo("cm");

    assertThat(put("toys", "{\"limit\":20}").statusCode()).isEqualTo(200);
    assertThat(json(get("/v1/namespaces/toys")).getInteger("limit")).isEqualTo(20);
    assertThat(json(get("/v1/namespaces/toys")).getString("unit")).isEqualTo("cm");

    HttpResponse<String> fixed = put("toys", "{\"unit\":\"m\"}");
    assertThat(fixed.statusCode()).isEqualTo(409);
    assertThat(json(fixed).getString("type")).isEqualTo("/problems/setting-change");
    assertThat(json(fixed).getString("field")).isEqualTo("unit");
  }

  @ParameterizedTest
  @CsvSource({
    "'{\"kind\":\"toy\",\"limit\":0}', limit",
    "'{\"kind\":\"toy\",\"limit\":\"1\"}', limit",
    "'{\"kind\":\"toy\",\"limit\":1,\"limit\":2}', limit",
    "'{\"kind\":\"event\",\"limit\":1}', limit",
    "'{\"limit\":1}', limit",
    "'{\"kind\":\"toy\",\"state\":\"x\"}', state",
    "'{\"kind\":\"toys\"}', kind",
  })
  void namesTheSettingThatCannotBe(String body, String field) {
    assertIsRefused(put("new", body), "/problems/invalid-request", field);
  }

  private static void assertIsRefused(HttpResponse<String> response, String type, String field) {
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(json(response).getString("type")).isEqualTo(type);
    assertThat(json(response).getString("field")).isEqualTo(field);
  }

  private int largest(String namespace) {
    return json(get("/v1/counters/" + namespace + "/a")).getInteger("largest");
  }

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + http.actualPort() + path))
        .timeout(Duration.ofSeconds(30));
  }

  private HttpResponse<String> get(String path) {
    return send(to(path));
  }

  private HttpResponse<String> put(String namespace, String body) {
    return send(
        to("/v1/namespaces/" + namespace)
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofString(body)));
  }

  private HttpResponse<String> post(String path, String body) {
    return send(
        to(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body)));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static JsonObject json(HttpResponse<String> response) {
    return new JsonObject(response.body());
  }
}
