package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.edge.resp.RespSocket;
import io.quipu.testing.dev.AtOnce;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Keys that end, with the sockets, streams and connections that they have opened. */
@AtOnce
@EndToEnd
class EndsOfAccessIT {
  private static final String COUNTER = "/v1/counters/ended/a";
  private static final Duration BOUND = Duration.ofSeconds(30);
  private static RunningQuipu quipu;
  private static KeyedApi first;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.keyed();
    first = new KeyedApi(quipu.api(0), KeyedApi.BOOTSTRAP);
    first.send("PUT", "/v1/namespaces/ended", "{}").expect(201);
  }

  private static JsonObject subscription() {
    return new JsonObject()
        .put("type", "subscribe")
        .put("ref", 1)
        .put("namespace", "ended")
        .put("counters", List.of("a"));
  }

  @Test
  void anExpiredKeyOpensNothing_andItsSocketIsClosed() {
    Instant soon = Instant.now().plusSeconds(4);
    KeyedApi holder = first.create("{\"scopes\": [\"read:ended\"], \"expires\": \"" + soon + "\"}");
    try (LiveCounts live = holder.live("/v1/live")) {
      holder.send("GET", COUNTER, "").expect(200);
      await().atMost(BOUND).until(() -> holder.send("GET", COUNTER, "").status() == 401);
      assertThat(live.closeCode()).isEqualTo(4401);
    }
  }

  @Test
  void aDeletedKeyEndsWithin30Seconds_onEveryInstance_withAllThatItOpened() throws IOException {
    KeyedApi here = first.create("{\"scopes\": [\"read:ended\", \"read:default\"]}");
    KeyedApi there = here.at(quipu.api(1));
    there.send("GET", COUNTER, "").expect(200);
    try (LiveCounts socket = here.live("/v1/live");
        LiveCounts elsewhere = there.live("/v1/live");
        FollowedStream stream = FollowedStream.of(here.request("GET", COUNTER + "/live", ""));
        RespSocket redis = new RespSocket(quipu.respAddress(0))) {
      elsewhere.say(subscription());
      await().until(() -> elsewhere.hasHeard("subscribed"));
      await().until(() -> stream.said("count"));
      redis.ask("AUTH", here.key());
      redis.ask("SELECT", "1");
      assertThat(redis.ask("GET", "x")).isEqualTo("nil");
      long deleted = System.nanoTime();
      first.send("DELETE", "/v1/keys/" + here.id(), "").expect(200);
      first.send("DELETE", "/v1/keys/" + here.id(), "").expect(404);
      for (KeyedApi each : List.of(here, there)) {
        await().atMost(BOUND).until(() -> each.send("GET", COUNTER, "").status() == 401);
      }
      await().atMost(BOUND).until(() -> redis.ask("GET", "x").equals(RespAccessIT.STRANGER));
      assertThat(redis.ask("PING")).isEqualTo(RespAccessIT.STRANGER);
      assertThat(socket.closeCode()).isEqualTo(4401);
      assertThat(elsewhere.closeCode()).isEqualTo(4401);
      await().until(stream::hasEnded);
      Duration took = Duration.ofNanos(System.nanoTime() - deleted);
      System.out.println("A deleted key was at its end after " + took);
      assertThat(took).isLessThan(BOUND);
    }
  }

  @Test
  void aSocketThatDoesNotSayWhoIsThereIsClosedWith4401() {
    try (LiveCounts silent = new LiveCounts(quipu.api(0).webSocket("/v1/live"));
        LiveCounts wrong = new LiveCounts(quipu.api(0).webSocket("/v1/live"));
        LiveCounts hasty = new LiveCounts(quipu.api(0).webSocket("/v1/live"))) {
      wrong.say(AuthorizationIT.authenticate("qk_nobody_0123456789abcdefghijklmnopqrstuvwxyz"));
      hasty.say(subscription());
      assertThat(wrong.closeCode()).isEqualTo(4401);
      assertThat(hasty.closeCode()).isEqualTo(4401);
      assertThat(hasty.hasHeard("subscribed")).isFalse();
      assertThat(silent.closeCode()).as("after five seconds").isEqualTo(4401);
    }
  }
}
