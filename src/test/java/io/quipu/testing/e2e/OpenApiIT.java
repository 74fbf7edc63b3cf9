package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.contract.Operation;
import io.quipu.testing.contract.PublishedContract;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The running service does what its {@code /openapi.yaml} says. As in all tests, {@link Api#send}
 * holds each answer against the contract.
 */
@EndToEnd
class OpenApiIT {
  private static final String COUNTER = "/v1/counters/documented/a%20counter";
  private static final String EVENTS = COUNTER + "/events";

  private static Api api;

  @BeforeAll
  static void start(SharedQuipu shared) {
    api = shared.open().api(0);
    api.put("/v1/namespaces/documented", "{\"kind\": \"event\", \"labels\": [\"country\"]}")
        .expect(201);
  }

  @Test
  void theContractIsServed() {
    assertThat(api.get("/openapi.yaml").expect(200).text()).isEqualTo(PublishedContract.text());
  }

  /** Asked with no body, and with one that nobody knows. */
  @Test
  void everyOperationIsThere_andAnswersWithADocumentedProblem() {
    List<Operation> operations = PublishedContract.OF_THIS_BUILD.operations();
    assertThat(operations).hasSizeGreaterThan(14);
    for (Operation operation : operations) {
      for (String body : new String[] {"", "{\"unheard\": 1}"}) {
        // What is answered in full ends: the stream is asked for as JSON here.
        assertThat(send(operation, body).problem())
            .as(operation.method() + " " + operation.path())
            .isNotIn("not-found", "method-not-allowed", "internal-error");
      }
    }
  }

  private static Answer send(Operation operation, String body) {
    boolean isSettings = operation.path().startsWith("/v1/namespaces");
    String target =
        operation
            .path()
            .replace("{namespace}", isSettings ? "asked" : "documented")
            .replace("{counter}", "a%20counter")
            .replace("{id}", "abcd")
            .replace("{type}", "outcome-unknown");
    HttpRequest.Builder request = HttpRequest.newBuilder(api.uri(target));
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    return Api.send(request.method(operation.method(), BodyPublishers.ofString(body)));
  }

  @Test
  void eventsAreRecordedAndReadAsDocumented() {
    api.get(COUNTER).expect(200);
    api.record("documented", "a counter", "[{\"delta\": 2}, {}]").expect(201);
    String labelled = "[{\"labels\": {\"country\": \"CH\"}}, {}]";
    api.record("documented", "a counter", labelled).expect(201);
    for (String body : new String[] {"{}", "{\"id\": \"a\"}", "[{\"id\": \"a\"}, {}]"}) {
      api.confirmed("documented", "a counter", body);
    }
    api.post("/v1/events", "application/json", "[{\"counter\": \"a\"}]").expect(201);
    api.post("/v1/events?confirm=settled", "application/json", "[{\"counter\": \"a\"}]")
        .expect(201);
    Api.send(
            HttpRequest.newBuilder(api.uri(EVENTS))
                .header("Idempotency-Key", "\"once\"")
                .POST(BodyPublishers.noBody()))
        .expect(201);
    api.recount("documented", "a counter");
    api.get(COUNTER).expect(200);
    api.settled("documented", "a counter");
    api.post("/v1/counts", "application/json", "{\"counters\": [{\"counter\": \"a\"}]}")
        .expect(200);
    api.delete(COUNTER).expect(200);
    api.get(COUNTER).expect(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/windows?granularity=hour&from=-3h",
        "/windows?granularity=week&tz=Asia/Kolkata&from=-1w&to=now",
        "/total?from=-1d&compare=previous"
      })
  void readsAreAsDocumented(String read) {
    api.record("documented", "read", "{\"labels\": {\"country\": \"CH\"}}").expect(201);
    String path = "/v1/counters/documented/read" + read;
    String more = path + (read.contains("?") ? "&" : "?");
    for (String of : List.of(path, more + "by=country", more + "where=country:CH")) {
      api.get(of).expect(200);
      api.get(of, "text/csv").expect(200);
      api.get(of + (of.contains("?") ? "&" : "?") + "spreadsheet=true", "text/csv").expect(200);
    }
  }

  @Test
  void listsPagesAndNamespacesAreAsDocumented() {
    String settings = "{\"kind\": \"event\"}";
    api.put("/v1/namespaces/documented-again", settings).expect(201);
    api.put("/v1/namespaces/documented-again", settings).expect(200);
    api.delete("/v1/namespaces/documented-again").expect(202);
    for (String path :
        List.of(
            "/v1/namespaces",
            "/v1/namespaces?deleting=true",
            "/v1/namespaces/documented",
            "/v1/counters/documented",
            "/v1/counters/documented?order=count",
            "/v1/counters/documented/top",
            "/v1/counters/documented/top?by=country",
            "/v1/counters/documented/top?granularity=month&window=-1w&tz=Asia/Kolkata",
            COUNTER + "/badge.svg",
            "/problems/outcome-unknown",
            "/livez",
            "/readyz",
            "/metrics",
            "/asyncapi.yaml",
            "/docs",
            "/")) {
      api.get(path).expect(200);
    }
  }

  @Test
  void countersWithBoundsAreAsDocumented() {
    String day = "{\"kind\": \"linear\", \"min\": 0, \"max\": 1, \"period\": \"day\"}";
    api.put("/v1/namespaces/documented-linear", day).expect(201);
    assertThat(api.recordOne("documented-linear", "a").expect(201).json().getMap())
        .containsKeys("count", "remaining", "resets");
    api.recordOne("documented-linear", "a").expect(409);
    api.get("/v1/counters/documented-linear/a").expect(200);
    api.get("/v1/namespaces/documented-linear").expect(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sum", "min", "max", "distinct", "top", "quantiles"})
  void sketchesAreAsDocumented(String state) {
    String namespace = "documented-" + state;
    String settings =
        "{\"kind\": \"sketch\", \"state\": \"%s\", \"windows\": [\"hour\"], \"labels\": [\"a\"]}";
    api.put("/v1/namespaces/" + namespace, settings.formatted(state)).expect(201);
    String counter = "/v1/counters/" + namespace + "/a";
    List<String> reads =
        List.of(
            counter,
            counter + "?by=a",
            counter + "?where=a:x",
            counter + "/windows?granularity=hour&from=-1h",
            counter + "/windows?granularity=hour&from=-1h&by=a",
            counter + "/total?from=-1h&compare=previous",
            counter + "/total?from=-1h&by=a",
            "/v1/counters/" + namespace,
            "/v1/counters/" + namespace + "/top");
    reads.forEach(read -> api.get(read).expect(200));
    String event = "{\"value\": 3.5, \"labels\": {\"a\": \"x\"}}";
    api.record(namespace, "a", event).expect(201);
    reads.forEach(read -> api.get(read).expect(200));
    String asked =
        "{\"counters\": [{\"namespace\": \"%s\", \"counter\": \"a\"}, {\"counter\": \"a\"}]}";
    api.post("/v1/counts", "application/json", asked.formatted(namespace)).expect(200);
    answersAll(namespace, true);
  }

  /** Asks all questions about counters of a namespace in one request. */
  private static void answersAll(String namespace, boolean series) {
    JsonArray queries = new JsonArray();
    for (String asked :
        List.of(
            "'counter': 'a', 'ask': 'count'",
            "'counter': 'a', 'ask': 'total', 'compare': 'previous'",
            "'counter': 'a', 'ask': 'windows', 'granularity': 'hour'",
            "'counter': 'a', 'ask': " + (series ? "'series', 'by': ['a']" : "'count'"),
            "'ask': 'top'",
            "'ask': 'count'",
            "'ask': 'total', 'compare': 'previous'")) {
      JsonObject question = new JsonObject("{" + asked.replace('\'', '"') + "}");
      queries.add(question.put("id", "" + queries.size()).put("namespace", namespace));
    }
    JsonObject body = new JsonObject().put("range", "24h").put("queries", queries);
    JsonObject answer = api.post("/v1/query", "application/json", body.encode()).expect(200).json();
    assertThat(answer.getJsonArray("results"))
        .hasSize(queries.size())
        .allSatisfy(one -> assertThat(((JsonObject) one).getInteger("status")).isEqualTo(200));
  }

  @ParameterizedTest
  @ValueSource(strings = {"event", "unique", "latest", "linear"})
  void questionsAreAsDocumented(String kind) {
    String namespace = "asked-" + kind;
    boolean broken = kind.equals("event") || kind.equals("unique");
    String settings = "{\"kind\": \"" + kind + "\"" + (broken ? ", \"labels\": [\"a\"]}" : "}");
    api.put("/v1/namespaces/" + namespace, settings).expect(201);
    answersAll(namespace, broken);
  }
}
