package io.quipu.testing.monitoring;

import static io.quipu.testing.monitoring.AlertRules.elements;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.quipu.testing.e2e.Api;
import io.quipu.testing.e2e.EndToEnd;
import io.quipu.testing.e2e.SharedQuipu;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The queries of the dashboard of counts find values in the answers of the service. */
@EndToEnd
class CountDashboardIT {
  private static final Dashboard DASHBOARD = Dashboard.ofCounts();
  private static final Map<String, InfinityQuery> QUERIES = DASHBOARD.infinityQueries();
  private static final String NAMESPACE = "count-dashboard";
  private static final String COUNTER = "page/a b";

  private static Api api;

  @BeforeAll
  static void count(SharedQuipu shared) {
    api = shared.open().api(0);
    api.createNamespace(NAMESPACE, "{\"lateness\": \"20d\"}");
    Instant before = Instant.now().minus(8, ChronoUnit.DAYS);
    api.record(NAMESPACE, COUNTER, "[{\"delta\": 9}, {\"delta\": 3}]").expect(201);
    api.record(NAMESPACE, COUNTER, "{\"delta\": 8, \"time\": \"" + before + "\"}").expect(201);
    api.record(NAMESPACE, "page/b", "{\"delta\": 40}").expect(201);
  }

  @Test
  void theChartHasTheWindowsOfItsTime() {
    List<Map<String, JsonNode>> rows = rows("timeseries", Map.of());
    assertThat(rows).hasSizeBetween(24, 26);
    assertThat(rows).allMatch(row -> Instant.parse(row.get("time").asText()) != null);
    assertThat(rows.stream().mapToLong(row -> row.get("count").asLong()).sum()).isEqualTo(12);
  }

  @Test
  void theTotalHasItsChange() {
    List<Map<String, JsonNode>> rows = rows("stat", Map.of("range", "7d"));
    assertThat(rows)
        .singleElement()
        .satisfies(row -> assertThat(row.get("now").asLong()).isEqualTo(12))
        .satisfies(row -> assertThat(row.get("before").asLong()).isEqualTo(8));
    assertThat(QUERIES.get("stat").computed())
        .isEqualTo(Map.of("change", "(now - before) / before * 100"));
    assertThat(rows.get(0)).containsOnlyKeys("now", "before");
  }

  @Test
  void theLargestCountersAreBars() {
    await()
        .untilAsserted(
            () ->
                assertThat(
                        rows("bargauge", Map.of()).stream()
                            .map(row -> row.get("counter").asText() + " " + row.get("count")))
                    .containsExactly("page/b 40", COUNTER + " 12"));
  }

  static List<Map<String, String>> choices() {
    return elements(DASHBOARD.content().at("/templating/list"))
        .flatMap(
            variable ->
                elements(variable.path("options"))
                    .map(
                        option ->
                            Map.of(variable.path("name").asText(), option.path("value").asText())))
        .toList();
  }

  /** Each range and length of windows that can be chosen is one of the API. */
  @ParameterizedTest
  @MethodSource("choices")
  void whatCanBeChosenIsAnswered(Map<String, String> choice) {
    for (String panel : QUERIES.keySet()) {
      rows(panel, choice);
    }
  }

  private static List<Map<String, JsonNode>> rows(String panel, Map<String, String> choice) {
    Map<String, String> variables =
        elements(DASHBOARD.content().at("/templating/list"))
            .collect(
                Collectors.toMap(
                    variable -> variable.path("name").asText(),
                    variable -> variable.at("/current/value").asText(),
                    (one, other) -> one,
                    HashMap::new));
    Instant now = Instant.now();
    variables.put("namespace", NAMESPACE);
    variables.put("counter", COUNTER);
    variables.put("tz", "Europe/Zurich");
    variables.put("__from", now.minus(24, ChronoUnit.HOURS).toString());
    variables.put("__to", now.toString());
    variables.putAll(choice);
    return QUERIES.get(panel).rows(api, variables);
  }
}
