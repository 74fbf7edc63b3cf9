package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.AtOnce;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Names as paths, as Rainbird counts the URLs of pages, over a real Cassandra. */
@AtOnce
@EndToEnd
class HierarchyIT {
  private static RunningQuipu quipu;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.open();
    quipu.api(0).createNamespace("levels", "{\"kind\": \"event\", \"hierarchy\": \"/\"}");
  }

  private static long count(String counter) {
    return quipu.api(0).count("levels", counter).count();
  }

  @Test
  void rainbird_aClickOnAPageCountsForItsSiteAndItsDomain() {
    Api api = quipu.api(0);
    try (LiveCounts domain = LiveCounts.subscribed(quipu.api(1), "levels", "com")) {
      JsonObject answer =
          api.record("levels", "com/google/www", "[{}, {\"delta\": 2}]").expect(201).json();
      assertThat(answer.getInteger("events")).as("of the caller").isEqualTo(2);
      quipu.api(1).recordOne("levels", "com/google/maps").expect(201);
      api.recordOne("levels", "com/twitter").expect(201);
      assertThat(count("com/google/www")).isEqualTo(3);
      assertThat(count("com/google/maps")).isEqualTo(1);
      assertThat(count("com/google")).isEqualTo(4);
      assertThat(count("com/twitter")).isEqualTo(1);
      assertThat(count("com")).isEqualTo(5);
      await("whoever watches the domain").until(() -> domain.last() == 5);
    }
    assertThat(api.settled("levels", "com").events()).isEqualTo(4);
    assertThat(api.windowSum("levels", "com", "minute")).isEqualTo(5);
    assertThat(api.recount("levels", "com").getLong("drift")).isZero();
  }

  @Test
  void everyLevelIsTheSumOfThoseBelow_howeverOftenEventsAreSent() {
    Random random = new Random(1);
    for (int i = 0; i < 300; i++) {
      String page = "net/s" + random.nextInt(3) + "/p" + random.nextInt(4);
      String id = random.nextBoolean() ? "" : "\"id\": \"" + random.nextInt(20) + "\", ";
      quipu.api(i % 2).record("levels", page, "{" + id + "\"delta\": 3}").expect(201);
    }
    long domain = 0;
    for (int site = 0; site < 3; site++) {
      long pages = 0;
      for (int page = 0; page < 4; page++) {
        pages += count("net/s" + site + "/p" + page);
      }
      assertThat(count("net/s" + site)).isEqualTo(pages);
      domain += pages;
    }
    assertThat(count("net")).isEqualTo(domain).isBetween(300L, 899L);
  }

  @Test
  void anOutcomeIsThatOfTheCounterNamed() {
    Api api = quipu.api(0);
    assertThat(api.outcome("levels", "org/a", "{\"id\": \"x\"}")).isEqualTo("counted");
    assertThat(quipu.api(1).outcome("levels", "org/a", "{\"id\": \"x\"}")).isEqualTo("duplicate");
    assertThat(api.outcome("levels", "org/b", "{\"id\": \"x\"}")).isEqualTo("counted");
    assertThat(count("org")).isEqualTo(2);
  }

  @Test
  void namesThatAreNoPathsAreRefused_andNothingIsRecorded() {
    for (String counter : List.of("de//a", "/de", "de/")) {
      JsonObject problem = quipu.api(0).record("levels", counter, "{}").expect(400).json();
      assertThat(problem.getString("field")).isEqualTo("counter");
    }
    String batch =
        "[{\"namespace\": \"levels\", \"counter\": \"de/a\"},"
            + " {\"namespace\": \"levels\", \"counter\": \"de//a\"}]";
    JsonObject problem =
        quipu.api(0).post("/v1/events", "application/json", batch).expect(400).json();
    assertThat(problem.getInteger("index")).isEqualTo(1);
    assertThat(problem.getString("field")).isEqualTo("events[1].counter");
    assertThat(count("de")).isZero();
  }

  @Test
  void manyCountersAtOnceCountIntoTheirLevels() {
    String batch =
        "[{\"namespace\": \"levels\", \"counter\": \"fr/a\"},"
            + " {\"namespace\": \"levels\", \"counter\": \"fr/b\"}, {\"counter\": \"fr/b\"}]";
    quipu.api(1).post("/v1/events", "application/json", batch).expect(201);
    assertThat(count("fr")).isEqualTo(2);
    assertThat(quipu.api(0).count("default", "fr").count()).isZero();
  }

  @Test
  void isFixed_whenTheNamespaceIsCreated() {
    Api api = quipu.api(0);
    JsonObject shown = api.get("/v1/namespaces/levels").expect(200).json();
    assertThat(shown.getString("hierarchy")).isEqualTo("/");
    api.put("/v1/namespaces/levels", "{\"retain\": \"2d\"}").expect(200);
    api.put("/v1/namespaces/levels", "{\"hierarchy\": \".\"}").expect(409);
    api.createNamespace("flat");
    api.put("/v1/namespaces/flat", "{\"hierarchy\": \"/\"}").expect(409);
    api.put("/v1/namespaces/wide", "{\"kind\": \"event\", \"hierarchy\": \"//\"}").expect(400);
    api.put("/v1/namespaces/straight", "{\"kind\": \"linear\", \"hierarchy\": \"/\"}").expect(400);
  }
}
