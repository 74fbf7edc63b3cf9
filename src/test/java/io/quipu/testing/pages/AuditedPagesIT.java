package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import io.quipu.testing.e2e.RunningQuipu;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The pages as axe and Lighthouse see them. */
@Thorough
@Pages
class AuditedPagesIT {
  private static final String LIVE =
      "document.querySelector('#connection-words')?.textContent === 'Live' && ";

  /** Each page, and when all of it is there. */
  private static final Map<String, String> PAGES =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry(
                  "/#namespace=shop&where=country%3ACH&counter=orders",
                  LIVE + "document.querySelector('.breakdown [aria-pressed=true]') !== null"),
              Map.entry(
                  "/#namespace=visitors&counter=home",
                  LIVE + "document.querySelector('#range-total li') !== null"),
              Map.entry("/", LIVE + "document.querySelector('.card li') !== null"),
              Map.entry(
                  "/#namespace=votes", LIVE + "document.querySelectorAll('.row').length === 40"),
              Map.entry(
                  "/#namespace=votes&counter=song+1",
                  LIVE + "document.querySelector('#window-chart canvas') !== null"),
              Map.entry(
                  "/#namespace=votes&with=song+2&draw=stacked&counter=song+1",
                  LIVE + "document.querySelector('#window-chart canvas') !== null"),
              Map.entry(
                  "/#namespace=quota&range=today&counter=customer",
                  LIVE + "!document.getElementById('quota').hidden"),
              Map.entry(
                  "/#namespace=votes&view=watch&counter=song+1",
                  LIVE + "document.querySelector('#window-chart canvas') !== null"),
              Map.entry("/#view=watch", LIVE + "document.querySelector('.tile .bar') !== null"),
              Map.entry(
                  "/#namespace=votes&view=watch",
                  LIVE + "document.querySelectorAll('.tile .bar').length === 9 * 24"),
              Map.entry("/embed/votes/song%201", "document.body.dataset.state === 'live'"),
              Map.entry(
                  "/docs", "document.querySelector('#operations a, #operations button') !== null"),
              Map.entry("/problems", "document.querySelector('main li') !== null")));

  /** Timing decides no test: how fast they are is printed. */
  private static final List<String> DEMANDED = List.of("accessibility", "best-practices", "seo");

  private static final double LEAST = 0.95;

  private static final List<String> SCORED =
      List.of("/", "/#namespace=votes", "/#namespace=votes&counter=song+1", "/docs");

  private static final String DAILY =
      "{\"kind\": \"sketch\", \"state\": \"quantiles\", \"windows\": [\"hour\", \"day\"]}";

  private static @Nullable RunningQuipu quipu;
  private static @Nullable AuditTools tools;

  @BeforeAll
  static void start(TestCassandra cassandra) throws Exception {
    tools = AuditTools.installed();
    quipu = RunningQuipu.start(1, cassandra, Map.of("QUIPU_CHECKPOINT_PERIOD", "100ms"));
    SeededCounters seeded = new SeededCounters(quipu);
    seeded.put("votes", "{\"public\": \"read\"}", 201);
    seeded.record("votes", 400, i -> "song " + i % 40);
    seeded.put("shop", "{\"labels\": [\"country\", \"plan\"]}", 201);
    seeded.recordLabels("shop", "orders", 90, List.of("CH", "DE", ""));
    seeded.put("quota", "{\"kind\": \"linear\", \"max\": 9, \"period\": \"day\"}", 201);
    seeded.recordOf("quota", "customer", "{\"delta\": 4}");
    seeded.put("visitors", DAILY, 201);
    seeded.recordOf("visitors", "home", "[{\"value\": 1}, {\"value\": 2.5}, {\"value\": 9}]");
  }

  @AfterAll
  static void stop() {
    if (quipu != null) {
      quipu.close();
    }
  }

  @Test
  void axeFindsNothing_lightNorDarkNorOnAPhone(Chromium browser) throws Exception {
    String axe = tools.axe();
    for (Map.Entry<String, String> page : PAGES.entrySet()) {
      for (String look : List.of("light", "dark", "phone")) {
        try (Tab tab = browser.open()) {
          if (look.equals("phone")) {
            tab.lookOnPhone(390, 844);
          } else {
            tab.look(look, 1280, 900);
          }
          tab.navigate(quipu.uri(0).resolve(page.getKey()));
          await(page.getKey()).until(() -> tab.isTrue(page.getValue()));
          assertThat(findings(tab, axe)).as(page.getKey() + " " + look).isEmpty();
        }
      }
    }
  }

  /** What axe finds fault with; what it cannot tell is not among it. */
  private static List<String> findings(Tab tab, String axe) {
    tab.evaluate(axe + ";axe.run().then((found) => (window.found = found)), true");
    await("axe to have looked").until(() -> tab.isTrue("window.found !== undefined"));
    assertThat(tab.isTrue("window.found.passes.length > 5")).as("axe has looked").isTrue();
    return new JsonArray((String) tab.evaluate("JSON.stringify(window.found.violations)"))
        .stream()
            .map(JsonObject.class::cast)
            .map(
                one ->
                    one.getString("id")
                        + ": "
                        + one.getJsonArray("nodes").getJsonObject(0).getString("html"))
            .toList();
  }

  @Test
  void lighthouseIsContent() {
    Path browser = Chromium.find().orElseThrow();
    for (String path : SCORED) {
      JsonObject categories =
          new JsonObject(tools.lighthouse(browser, quipu.uri(0).resolve(path).toString()))
              .getJsonObject("categories");
      StringBuilder scores = new StringBuilder("Lighthouse on " + path + ":");
      for (String name : categories.fieldNames()) {
        scores.append(' ').append(name).append(' ').append(score(categories, name));
      }
      System.out.println(scores);
      for (String name : DEMANDED) {
        assertThat(score(categories, name)).as(scores.toString()).isGreaterThanOrEqualTo(LEAST);
      }
    }
  }

  private static double score(JsonObject categories, String name) {
    return categories.getJsonObject(name).getDouble("score");
  }
}
