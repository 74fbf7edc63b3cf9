package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.engine.windows.EventTime;
import io.quipu.testing.dev.AtOnce;
import io.vertx.core.json.JsonObject;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Counters that are set back to zero, through two instances, over a real Cassandra. */
@AtOnce
@EndToEnd
class ResetIT {
  private static final int RESETS = Integer.getInteger("resets", 2);

  private static RunningQuipu quipu;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.open();
  }

  static UUID reset(Api api, String namespace, String counter) {
    Answer answer = api.delete(Api.path(namespace, counter)).expect(200);
    assertThat(answer.json().getString("status")).isEqualTo("reset");
    return UUID.fromString(answer.json().getString("at"));
  }

  @Test
  void countsWhatLiesAfterTheLastReset_underLoadFromTwoInstances() {
    new ResettingLoad(quipu, "reset-one").run("{\"kind\": \"event\"}", RESETS);
  }

  @Test
  void countsWhatLiesAfterTheLastReset_onAllPagesOfACounter() {
    new ResettingLoad(quipu, "reset-spread").run("{\"kind\": \"event\", \"shards\": 5}", RESETS);
  }

  @Test
  void everybodyIsToldOfIt_andTheWindowOfTheResetHasWhatItTookAway() {
    Api api = quipu.api(0);
    api.record("default", "told", "[{\"delta\": 40}, {\"delta\": 2}]").expect(201);
    try (LiveCounts here = LiveCounts.subscribed(api, "default", "told");
        LiveCounts there = LiveCounts.subscribed(quipu.api(1), "default", "told")) {
      await("the count").until(() -> here.last() == 42 && there.last() == 42);
      UUID at = reset(api, "default", "told");
      assertThat(api.count("default", "told")).extracting(CountRead::count).isEqualTo(0L);
      await("nothing").until(() -> here.last() == 0 && there.last() == 0);
      assertThat(here.counts().get(here.counts().size() - 1).events()).isZero();
      JsonObject event =
          quipu.api(1).record("default", "told", "{\"delta\": 3}").expect(201).json();
      assertThat(EventTime.of(UUID.fromString(event.getString("at"))))
          .isGreaterThan(EventTime.of(at));
      await("what came after").until(() -> here.last() == 3 && there.last() == 3);
    }
    assertThat(api.settled("default", "told").events()).isEqualTo(1);
    assertThat(api.windowSum("default", "told", "minute")).isEqualTo(3);
  }

  @Test
  void aCounterThatNeverCountedCanBeReset_andIsNotListedForThat() {
    Api api = quipu.api(0);
    api.createNamespace("reset-empty");
    reset(api, "reset-empty", "never");
    assertThat(api.settled("reset-empty", "never").events()).isZero();
    api.outcome("reset-empty", "other", "{}");
    await("the other one is listed")
        .until(() -> api.get("/v1/counters/reset-empty").expect(200).text().contains("other"));
    assertThat(api.get("/v1/counters/reset-empty").text()).doesNotContain("never");
  }

  @Test
  void idsOfUniqueCountersStayDuplicates() {
    Api api = quipu.api(0);
    api.delete(Api.path("nowhere", "a")).expect(404);
    api.createNamespace("reset-unique", "{\"kind\": \"unique\"}");
    assertThat(api.outcome("reset-unique", "a", "{\"id\": \"x\"}")).isEqualTo("counted");
    reset(api, "reset-unique", "a");
    assertThat(api.outcome("reset-unique", "a", "{\"id\": \"x\"}")).isEqualTo("duplicate");
    assertThat(api.count("reset-unique", "a").count()).isZero();
  }
}
