package io.quipu.testing.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.issuer.TestIssuer;
import io.quipu.testing.dev.issuer.TestKey;
import io.quipu.testing.e2e.EndToEnd;
import io.quipu.testing.e2e.RunningQuipu;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What an instance shows is what docs/operations.md lists, and nothing of that is missing. */
@EndToEnd
class MetricNamesIT {
  private static RunningQuipu quipu;
  private static String text;
  private static Scrape shown;
  private static final MetricTable LISTED = MetricTable.ofOperations();

  @BeforeAll
  static void scrape(TestCassandra cassandra) throws Exception {
    quipu = RunningQuipu.start(1, cassandra, Map.of("QUIPU_MANAGEMENT_PORT", "0"));
    try (Traffic traffic = Traffic.to(quipu.uri(0))) {
      await("counts that follow what is recorded")
          .until(
              () -> {
                traffic.once();
                return traffic.followed() > 3 && value("quipu_events_settled_total") > 3;
              });
      // There is a pause to be shown once something was collected.
      System.gc();
      await("a pause")
          .untilAsserted(() -> assertThat(metrics()).contains("jvm_gc_pause_seconds_count"));
      text = metrics();
      shown = Scrape.of(text);
    }
  }

  @AfterAll
  static void stop() {
    quipu.close();
  }

  private static double value(String name) throws Exception {
    return metrics()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElse(0);
  }

  private static String metrics() throws Exception {
    URI at = quipu.managementUri(0).resolve("/metrics");
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(at).build(), BodyHandlers.ofString())
        .body();
  }

  @Test
  void whatIsShownIsListed() {
    assertThat(LISTED.rows().keySet()).containsAll(shown.metrics().keySet());
  }

  @Test
  void whatIsShownWhereTokensAreAskedForIsListed_too(TestCassandra cassandra) throws Exception {
    try (TestIssuer issuer = new TestIssuer()) {
      TestKey key = TestKey.of("first", "ES256");
      issuer.publish(key);
      try (RunningQuipu guarded = RunningQuipu.start(1, cassandra, issuer.variables())) {
        for (String token : List.of(key.sign(issuer.claims("a", "read:*")), "a.b.c")) {
          get(guarded.uri(0).resolve("/v1/counters/default/a"), "Bearer " + token);
        }
        Set<String> names =
            Scrape.of(get(guarded.uri(0).resolve("/metrics"), "none")).metrics().keySet();
        assertThat(LISTED.rows().keySet()).containsAll(names);
        assertThat(names)
            .contains(
                "quipu_issuer_keys_age_seconds",
                "quipu_issuer_fetches_failed_total",
                "quipu_tokens_refused_total");
      }
    }
  }

  private static String get(URI at, String authorization) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(at).header("Authorization", authorization).build(),
            BodyHandlers.ofString())
        .body();
  }

  @Test
  void whatIsListedIsShown() {
    List<String> always =
        LISTED.rows().entrySet().stream()
            .filter(row -> row.getValue().always())
            .map(Map.Entry::getKey)
            .toList();
    assertThat(always).hasSizeGreaterThan(80);
    assertThat(shown.metrics().keySet()).containsAll(always);
  }

  @Test
  void typesAndLabelsAreThoseThatAreListed() {
    shown
        .metrics()
        .forEach(
            (name, metric) -> {
              MetricTable.Row row = LISTED.rows().get(name);
              if (row != null) {
                assertThat(metric.type()).as(name).isEqualTo(row.type());
                assertThat(metric.labels()).as(name).isEqualTo(row.labels());
              }
            });
  }

  /** Names of counters and ids have no bound. */
  @Test
  void noValueThatCallersSendIsALabel() {
    assertThat(text).doesNotContain("\"once\"").doesNotContain("gauges").doesNotContain("stock");
  }
}
