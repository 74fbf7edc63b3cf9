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
        "/windows?granularity=hour&from=" + now.minusSeconds(9_000) + "&to=" + now.plusSeconds(60);
    successful("put", "/v1/namespaces/{namespace}", "", "{\"kind\": \"event\"}", 201);
    successful("put", "/v1/namespaces/{namespace}", "", "{\"kind\": \"event\"}", 200);
    successful("get", "/v1/namespaces/{namespace}", "", "", 200);
    successful("get", "/v1/namespaces", "", "", 200);
    String counter = "/v1/counters/{namespace}/{counter}";
    successful("get", counter, "", "", 200);
    successful("post", counter + "/events", "", "[{\"delta\": 2}, {}]", 201);
    successful("post", "/v1/events", "", "[{\"counter\": \"a\"}]", 201);
    for (String body : new String[] {"", "{\"id\": \"a\"}", "[{\"id\": \"a\"}, {}]"}) {
      confirmed(counter + "/events", body);
    }
    confirmed("/v1/events", "[{\"counter\": \"a\"}]");
    successful("post", counter + "/recount", "", "", 200);
    successful("get", counter, "", "", 200);
    api.settled("documented", "a counter");
    successful("get", counter, "", "", 200);
    successful("get", counter + "/windows", hours, "", 200);
    successful("get", counter + "/badge.svg", "", "", 200);
    successful("get", "/v1/counters/{namespace}", "", "", 200);
    successful("get", "/v1/counters/{namespace}/top", "", "", 200);
    successful("post", "/v1/counts", "", "{\"counters\": [{\"counter\": \"a\"}]}", 200);
    successful("delete", counter, "", "", 200);
    successful("get", counter, "", "", 200);
    successful("get", counter + "/windows", hours, "", 200);
    linear(counter);
    sketch(counter);
    for (String path :
        new String[] {
          "/problems/{type}", "/livez", "/readyz", "/metrics", "/asyncapi.yaml", "/docs", "/"
        }) {
      successful("get", path, "", "", 200);
    }
  }

  private static void linear(String counter) {
    api.put("/v1/namespaces/linear", "{\"kind\": \"linear\", \"min\": 0, \"max\": 1}").expect(201);
    String own = counter.replace("{namespace}", "linear");
    for (int status : new int[] {201, 409}) {
      openApi.check(
          operation("post", counter + "/events"), send("post", own + "/events", "").expect(status));
    }
    openApi.check(operation("get", counter), send("get", own, "").expect(200));
    openApi.check(
        operation("get", "/v1/namespaces/{namespace}"),
        api.get("/v1/namespaces/linear").expect(200));
  }

  private static void sketch(String counter) {
    Operation read = operation("get", counter);
    for (String state : new String[] {"sum", "min", "distinct", "top", "quantiles"}) {
      Answer created =
          api.put(
              "/v1/namespaces/" + state, "{\"kind\": \"sketch\", \"state\": \"" + state + "\"}");
      openApi.check(operation("put", "/v1/namespaces/{namespace}"), created.expect(201));
      String own = counter.replace("{namespace}", state);
      openApi.check(read, send("get", own, "").expect(200));
      openApi.check(
          operation("post", counter + "/events"),
          send("post", own + "/events", "{\"value\": 3.5}").expect(201));
      openApi.check(read, send("get", own, "").expect(200));
    }
    openApi.check(
        read, send("get", counter.replace("{namespace}", "top") + "?n=3", "").expect(200));
    openApi.check(
        operation("post", "/v1/counts"),
        api.post(
                "/v1/counts",
                "application/json",
                "{\"counters\": [{\"namespace\": \"sum\", \"counter\": \"a\"}, {\"counter\":"
                    + " \"a\"}]}")
            .expect(200));
  }

  private static Operation operation(String method, String path) {
    return openApi.operations().stream()
        .filter(each -> each.method().equals(method) && each.path().equals(path))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void problemsAreAsDocumented() {
    for (Operation operation : openApi.operations()) {
      if (operation.description().getJsonObject("responses").containsKey("400")) {
        openApi.check(operation, call(operation, Optional.of("{\"unheard\": 1}")));
      }
    }
  }

  /** Calls an operation; a path that ends before the template's has the rest given. */
  private static void successful(
      String method, String path, String replacesLast, String body, int status) {
    Operation operation = operation(method, path);
    String target = replacesLast.isEmpty() ? path : path.replace("/windows", replacesLast);
    Answer answer = send(method, target, body);
    assertThat(answer.status()).as(method + " " + target + ": " + answer.text()).isEqualTo(status);
    openApi.check(operation, answer);
  }

  private static void confirmed(String path, String body) {
    openApi.check(
        operation("post", path), send("post", path + "?confirm=settled", body).expect(201));
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
