package io.quipu.testing.monitoring;

import static io.quipu.testing.monitoring.AlertRules.elements;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The dashboard for Grafana, as data. */
record Dashboard(JsonNode content) {
  private static final Path FILE = Path.of("monitoring", "dashboard.json");

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

  static Dashboard read() {
    try {
      return new Dashboard(new ObjectMapper().readTree(Files.readString(FILE)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<JsonNode> panels() {
    return elements(content.path("panels"))
        .filter(panel -> !panel.path("type").asText().equals("row"))
        .toList();
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
