package io.quipu.testing.monitoring;

import static io.quipu.testing.monitoring.AlertRules.elements;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.quipu.engine.kind.RecordOutcome.Refusal;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.e2e.EndToEnd;
import io.quipu.testing.e2e.RunningQuipu;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard and the alerts, asked of a real Prometheus that scrapes a real instance. */
@EndToEnd
class DashboardIT {
  private static final Dashboard DASHBOARD = Dashboard.read();

  private static RunningQuipu quipu;
  private static PrometheusServer prometheus;

  @BeforeAll
  static void scrape(TestCassandra cassandra, @TempDir Path folder) throws IOException {
    PrometheusTools.assumeInstalled();
    quipu = RunningQuipu.start(1, cassandra, Map.of("QUIPU_MANAGEMENT_PORT", "0"));
    prometheus = PrometheusServer.scraping(quipu.managementUri(0), folder);
    prometheus.awaitScrapes();
    try (Traffic traffic = Traffic.to(quipu.uri(0))) {
      // Until the garbage collector has run, nothing is known of what it leaves.
      System.gc();
      await("what was settled and followed, to be seen twice")
          .until(
              () -> {
                traffic.once();
                return above("rate(quipu_live_delay_seconds_count[10s])", 0)
                    && above("rate(quipu_events_settled_total[10s])", 0)
                    && above("count_over_time(jvm_memory_usage_after_gc[1m])", 1)
                    && above("min(quipu_horizon_lag_seconds)", 0);
              });
    }
  }

  @AfterAll
  static void stop() {
    if (prometheus != null) {
      prometheus.close();
    }
    if (quipu != null) {
      quipu.close();
    }
  }

  private static boolean above(String expression, double bound) {
    return prometheus.query(expression).at("/0/value/1").asDouble() > bound;
  }

  /** A rate is known once two scrapes have seen its counter, which begins with the traffic. */
  @Test
  void everyPanelHasData() throws IOException {
    List<Dashboard.Query> queries = DASHBOARD.queries();
    assertThat(queries).hasSizeGreaterThan(50);
    try (Traffic traffic = Traffic.to(quipu.uri(0))) {
      await()
          .untilAsserted(
              () -> {
                traffic.once();
                assertThat(queries)
                    .allSatisfy(
                        query ->
                            assertThat(prometheus.query(query.forAll()))
                                .as("%s", query)
                                .isNotEmpty());
              });
    }
  }

  /** What is added up over kinds has the same labels in each, and "or" takes the first of these. */
  @Test
  void noKindHidesAnother() {
    assertAddsUp("Refused", Refusal.values().length, 3);
    assertAddsUp("Unknown and repeated", 1, 3);
    assertAddsUp("Waiting events", 1, 3);
  }

  /** Sees how many series the first query of a panel adds up to each that it shows. */
  private static void assertAddsUp(String panel, int shown, int each) {
    String sum =
        DASHBOARD.queries().stream()
            .filter(query -> query.panel().equals(panel))
            .findFirst()
            .orElseThrow()
            .forAll();
    assertThat(sum).startsWith("sum");
    assertThat(prometheus.query("count" + sum.substring("sum".length())))
        .as(panel)
        .hasSize(shown)
        .allSatisfy(series -> assertThat(series.at("/value/1").asInt()).isEqualTo(each));
  }

  /** All of them would be those of other services, too, whose panels say nothing about this one. */
  @Test
  void allJobsAreThoseOfQuipu() {
    JsonNode job =
        elements(DASHBOARD.content().at("/templating/list"))
            .filter(variable -> variable.path("name").asText().equals("job"))
            .findFirst()
            .orElseThrow();
    assertThat(job.path("definition").asText()).isEqualTo("label_values(quipu_build_info, job)");
    assertThat(job.has("allValue")).isFalse();
  }

  @Test
  void anExpressionThatIsWrongIsNoticed_andSoIsOneWithoutData() {
    assertThatThrownBy(() -> prometheus.query("rate(quipu_events_recorded_total)"))
        .isInstanceOf(AssertionError.class);
    assertThat(prometheus.query("quipu_no_such_metric")).isEmpty();
  }

  @Test
  void panelsSayWhatTheyShow_eachInItsPlace() {
    Set<Integer> ids = new HashSet<>();
    Set<String> places = new HashSet<>();
    for (JsonNode panel : DASHBOARD.panels()) {
      assertThat(panel.path("title").asText()).isNotEmpty();
      assertThat(panel.path("description").asText()).as(panel.path("title").asText()).endsWith(".");
      assertThat(panel.at("/datasource/uid").asText()).isEqualTo("${datasource}");
      assertThat(ids.add(panel.path("id").asInt())).isTrue();
      assertThat(places.add(panel.at("/gridPos/x") + " " + panel.at("/gridPos/y"))).isTrue();
    }
  }

  @Test
  void everyAlertCanBeEvaluated_andNoneFires() {
    await("evaluations")
        .until(
            () ->
                prometheus.rules().findValuesAsText("health").stream()
                    .noneMatch("unknown"::equals));
    assertThat(prometheus.rules()).hasSameSizeAs(AlertRules.all());
    assertThat(prometheus.rules())
        .allSatisfy(
            rule -> {
              assertThat(rule.path("health").asText()).as(rule.toString()).isEqualTo("ok");
              assertThat(rule.path("state").asText()).as(rule.toString()).isNotEqualTo("firing");
            });
  }
}
