package io.quipu.testing.monitoring;

import static io.quipu.testing.monitoring.AlertRules.elements;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The dashboards for Grafana, without the data that {@link MonitoringIT} and {@link
 * CountDashboardIT} have.
 */
class DashboardTest {
  private static final Dashboard DASHBOARD = Dashboard.read();
  private static final Pattern METRIC =
      Pattern.compile("\\b(?:quipu|jvm|process)_[a-z0-9_]+[a-z0-9]\\b");

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
  void panelsAskForMetricsThatThereAre() {
    MetricTable listed = MetricTable.read();
    for (Dashboard.Query query : DASHBOARD.queries()) {
      assertThat(METRIC.matcher(query.expression()).results())
          .as(query.toString())
          .allMatch(metric -> listed.hasSeries(metric.group()));
    }
  }

  /** What each way in measures is on a panel. */
  @ParameterizedTest
  @ValueSource(strings = {"quipu_kafka_", "quipu_resp_"})
  void metricsOfAWayInAreShown(String prefix) {
    String all = DASHBOARD.queries().toString();
    assertThat(MetricTable.read().rows().keySet())
        .filteredOn(name -> name.startsWith(prefix))
        .isNotEmpty()
        .allMatch(all::contains);
  }

  static Stream<Dashboard> all() {
    return Stream.of(DASHBOARD, Dashboard.ofCounts());
  }

  @ParameterizedTest(name = "{index}")
  @MethodSource("all")
  void panelsSayWhatTheyShow_eachInItsPlace(Dashboard dashboard) {
    Set<Integer> ids = new HashSet<>();
    Set<String> places = new HashSet<>();
    assertThat(dashboard.panels()).isNotEmpty();
    for (JsonNode panel : dashboard.panels()) {
      assertThat(panel.path("title").asText()).isNotEmpty();
      assertThat(panel.path("description").asText()).as(panel.path("title").asText()).endsWith(".");
      assertThat(panel.at("/datasource/uid").asText()).isEqualTo("${datasource}");
      assertThat(ids.add(panel.path("id").asInt())).isTrue();
      assertThat(places.add(panel.at("/gridPos/x") + " " + panel.at("/gridPos/y"))).isTrue();
    }
  }
}
