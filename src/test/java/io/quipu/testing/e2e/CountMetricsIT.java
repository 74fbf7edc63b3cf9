package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.Thorough;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts as metrics of Prometheus, for namespaces that ask for them. */
@Thorough
@EndToEnd
class CountMetricsIT {
  /** Counts are read every half minute. */
  private static final Duration SOON = Duration.ofMinutes(2);

  private static Api api;

  @BeforeAll
  static void start(SharedQuipu shared) {
    api = shared.open().api(0);
  }

  @Test
  void aCountIsAMetric_afterItsNamespaceAsked_andUntilItDoesNotAnyMore() {
    api.createNamespace("metric-votes", "{\"metrics\": [\"a\", \"b, \\\"c\\\"\"]}");
    api.record("metric-votes", "a", "{\"delta\": 41}");
    api.recordOne("metric-votes", "unasked");
    await().atMost(SOON).until(() -> metric("metric-votes", "a") == 41);
    assertThat(metric("metric-votes", "b, \\\\\"c\\\\\"")).isZero();
    assertThat(metric("metric-votes", "unasked")).isNaN();
    assertThat(api.meter("quipu_counts_age_seconds")).isBetween(0.0, 120.0);
    api.recordOne("metric-votes", "a");
    await().atMost(SOON).until(() -> metric("metric-votes", "a") == 42);
    JsonObject changed =
        api.put("/v1/namespaces/metric-votes", "{\"metrics\": []}").expect(200).json();
    assertThat(changed.getJsonArray("metrics")).isEmpty();
    await().atMost(SOON).until(() -> Double.isNaN(metric("metric-votes", "a")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"kind\": \"unique\"}",
        "{\"kind\": \"latest\"}",
        "{\"kind\": \"linear\"}",
        "{\"kind\": \"sketch\", \"state\": \"distinct\"}"
      })
  void countsOfEveryKindMayBeMetrics(String settings) {
    JsonObject body = new JsonObject(settings).put("metrics", new JsonArray(List.of("a")));
    String namespace = "metric-" + body.getString("kind");
    api.createNamespace(namespace, body.encode());
    assertThat(api.get("/v1/namespaces/" + namespace).expect(200).json().getJsonArray("metrics"))
        .containsExactly("a");
    await().atMost(SOON).until(() -> metric(namespace, "a") == 0);
  }

  private static double metric(String namespace, String counter) {
    Matcher found =
        Pattern.compile(
                "(?m)^quipu_count\\{(?=[^}]*namespace=\"%s\")(?=[^\\n]*counter=\"%s\")[^\\n]*} (\\S+)$"
                    .formatted(namespace, counter))
            .matcher(api.get("/metrics").text());
    return found.find() ? Double.parseDouble(found.group(1)) : Double.NaN;
  }
}
