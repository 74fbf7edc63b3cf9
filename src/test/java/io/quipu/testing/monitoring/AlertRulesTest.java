package io.quipu.testing.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.testing.dev.OtherPrograms;
import io.quipu.testing.monitoring.AlertRules.Alert;
import io.quipu.testing.monitoring.AlertRules.Scenario;
import io.quipu.testing.monitoring.AlertRules.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** Alerts fire when they are to, ask for metrics that there are, and lead to their runbook. */
@OtherPrograms
class AlertRulesTest {
  private static final Path RUNBOOK = Path.of("docs", "runbook.md");
  private static final List<String> PARTS = List.of("**Means:**", "**Look:**", "**Do:**");
  private static final Pattern METRIC = Pattern.compile("\\b(?:quipu|jvm|process)_[a-z0-9_]+");

  @Test
  void theRulesAreValid() {
    PrometheusTools.assumeInstalled();
    var checked = PrometheusTools.promtool("check", "rules", AlertRules.FILE.toString());
    assertThat(checked.exitCode()).as(checked.toString()).isZero();
  }

  @Test
  void theScenariosGoAsTheySay() {
    PrometheusTools.assumeInstalled();
    var tested = PrometheusTools.promtool("test", "rules", AlertRules.SCENARIOS.toString());
    assertThat(tested.exitCode()).as(tested.toString()).isZero();
  }

  @Test
  void aScenarioFailsWithARuleThatIsWrong(@TempDir Path folder) throws IOException {
    PrometheusTools.assumeInstalled();
    String rules = Files.readString(AlertRules.FILE);
    assertThat(rules).contains("quipu_lease_held == 0");
    Map<String, Object> scenarios = new Yaml().load(Files.readString(AlertRules.SCENARIOS));
    List<?> ofTheLease = new ArrayList<>((List<?>) scenarios.get("tests"));
    ofTheLease.removeIf(
        test -> !test.toString().contains("alertname=QuipuLeaseLost, exp_alerts=[{"));
    scenarios.put("tests", ofTheLease);
    Path file = Files.writeString(folder.resolve("few.yaml"), new Yaml().dump(scenarios));
    Files.writeString(folder.resolve("alerts.yaml"), rules);
    assertThat(PrometheusTools.promtool("test", "rules", file.toString()).exitCode()).isZero();
    Files.writeString(
        folder.resolve("alerts.yaml"), rules.replace("quipu_lease_held == 0", "up == 5"));
    assertThat(PrometheusTools.promtool("test", "rules", file.toString()).exitCode()).isNotZero();
  }

  @Test
  void eachAlertWasSeenToFire_andNotToFire() {
    List<String> names = AlertRules.all().stream().map(Alert::name).toList();
    assertThat(names).hasSizeGreaterThan(12);
    assertThat(AlertRules.tried(true)).containsExactlyInAnyOrderElementsOf(names);
    assertThat(AlertRules.tried(false)).containsExactlyInAnyOrderElementsOf(names);
  }

  /**
   * A rule may do well with what a scenario has, and not with the series that stay 0 beside it: an
   * instance shows all of them from its start.
   */
  @Test
  void scenariosHaveAllThatAnInstanceShows() {
    Map<String, Alert> alerts =
        AlertRules.all().stream().collect(Collectors.toMap(Alert::name, alert -> alert));
    for (Scenario scenario : AlertRules.scenarios()) {
      Set<String> sources =
          scenario.series().stream()
              .map(Series::source)
              .filter(source -> source.startsWith("quipu"))
              .collect(Collectors.toSet());
      for (String firing : scenario.firing()) {
        assertThat(alerts).containsKey(firing);
        for (Selector selector : Selector.of(alerts.get(firing).expression())) {
          for (String source : sources) {
            assertThat(selector.labelsOf(source, scenario.series()))
                .as("%s of %s in \"%s\", for %s", selector, source, scenario.name(), firing)
                .containsAll(selector.wanted());
          }
        }
      }
    }
  }

  /**
   * What a rule asks for.
   *
   * @param reason in its matcher, or empty
   */
  private record Selector(String metric, String reason) {
    private static final Pattern TEXT =
        Pattern.compile("\\b((?:quipu|jvm|process)_[a-z0-9_]+|up\\b)(?:\\{([^}]*)})?");
    private static final Pattern REASON = Pattern.compile("reason=\"([a-z_]+)\"");

    static List<Selector> of(String expression) {
      return TEXT.matcher(expression)
          .results()
          .map(
              found ->
                  new Selector(
                      found.group(1),
                      Optional.ofNullable(found.group(2))
                          .flatMap(
                              matchers ->
                                  REASON
                                      .matcher(matchers)
                                      .results()
                                      .findFirst()
                                      .map(m -> m.group(1)))
                          .orElse("")))
          .toList();
    }

    /** The reasons of an instance, or one that is empty where the metric has no such label. */
    Set<String> labelsOf(String source, List<Series> series) {
      return series.stream()
          .filter(one -> one.metric().equals(metric) && one.source().equals(source))
          .map(one -> one.labels().getOrDefault("reason", ""))
          .collect(Collectors.toSet());
    }

    Set<String> wanted() {
      if (!metric.endsWith("_refused_total")
          || !MetricTable.read().rows().get(metric).labels().contains("reason")) {
        return Set.of("");
      }
      return reason.isEmpty()
          ? Stream.of(Refusal.values())
              .map(value -> value.name().toLowerCase(Locale.ROOT))
              .collect(Collectors.toSet())
          : Set.of(reason);
    }
  }

  @Test
  void eachAlertHasASectionOfTheRunbook_andEachSectionAnAlert() throws IOException {
    List<String> sections = Arrays.asList(Files.readString(RUNBOOK).split("(?m)^## "));
    List<String> titles =
        sections.stream().skip(1).map(section -> section.lines().findFirst().orElse("")).toList();
    assertThat(AlertRules.all()).extracting(Alert::name).containsExactlyElementsOf(titles);
    assertThat(AlertRules.all())
        .allSatisfy(
            alert ->
                assertThat(alert.runbook())
                    .matches("https://quipu\\.io/docs/[0-9.]+/runbook\\.md#[a-z]+")
                    .endsWith("/" + RUNBOOK.getFileName() + "#" + anchor(alert)));
    assertThat(sections.subList(1, sections.size()))
        .allSatisfy(section -> assertThat(section).containsSubsequence(PARTS));
  }

  private static String anchor(Alert alert) {
    return alert.name().toLowerCase(Locale.ROOT);
  }

  @Test
  void alertsAndRunbookNameMetricsThatThereAre() throws IOException {
    String text = Files.readString(AlertRules.FILE) + Files.readString(RUNBOOK);
    TreeSet<String> named = new TreeSet<>();
    METRIC.matcher(text).results().map(MatchResult::group).forEach(named::add);
    named.removeIf(name -> MetricTable.read().hasSeries(name));
    assertThat(named).isEmpty();
  }
}
