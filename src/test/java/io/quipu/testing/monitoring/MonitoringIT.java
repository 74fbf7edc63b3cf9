package io.quipu.testing.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.testing.dev.FreePort;
import io.quipu.testing.dev.OtherPrograms;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.e2e.Api;
import io.quipu.testing.e2e.EndToEnd;
import io.quipu.testing.e2e.KafkaStage;
import io.quipu.testing.e2e.RunningQuipu;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What an instance shows is what monitoring/metrics.txt lists; the dashboard and the alerts ask a
 * real Prometheus for it.
 */
@OtherPrograms
@EndToEnd
class MonitoringIT {
  private static final MetricTable LISTED = MetricTable.read();
  private static final Dashboard DASHBOARD = Dashboard.read();
  private static KafkaStage kafka;
  private static int respPort;
  private static RunningQuipu quipu;
  private static String text;
  private static Scrape shown;

  /** Null where none is installed. */
  private static @Nullable PrometheusServer prometheus;

  @BeforeAll
  static void scrape(TestCassandra cassandra, @TempDir Path folder) throws IOException {
    kafka = new KafkaStage();
    kafka.topics().create(Traffic.TOPIC, 2);
    respPort = FreePort.on("127.0.0.1");
    quipu =
        kafka.quipu(
            1,
            cassandra,
            Traffic.TOPIC + "=default/{key}",
            Map.of(
                "QUIPU_MANAGEMENT_PORT", "0",
                "QUIPU_RESP_PORT", Integer.toString(respPort),
                "QUIPU_RESP_DATABASES", "0=stock"));
    if (PrometheusTools.areInstalled()) {
      prometheus = PrometheusServer.scraping(quipu.managementUri(0), folder);
      prometheus.awaitScrapes();
    }
    try (Traffic traffic = traffic()) {
      // There is a pause to be shown, and something is known of what is left, once it was
      // collected.
      System.gc();
      await("counts that follow what is recorded, and are seen twice")
          .until(
              () -> {
                traffic.once();
                return traffic.followed() > 3
                    && metrics().contains("jvm_gc_pause_seconds_count")
                    && management().meter("quipu_events_settled_total") > 3
                    && isSeenByPrometheus();
              });
      text = metrics();
      shown = Scrape.of(text);
    }
  }

  @AfterAll
  static void stop() {
    if (prometheus != null) {
      prometheus.close();
    }
    quipu.close();
    kafka.close();
  }

  private static Traffic traffic() {
    return Traffic.to(quipu.api(0), respPort, kafka.topics());
  }

  private static Api management() {
    return new Api(quipu.managementUri(0));
  }

  private static String metrics() {
    return management().get("/metrics").text();
  }

  private static boolean isSeenByPrometheus() {
    return prometheus == null
        || (above("rate(quipu_live_delay_seconds_count[10s])", 0)
            && above("rate(quipu_events_settled_total[10s])", 0)
            && above("count_over_time(jvm_memory_usage_after_gc[1m])", 1)
            && above("min(quipu_horizon_lag_seconds)", 0));
  }

  private static boolean above(String expression, double bound) {
    return prometheus.query(expression).at("/0/value/1").asDouble() > bound;
  }

  @Test
  void whatIsShownIsListed_andTheOtherWayRound() {
    assertThat(LISTED.rows().keySet()).containsAll(shown.metrics().keySet());
    List<String> always =
        LISTED.rows().entrySet().stream()
            .filter(row -> row.getValue().always())
            .map(Map.Entry::getKey)
            .toList();
    assertThat(always).hasSizeGreaterThan(80);
    assertThat(shown.metrics().keySet()).containsAll(always);
  }

  @Test
  void typesAndLabelsAreThoseThatAreListed() {
    shown
        .metrics()
        .forEach(
            (name, metric) -> {
              MetricTable.Row row = LISTED.rows().get(name);
              assertThat(metric.type()).as(name).isEqualTo(row.type());
              assertThat(metric.labels()).as(name).isEqualTo(row.labels());
            });
  }

  /** The driver names its own meters, and does not describe them. */
  @Test
  void everyMetricOfQuipuSaysWhatItIs() {
    assertThat(shown.metrics().keySet())
        .filteredOn(
            name ->
                name.startsWith("quipu_") && !name.matches("quipu_cassandra_(nodes|session)_.*"))
        .hasSizeGreaterThan(60)
        .allSatisfy(name -> assertThat(text).containsPattern("(?m)^# HELP " + name + " \\S"));
  }

  /** Names of counters and ids have no bound. */
  @Test
  void noValueThatCallersSendIsALabel() {
    assertThat(text).doesNotContain("\"once\"").doesNotContain("gauges").doesNotContain("stock");
  }

  /** A rate is known once two scrapes have seen its counter, which begins with the traffic. */
  @Test
  void everyPanelHasData() {
    PrometheusTools.assumeInstalled();
    List<Dashboard.Query> queries = DASHBOARD.queries();
    assertThat(queries).hasSizeGreaterThan(50);
    try (Traffic traffic = traffic()) {
      await()
          .untilAsserted(
              () -> {
                traffic.once();
                assertThat(queries)
                    .allSatisfy(
                        query ->
                            assertThat(prometheus.query(query.forAll()))
                                .as("%s", query)
                                .isNotEmpty());
              });
    }
  }

  /**
   * Sees how many series the first query of a panel adds up to each that it shows: kinds that are
   * added up have the same labels, and "or" takes the first of these.
   */
  @ParameterizedTest
  @ValueSource(strings = {"Refused", "Unknown and repeated", "Waiting events"})
  void noKindHidesAnother(String panel) {
    PrometheusTools.assumeInstalled();
    String sum =
        DASHBOARD.queries().stream()
            .filter(query -> query.panel().equals(panel))
            .findFirst()
            .orElseThrow()
            .forAll();
    assertThat(sum).startsWith("sum");
    assertThat(prometheus.query("count" + sum.substring("sum".length())))
        .as(panel)
        .hasSize(panel.equals("Refused") ? Refusal.values().length : 1)
        .allSatisfy(series -> assertThat(series.at("/value/1").asInt()).isEqualTo(3));
  }

  @Test
  void anExpressionThatIsWrongIsNoticed_andSoIsOneWithoutData() {
    PrometheusTools.assumeInstalled();
    assertThatThrownBy(() -> prometheus.query("rate(quipu_events_recorded_total)"))
        .isInstanceOf(AssertionError.class);
    assertThat(prometheus.query("quipu_no_such_metric")).isEmpty();
  }

  @Test
  void everyAlertCanBeEvaluated_andNoneFires() {
    PrometheusTools.assumeInstalled();
    await("evaluations")
        .until(
            () ->
                prometheus.rules().findValuesAsText("health").stream()
                    .noneMatch("unknown"::equals));
    assertThat(prometheus.rules()).hasSameSizeAs(AlertRules.all());
    assertThat(prometheus.rules())
        .allSatisfy(
            rule -> {
              assertThat(rule.path("health").asText()).as(rule.toString()).isEqualTo("ok");
              assertThat(rule.path("state").asText()).as(rule.toString()).isNotEqualTo("firing");
            });
  }
}
