package io.quipu.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.e2e.RunningQuipu;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The row {@code key} of {@code clients/behaviours.md}. */
final class KeyBehaviours {
  private static final String KEY = "qk_first_0123456789abcdefghijklmnopqrstuvwxyz-_AB";
  private static final String WRONG = "qk_first_0123456789abcdefghijklmnopqrstuvwxyz-_AC";

  private final ClientUnderTest.Start client;

  KeyBehaviours(ClientUnderTest.Start client) {
    this.client = client;
  }

  void run(TestCassandra cassandra, Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("key"), KEY);
    Map<String, String> keys =
        Map.of("QUIPU_AUTH", "keys", "QUIPU_BOOTSTRAP_KEY_FILE", file.toString());
    try (RunningQuipu quipu = RunningQuipu.start(1, cassandra, keys)) {
      String address = quipu.uri(0).toString();
      try (ClientUnderTest known = start(address, KEY)) {
        opens(known);
      }
      try (ClientUnderTest wrong = start(address, WRONG)) {
        isRefused(wrong);
      }
      try (ClientUnderTest nobody = start(address, null)) {
        isRefused(nobody);
      }
    }
  }

  private ClientUnderTest start(String address, String key) {
    return client.at(address, "default", key, new JsonObject());
  }

  private static void opens(ClientUnderTest known) {
    Queue<JsonObject> told = new ConcurrentLinkedQueue<>();
    Behaviours.isOk(Behaviours.done(known.live(follow(), told::add)));
    Behaviours.isOk(Behaviours.done(known.ask(request("add"))));
    assertThat(Behaviours.done(known.ask(request("get"))).getString("count")).isEqualTo("1");
    await()
        .untilAsserted(
            () -> assertThat(told).extracting(message -> message.getString("count")).contains("1"));
  }

  private static void isRefused(ClientUnderTest unknown) {
    JsonObject added = Behaviours.done(unknown.ask(request("add")));
    Behaviours.isError(added, "problem");
    assertThat(added.getInteger("status")).isEqualTo(401);
    Behaviours.isError(Behaviours.done(unknown.ask(request("get"))), "problem");
    Queue<JsonObject> told = new ConcurrentLinkedQueue<>();
    Behaviours.isOk(Behaviours.done(unknown.live(follow(), told::add)));
    await()
        .untilAsserted(
            () ->
                assertThat(told)
                    .extracting(message -> message.getString("error"))
                    .containsExactly("problem"));
  }

  private static JsonObject request(String op) {
    return new JsonObject().put("op", op).put("counter", "a");
  }

  private static JsonObject follow() {
    return new JsonObject().put("op", "live").put("counters", new JsonArray().add("a"));
  }
}
