package io.quipu.edge.http;

import static io.quipu.engine.names.TestNamespaces.namespace;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.Namespace;
import io.quipu.engine.state.Event;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.TimeSpan;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/** Requests with {@code Idempotency-Key}: obeyed, or refused with the name of the header. */
class IdempotencyKeyTest extends HttpTest {
  private static final String HEADER = "Idempotency-Key";
  private static final String ONE = "/v1/counters/votes/a/events";
  private static final String MANY = "/v1/events";
  private static final String NAMED = "{\"namespace\":\"votes\",\"counter\":\"a\"}";
  private static final String CLOUD_EVENT =
      "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"votes\",\"subject\":\"a\"}";
  private static final Set<String> CHANGES = Set.of("put", "post", "delete", "patch");

  private HttpResponse<String> send(
      String method, String path, String header, String value, String type, String body) {
    HttpRequest.Builder request =
        to(path).method(method, BodyPublishers.ofString(body)).header(header, value);
    return send(type.isEmpty() ? request : request.header("Content-Type", type));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "k 1|k 1",
        "\"k 1\"|k 1",
        "\"a\\\"b\\\\\"|a\"b\\",
        "a\"b|a\"b",
        "a\\b|a\\b",
        "\"a\\\\b\"|a\\b",
        "8e03978e-40d5-43dd|8e03978e-40d5-43dd",
      })
  void isTheIdOfTheOnlyEvent_inQuotesOrNot(String sent, String id) {
    for (HttpResponse<String> response :
        List.of(
            send("POST", ONE, HEADER, sent, "", ""),
            send("POST", ONE, HEADER, sent, JSON, "{}"),
            send("POST", ONE, HEADER, sent, JSON, "[{}]"),
            send("POST", MANY, HEADER, sent, JSON, "[" + NAMED + "]"),
            send("POST", MANY, HEADER, sent, "application/x-ndjson", "\n" + NAMED + "\n"))) {
      assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    }
    assertThat(service.appends)
        .hasSize(5)
        .allSatisfy(append -> assertThat(append.events()).containsExactly(new Event(1, id)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\"", "\"a", "\"a\"b", "\"a\"; x=1", "\"\"", "", "\"a\\bc\"", "\"C:\\\\t\\x\""})
  void isRefused_whenItIsNoId(String sent) {
    expectProblem(send("POST", ONE, HEADER, sent, "", ""), 400, "invalid-event", HEADER);
    expectProblem(
        send("POST", MANY, HEADER, sent, JSON, "[" + NAMED + "]"), 400, "invalid-event", HEADER);
    assertThat(service.appends).isEmpty();
  }

  @Test
  void isRefused_whereItIsNotTheIdOfOneEvent() {
    String two = NAMED + "\n" + NAMED;
    for (HttpResponse<String> response :
        List.of(
            send("POST", ONE, HEADER, "a", JSON, "[{},{}]"),
            send("POST", ONE, HEADER, "a", JSON, "{\"id\":\"b\"}"),
            send("POST", MANY, HEADER, "a", "application/x-ndjson", two),
            send("POST", MANY, HEADER, "a", "application/cloudevents+json", CLOUD_EVENT),
            send("POST", MANY, HEADER, "a", "application/cloudevents-batch+json", "[]"))) {
      expectProblem(response, 400, "invalid-event", HEADER);
    }
    assertThat(service.appends).isEmpty();
  }

  @Test
  void isRefused_whereNoIdIsRemembered() {
    service.namespaces.put(
        "votes",
        namespace("votes", "event", TimeSpan.OFF, TimeSpan.FOREVER, 8, Set.of(Granularity.DAY)));
    service.namespaces.put("scores", Namespace.of("scores", "latest"));
    String scores = "/v1/counters/scores/a/events";
    String body = "{\"actor\":\"P1\",\"version\":2,\"value\":1500}";
    for (HttpResponse<String> response :
        List.of(
            send("POST", ONE, HEADER, "a", "", ""),
            send("POST", MANY, HEADER, "a", JSON, "[" + NAMED + "]"),
            send("POST", scores, HEADER, "a", JSON, body))) {
      expectProblem(response, 400, "invalid-event", HEADER);
    }
    assertThat(service.appends).isEmpty();
  }

  /** Every request of the contract that may change something, and documents no such header. */
  @Test
  void isRefused_likeAllHeadersOnWhichTheEffectWouldDepend_whereItIsNotDocumented()
      throws Exception {
    int refused = 0;
    Map<?, ?> contract =
        new Yaml().load(Files.readString(Path.of("src/main/resources/openapi.yaml")));
    for (Map.Entry<?, ?> path : ((Map<?, ?>) contract.get("paths")).entrySet()) {
      for (Map.Entry<?, ?> operation : ((Map<?, ?>) path.getValue()).entrySet()) {
        for (String header : List.of(HEADER, "If-Match", "If-None-Match")) {
          if (CHANGES.contains(operation.getKey().toString())
              && !operation.getValue().toString().contains(header)) {
            refused += isRefused(operation.getKey().toString(), path.getKey().toString(), header);
          }
        }
      }
    }
    assertThat(refused).isGreaterThan(10);
  }

  private int isRefused(String method, String path, String header) {
    String target = path.replace("{namespace}", "votes").replaceAll("\\{\\w+}", "abcd");
    HttpResponse<String> response =
        send(method.toUpperCase(Locale.ROOT), target, header, "\"a\"", "", "");
    if (response.statusCode() == 403) {
      return 0; // keys, without authentication
    }
    expectProblem(response, 400, "invalid-request", header);
    assertThat(json(response).getString("detail")).contains("leave it out", "\"a\"");
    return 1;
  }
}
