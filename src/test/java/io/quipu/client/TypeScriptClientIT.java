package io.quipu.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.HttpApi;
import io.quipu.testing.dev.OtherPrograms;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.e2e.RunningQuipu;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The client for TypeScript: its own tests, its example, and itself against the service. */
@OtherPrograms
@ExtendWith(CassandraExtension.class)
class TypeScriptClientIT {
  private static final int LEAST_TESTS = 80;
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
  void itsReadmeRuns() {
    String example =
        ReadmeExample.of(client.folder(), "js")
            .replace("http://localhost:8080", quipu.uri(0).toString());
    assertThat(
            NodeProcess.run(client.folder(), Map.of(), "node", "--input-type=module", "-e", example)
                .requireSuccess()
                .output()
                .lines())
        .containsExactly("1n", "[]");
  }

  @Test
  void countsTenThousandEventsExactly_andTellsThemLive() {
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

  /** As the service says, and not the client. */
  private static long count(String counter) {
    String answer = new HttpApi(quipu.uri(0)).get("/v1/counters/default/" + counter);
    return new JsonObject(answer).getLong("count");
  }

  /** The answers of a client to some requests until it is closed. */
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
