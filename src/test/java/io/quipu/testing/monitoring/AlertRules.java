package io.quipu.testing.monitoring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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

  /**
   * A scenario.
   *
   * @param firing alerts of which it expects that they fire at some time
   */
  record Scenario(String name, List<Series> series, Set<String> firing) {}

  /** A series that is put in, without its values. */
  record Series(String metric, Map<String, String> labels) {
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"([^\"]*)\"");

    static Series of(String text) {
      String[] parts = text.split("[{}]", -1);
      return new Series(
          parts[0],
          LABEL
              .matcher(parts[1])
              .results()
              .collect(Collectors.toMap(label -> label.group(1), label -> label.group(2))));
    }

    /** Job and instance, as Prometheus sets them. */
    String source() {
      return labels.get("job") + " " + labels.get("instance");
    }
  }

  static List<Scenario> scenarios() {
    return elements(yaml(SCENARIOS).path("tests"))
        .map(
            test ->
                new Scenario(
                    test.path("name").asText(),
                    elements(test.path("input_series"))
                        .map(input -> Series.of(input.path("series").asText()))
                        .toList(),
                    elements(test.path("alert_rule_test"))
                        .filter(expected -> !expected.path("exp_alerts").isEmpty())
                        .map(expected -> expected.path("alertname").asText())
                        .collect(Collectors.toSet())))
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
