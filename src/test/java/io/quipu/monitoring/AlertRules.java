package io.quipu.monitoring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.yaml.snakeyaml.Yaml;

/** The files of the folder monitoring, as data. */
final class AlertRules {
  static final Path FILE = Path.of("monitoring", "alerts.yaml");
  static final Path SCENARIOS = Path.of("monitoring", "alerts-test.yaml");

  private AlertRules() {}

  /** One rule. */
  record Alert(String name, String expression, String runbook, String summary) {}

  static List<Alert> all() {
    return elements(yaml(FILE).path("groups"))
        .flatMap(group -> elements(group.path("rules")))
        .map(
            rule ->
                new Alert(
                    rule.path("alert").asText(),
                    rule.path("expr").asText(),
                    rule.at("/annotations/runbook_url").asText(),
                    rule.at("/annotations/summary").asText()))
        .toList();
  }

  /** Names of the alerts that a scenario expects to fire, or not to. */
  static List<String> tried(boolean firing) {
    return elements(yaml(SCENARIOS).path("tests"))
        .flatMap(test -> elements(test.path("alert_rule_test")))
        .filter(expected -> expected.path("exp_alerts").isEmpty() != firing)
        .map(expected -> expected.path("alertname").asText())
        .distinct()
        .toList();
  }

  private static JsonNode yaml(Path file) {
    try {
      Object content = new Yaml().load(Files.readString(file));
      return new ObjectMapper().valueToTree(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Stream<JsonNode> elements(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }
}
