package io.quipu.testing.monitoring;

import static io.quipu.testing.monitoring.AlertRules.elements;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A dashboard for Grafana, as data. */
record Dashboard(JsonNode content) {

  /**
   * One query of a panel, with Grafana's variables.
   *
   * @param panel its title
   */
  record Query(String panel, String expression) {
    /** As Grafana sends it, for all instances. */
    String forAll() {
      return expression
          .replace("$__rate_interval", "10s")
          .replace("$job", ".*")
          .replace("$instance", ".*");
    }

    @Override
    public String toString() {
      return panel + ": " + expression;
    }
  }

  /** The dashboard of the service, by Prometheus. */
  static Dashboard read() {
    return of("dashboard.json");
  }

  /** The dashboard of counts, by the data source Infinity. */
  static Dashboard ofCounts() {
    return of("count-dashboard.json");
  }

  private static Dashboard of(String file) {
    try {
      return new Dashboard(
          new ObjectMapper().readTree(Files.readString(Path.of("monitoring", file))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<JsonNode> panels() {
    return elements(content.path("panels"))
        .filter(panel -> !panel.path("type").asText().equals("row"))
        .toList();
  }

  /** The targets of the panels, by the types of these. */
  Map<String, InfinityQuery> infinityQueries() {
    Map<String, InfinityQuery> queries = new LinkedHashMap<>();
    for (JsonNode panel : panels()) {
      elements(panel.path("targets"))
          .forEach(target -> queries.put(panel.path("type").asText(), new InfinityQuery(target)));
    }
    return queries;
  }

  List<Query> queries() {
    return panels().stream()
        .flatMap(
            panel ->
                elements(panel.path("targets"))
                    .map(
                        target ->
                            new Query(panel.path("title").asText(), target.path("expr").asText())))
        .toList();
  }
}
