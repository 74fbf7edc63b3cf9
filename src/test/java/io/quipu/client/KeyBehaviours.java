package io.quipu.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.HttpApi;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.e2e.RunningQuipu;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;

/** The rows {@code key} and {@code live-rate} of {@code clients/behaviours.md}. */
final class KeyBehaviours {
  private static final String KEY = "qk_first_0123456789abcdefghijklmnopqrstuvwxyz-_AB";
  private static final String WRONG = "qk_first_0123456789abcdefghijklmnopqrstuvwxyz-_AC";

  private final ClientUnderTest.Start client;
  private final Followed followed;

  KeyBehaviours(ClientUnderTest.Start client, Followed followed) {
    this.client = client;
    this.followed = followed;
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
      try (ClientUnderTest slow = start(address, slowKey(quipu.uri(0)))) {
        followsAll(slow);
      }
    }
  }

  /** A key that may ask for a quarter of the counters a second. */
  private String slowKey(URI service) {
    JsonObject settings =
        new JsonObject()
            .put("scopes", new JsonArray().add("read:default"))
            .put("rate", followed.counters() / 4);
    String created = new HttpApi(service, KEY).send("POST", "/v1/keys", settings.encode());
    return new JsonObject(created).getString("key");
  }

  private void followsAll(ClientUnderTest slow) {
    List<String> names =
        IntStream.range(0, followed.counters()).mapToObj(i -> "slow/" + i).toList();
    Queue<JsonObject> told = new ConcurrentLinkedQueue<>();
    JsonObject request = follow().put("counters", new JsonArray(names));
    Behaviours.isOk(Behaviours.done(slow.live(request, told::add)));
    await()
        .untilAsserted(
            () ->
                assertThat(told.stream().map(message -> message.getString("counter")).distinct())
                    .hasSize(names.size()));
    assertThat(told).noneMatch(message -> message.containsKey("error"));
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
