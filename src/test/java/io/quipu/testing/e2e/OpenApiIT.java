package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.e2e.OpenApi.Operation;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The running service does what its own {@code /openapi.yaml} says. */
@EndToEnd
class OpenApiIT {
  private static RunningQuipu quipu;
  private static Api api;
  private static OpenApi openApi;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.open();
    api = quipu.api(0);
    openApi = OpenApi.parse(api.get("/openapi.yaml").expect(200).text());
  }

  @Test
  void everyOperationIsThere() {
    assertThat(openApi.operations()).hasSizeGreaterThan(14);
    for (Operation operation : openApi.operations()) {
      // answered in full is what ends: not the stream, which is asked for as JSON here
      Answer answer = call(operation, Optional.empty());
      assertThat(answer.problem())
          .as(operation.method() + " " + operation.path())
          .isNotIn("not-found", "method-not-allowed", "internal-error");
    }
  }

  @Test
  void successesAreAsDocumented() {
    Instant now = Instant.now();
    String hours =
        "?granularity=hour&from=" + now.minusSeconds(9_000) + "&to=" + now.plusSeconds(60);
    successful("put", "/v1/namespaces/{namespace}", "{\"kind\": \"event\"}", 201);
    successful("put", "/v1/namespaces/{namespace}", "{\"kind\": \"event\"}", 200);
    successful("get", "/v1/namespaces/{namespace}", "", 200);
    successful("get", "/v1/namespaces", "", 200);
    String counter = "/v1/counters/{namespace}/{counter}";
    successful("get", counter, "", 200);
    successful("post", counter + "/events", "[{\"delta\": 2}, {}]", 201);
    successful("post", "/v1/events", "[{\"counter\": \"a\"}]", 201);
    for (String body : new String[] {"", "{\"id\": \"a\"}", "[{\"id\": \"a\"}, {}]"}) {
      confirmed(counter + "/events", body);
    }
    confirmed("/v1/events", "[{\"counter\": \"a\"}]");
    successful("post", counter + "/recount", "", 200);
    successful("get", counter, "", 200);
    api.settled("documented", "a counter");
    successful("get", counter, "", 200);
    successful("get", counter + "/windows", hours, "", 200);
    successful(
        "get", counter + "/windows", "?granularity=week&tz=Asia/Kolkata&from=-1w&to=now", "", 200);
    successful("get", counter + "/total", "?from=-1d&compare=previous", "", 200);
    successful("get", counter + "/badge.svg", "", 200);
    successful("get", "/v1/counters/{namespace}", "", 200);
    successful("get", "/v1/counters/{namespace}/top", "", 200);
    successful(
        "get",
        "/v1/counters/{namespace}/top",
        "?granularity=month&window=-1w&tz=Asia/Kolkata",
        "",
        200);
    successful("post", "/v1/counts", "{\"counters\": [{\"counter\": \"a\"}]}", 200);
    successful("delete", counter, "", 200);
    successful("get", counter, "", 200);
    successful("get", counter + "/windows", hours, "", 200);
    linear(counter);
    sketch(counter);
    for (String path :
        new String[] {
          "/problems/{type}", "/livez", "/readyz", "/metrics", "/asyncapi.yaml", "/docs", "/"
        }) {
      successful("get", path, "", 200);
    }
  }

  private static void linear(String counter) {
    api.put("/v1/namespaces/linear", "{\"kind\": \"linear\", \"min\": 0, \"max\": 1}").expect(201);
    String own = counter.replace("{namespace}", "linear");
    check("post", counter + "/events", send("post", own + "/events", "").expect(201));
    check("post", counter + "/events", send("post", own + "/events", "").expect(409));
    check("get", counter, send("get", own, "").expect(200));
    check("get", "/v1/namespaces/{namespace}", api.get("/v1/namespaces/linear").expect(200));
  }

  private static void sketch(String counter) {
    for (String state : new String[] {"sum", "min", "distinct", "top", "quantiles"}) {
      String settings = "{\"kind\": \"sketch\", \"state\": \"" + state + "\"}";
      check(
          "put",
          "/v1/namespaces/{namespace}",
          api.put("/v1/namespaces/" + state, settings).expect(201));
      String own = counter.replace("{namespace}", state);
      check("get", counter, send("get", own, "").expect(200));
      Answer recorded = send("post", own + "/events", "{\"value\": 3.5}").expect(201);
      check("post", counter + "/events", recorded);
      check("get", counter, send("get", own, "").expect(200));
    }
    check(
        "get",
        counter,
        send("get", counter.replace("{namespace}", "top") + "?n=3", "").expect(200));
    String counts =
        "{\"counters\": [{\"namespace\": \"sum\", \"counter\": \"a\"}, {\"counter\": \"a\"}]}";
    successful("post", "/v1/counts", counts, 200);
  }

  private static void check(String method, String path, Answer answer) {
    openApi.check(openApi.operation(method, path), answer);
  }

  @Test
  void problemsAreAsDocumented() {
    for (Operation operation : openApi.operations()) {
      if (operation.description().getJsonObject("responses").containsKey("400")) {
        openApi.check(operation, call(operation, Optional.of("{\"unheard\": 1}")));
      }
    }
  }

  private static void successful(String method, String path, String body, int status) {
    successful(method, path, "", body, status);
  }

  /** Calls an operation, with a query. */
  private static void successful(
      String method, String path, String query, String body, int status) {
    check(method, path, send(method, path + query, body).expect(status));
  }

  private static void confirmed(String path, String body) {
    check("post", path, send("post", path + "?confirm=settled", body).expect(201));
  }

  private static Answer call(Operation operation, Optional<String> body) {
    return send(operation.method(), operation.path(), body.orElse(""));
  }

  private static Answer send(String method, String path, String body) {
    String target =
        path.replace("{namespace}", "documented")
            .replace("{counter}", "a%20counter")
            .replace("{id}", "abcd")
            .replace("{type}", "outcome-unknown");
    HttpRequest.Builder request = HttpRequest.newBuilder(api.uri(target));
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    return Api.send(request.method(method.toUpperCase(Locale.ROOT), BodyPublishers.ofString(body)));
  }
}
