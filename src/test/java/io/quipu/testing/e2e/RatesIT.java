package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.TestPatience;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How much a caller may ask for, of the whole service. */
@EndToEnd
class RatesIT {
  private static final String EVENTS = Api.path("default", "rated") + "/events";

  @Test
  void aKeyHasItsOwnRate_andTakesNothingFromOthers(SharedQuipu shared) {
    Api api = shared.keyed().api(0);
    KeyedApi first = new KeyedApi(api, KeyedApi.BOOTSTRAP);
    KeyedApi slow =
        first.create("{\"scopes\": [\"record:*\", \"read:*\", \"admin:*\"], \"rate\": 2}");

    Answer refused =
        await().until(() -> slow.send("POST", EVENTS, ""), answer -> answer.status() != 201);

    assertThat(refused.expect(429).problem()).isEqualTo("rate-limited");
    assertThat(refused.headers().firstValue("retry-after")).hasValue("1");
    assertThat(refused.headers().firstValue("ratelimit-policy")).hasValue("\"caller\";q=2;w=1");
    assertThat(refused.headers().firstValue("ratelimit")).hasValue("\"caller\";r=0;t=1");
    first.send("POST", EVENTS, "").expect(201);

    batchesCostTheirEvents(slow);
    aSocketIsClosed(api, slow);
  }

  /** A batch passes a full bucket, and is paid off before anything else. */
  private static void batchesCostTheirEvents(KeyedApi slow) {
    String batch =
        IntStream.range(0, 20)
            .mapToObj(i -> "{\"counter\": \"rated\"}")
            .collect(Collectors.joining(",", "[", "]"));
    await()
        .atMost(TestPatience.LIMIT)
        // each try takes a token, and all of them have to be there
        .pollInterval(Duration.ofSeconds(2))
        .until(() -> slow.send("POST", "/v1/events", batch).status() == 201);
    Answer refused = slow.send("POST", EVENTS, "").expect(429);
    long wait = Long.parseLong(refused.headers().firstValue("retry-after").orElseThrow());
    assertThat(wait).isBetween(2L, 10L);
  }

  private static void aSocketIsClosed(Api api, KeyedApi slow) {
    await()
        .atMost(TestPatience.LIMIT)
        .until(() -> slow.send("GET", "/v1/namespaces/default", "").status() == 200);
    try (LiveCounts live = new LiveCounts(api.webSocket("/v1/live"))) {
      live.say(new JsonObject().put("type", "authenticate").put("token", slow.key()));
      for (int i = 0; i < 40; i++) {
        live.say(new JsonObject().put("type", "record").put("ref", i).put("counter", "rated"));
      }
      assertThat(live.closeCode()).isEqualTo(4429);
      assertThat(live.errorStatus()).isEqualTo(429);
    }
  }

  @Test
  void anAddressHasTheUsualRate_whereNobodyIsAsked(TestCassandra cassandra) {
    try (RunningQuipu quipu = RunningQuipu.start(1, cassandra, Map.of("QUIPU_RATE", "1"))) {
      KeyedApi anyone = new KeyedApi(quipu.api(0), "");
      await().until(() -> anyone.send("POST", EVENTS, "").status() == 429);
      anyone.send("GET", "/livez", "").expect(200);
      await().until(() -> anyone.send("POST", EVENTS, "").status() == 201);
    }
  }
}
