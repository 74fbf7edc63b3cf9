package io.quipu.testing.monitoring;

import static io.quipu.testing.monitoring.AlertRules.elements;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The dashboard for Grafana, without the data that {@link MonitoringIT} has. */
class DashboardTest {
  private static final Dashboard DASHBOARD = Dashboard.read();

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
}
