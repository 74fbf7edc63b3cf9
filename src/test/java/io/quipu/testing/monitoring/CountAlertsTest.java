package io.quipu.testing.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.OtherPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of alerts on counts fire when they are to, and ask for metrics that there are. */
@OtherPrograms
class CountAlertsTest {
  private static final Path RULES = Path.of("monitoring", "count-alerts.yaml");
  private static final Path SCENARIOS = Path.of("monitoring", "count-alerts-test.yaml");
  private static final Pattern METRIC = Pattern.compile("\\bquipu_[a-z0-9_]+");
  private static final Pattern ALERT = Pattern.compile("alert: (\\w+)");

  @Test
  void theExamplesGoAsTheySay() {
    PrometheusTools.assumeInstalled();
    var checked = PrometheusTools.promtool("check", "rules", RULES.toString());
    assertThat(checked.exitCode()).as(checked.toString()).isZero();
    var tested = PrometheusTools.promtool("test", "rules", SCENARIOS.toString());
    assertThat(tested.exitCode()).as(tested.toString()).isZero();
  }

  /** Without the age, a reading that fails is a count that stands still. */
  @Test
  void theScenariosFailWithoutTheAgeOfTheCounts(@TempDir Path folder) throws IOException {
    PrometheusTools.assumeInstalled();
    String rules = Files.readString(RULES);
    assertThat(rules).contains(" < 120");
    Files.writeString(folder.resolve("count-alerts.yaml"), rules.replace(" < 120", " < 120000"));
    Path scenarios =
        Files.writeString(folder.resolve("scenarios.yaml"), Files.readString(SCENARIOS));
    assertThat(PrometheusTools.promtool("test", "rules", scenarios.toString()).exitCode())
        .isNotZero();
  }

  @Test
  void eachExampleWasSeenToFire_andNamesMetricsThatThereAre() throws IOException {
    String rules = Files.readString(RULES);
    String scenarios = Files.readString(SCENARIOS);
    assertThat(ALERT.matcher(rules).results().map(found -> found.group(1)))
        .hasSize(3)
        .allSatisfy(
            name ->
                assertThat(scenarios)
                    .containsPattern("alertname: " + name + "\\n +exp_alerts:\\n"));
    MetricTable listed = MetricTable.read();
    assertThat(METRIC.matcher(rules).results().map(MatchResult::group)).allMatch(listed::hasSeries);
  }
}
