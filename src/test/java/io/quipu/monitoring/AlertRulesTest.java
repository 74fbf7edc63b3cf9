package io.quipu.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.monitoring.AlertRules.Alert;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Alerts fire when they are to, ask for metrics that there are, and lead to their runbook. */
class AlertRulesTest {
  private static final Path RUNBOOK = Path.of("docs", "runbook.md");
  private static final List<String> PARTS =
      List.of("**What it means.**", "**How to look.**", "**What to do.**");
  private static final Pattern METRIC = Pattern.compile("\\b(?:quipu|jvm|process)_[a-z0-9_]+");

  @Test
  void theRulesAreValid() {
    PrometheusTools.assumeInstalled();
    var checked = PrometheusTools.promtool("check", "rules", AlertRules.FILE.toString());
    assertThat(checked.exitCode()).as(checked.output()).isZero();
  }

  @Test
  void theScenariosGoAsTheySay() {
    PrometheusTools.assumeInstalled();
    var tested = PrometheusTools.promtool("test", "rules", AlertRules.SCENARIOS.toString());
    assertThat(tested.exitCode()).as(tested.output()).isZero();
  }

  @Test
  void aScenarioFailsWithARuleThatIsWrong(@TempDir Path folder) throws IOException {
    PrometheusTools.assumeInstalled();
    String rules = Files.readString(AlertRules.FILE);
    String scenarios = Files.readString(AlertRules.SCENARIOS);
    Path file = folder.resolve("alerts-test.yaml");
    Files.writeString(file, scenarios);
    assertThat(rules).contains("quipu_lease_held == 0");
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
                    .isEqualTo("docs/runbook.md#" + alert.name().toLowerCase(Locale.ROOT)));
    assertThat(sections.subList(1, sections.size()))
        .allSatisfy(section -> assertThat(section).containsSubsequence(PARTS));
  }

  @Test
  void alertsAndRunbookNameMetricsThatThereAre() throws IOException {
    String text = Files.readString(AlertRules.FILE) + Files.readString(RUNBOOK);
    TreeSet<String> named = new TreeSet<>();
    METRIC.matcher(text).results().map(MatchResult::group).forEach(named::add);
    named.removeIf(name -> MetricTable.ofOperations().hasSeries(name));
    assertThat(named).isEmpty();
  }
}
