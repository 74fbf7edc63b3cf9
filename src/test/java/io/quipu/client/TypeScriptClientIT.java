package io.quipu.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.e2e.RunningQuipu;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The client for TypeScript: its own tests, its example, and itself against the service. */
@ExtendWith(CassandraExtension.class)
class TypeScriptClientIT {
  private static final int LEAST_TESTS = 40;
  private static final Pattern PASSED = Pattern.compile("(?m)^(?:#|ℹ) pass (\\d+)$");

  private static TypeScriptClient client;
  private static RunningQuipu quipu;

  @BeforeAll
  static void start(TestCassandra cassandra) {
    client = TypeScriptClient.built();
    quipu = RunningQuipu.start(2, cassandra, Map.of());
  }

  @AfterAll
  static void stop() {
    if (quipu != null) {
      quipu.close();
    }
  }

  @Test
  void passesItsOwnTests() {
    String output =
        NodeProcess.run(client.folder(), Map.of(), "npm", "test").requireSuccess().output();
    Matcher passed = PASSED.matcher(output);
    assertThat(passed.find()).as(output).isTrue();
    assertThat(Integer.parseInt(passed.group(1))).isGreaterThanOrEqualTo(LEAST_TESTS);
  }

  /** A package imports itself by its name, as a program that has installed it does. */
  @Test
  void itsExampleDoesWhatItSays() {
    List<String> lines =
        NodeProcess.run(
                client.folder(),
                Map.of("QUIPU_ADDRESS", quipu.uri(0).toString()),
                "node",
                "examples/count.mjs")
            .requireSuccess()
            .output()
            .lines()
            .toList();
    assertThat(lines)
        .contains("back in black: 5", "black album: 2", "black star: 0")
        .contains("live: back in black 5")
        .endsWith("in doubt: 0");
  }

  @Test
  void countsTenThousandEventsExactly_andTellsThemLive() throws Exception {
    String counter = "ten-thousand-" + UUID.randomUUID();
    List<JsonObject> said =
        talk(
            """
            {"ref": 1, "op": "live", "counters": ["%1$s"]}
            {"ref": 2, "op": "addMany", "counters": ["%1$s"], "count": 10000}
            {"ref": 3, "op": "close", "withinMs": 60000}
            """
                .formatted(counter));
    assertThat(answer(said, 2))
        .isEqualTo(
            new JsonObject(
                """
                {"ref": 2, "ok": true, "acknowledged": 10000, "inDoubt": 0, "refused": 0, "failed": 0}
                """));
    assertThat(answer(said, 3).getJsonArray("inDoubt")).isEmpty();
    assertThat(
            said.stream()
                .filter(message -> message.containsKey("live"))
                .map(message -> Integer.valueOf(message.getString("count"))))
        .isSorted();
    assertThat(count(counter)).isEqualTo(10_000);
  }

  /** Each event is answered for itself, whatever is wrong with the others of its request. */
  @Test
  void aBadEventDoesNotKeepOthersFromBeingCounted() throws Exception {
    String counter = "partly-" + UUID.randomUUID();
    String requests =
        IntStream.range(0, 20)
            .mapToObj(
                i ->
                    i % 7 == 3
                        ? "{\"ref\":%d,\"op\":\"add\",\"counter\":\"%s\",\"delta\":0}\n"
                        : i % 7 == 5
                            ? "{\"ref\":%d,\"op\":\"add\",\"counter\":\"%s\",\"namespace\":\"none\"}\n"
                            : "{\"ref\":%d,\"op\":\"add\",\"counter\":\"%s\"}\n")
            .collect(Collectors.joining());
    Object[] values = IntStream.range(0, 20).boxed().flatMap(i -> Stream.of(i, counter)).toArray();
    List<JsonObject> said =
        talk(
            requests.formatted(values) + "{\"ref\": 99, \"op\": \"close\", \"withinMs\": 60000}\n");
    for (int i = 0; i < 20; i++) {
      JsonObject answer = answer(said, i);
      if (i % 7 == 3) {
        assertThat(answer.getInteger("status")).isEqualTo(400);
        assertThat(answer.getString("type")).isEqualTo("/problems/invalid-event");
      } else if (i % 7 == 5) {
        assertThat(answer.getInteger("status")).isEqualTo(404);
      } else {
        assertThat(answer.getBoolean("ok")).as(answer.encode()).isTrue();
      }
    }
    assertThat(count(counter)).isEqualTo(14);
  }

  /** As the service says, and not the client. */
  private static long count(String counter) throws Exception {
    URI uri = quipu.uri(0).resolve("/v1/counters/default/" + counter);
    HttpRequest request = HttpRequest.newBuilder(uri).build();
    String answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    return new JsonObject(answer).getLong("count");
  }

  /** What a client says to some requests until it is closed. */
  private static List<JsonObject> talk(String requests) {
    return NodeProcess.run(
            client.folder(),
            Map.of("QUIPU_ADDRESS", quipu.uri(1).toString()),
            requests,
            client.underTest().toArray(String[]::new))
        .requireSuccess()
        .output()
        .lines()
        .map(JsonObject::new)
        .toList();
  }

  private static JsonObject answer(List<JsonObject> said, int ref) {
    return said.stream()
        .filter(message -> Integer.valueOf(ref).equals(message.getInteger("ref")))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no answer to " + ref + " in " + said));
  }
}
