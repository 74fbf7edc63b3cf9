package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.quipu.ops.opentelemetry.OtlpReceiver;
import io.quipu.ops.opentelemetry.ReceivedSpan;
import io.quipu.testing.dev.AtOnce;
import io.quipu.testing.dev.FreePort;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an instance records by itself, and what it does with endpoints of all sorts. */
@Thorough
@AtOnce
@EndToEnd
class TracedInstanceIT {
  private static final int EVENTS = 200;

  private static RunningQuipu start(
      TestCassandra cassandra, String endpoint, Map<String, String> more) {
    Map<String, String> variables = new HashMap<>();
    variables.put("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint);
    variables.put("OTEL_TRACES_SAMPLER_ARG", "1");
    variables.put("OTEL_BSP_SCHEDULE_DELAY", "20");
    variables.put("QUIPU_CHECKPOINT_PERIOD", "100ms");
    variables.putAll(more);
    return RunningQuipu.start(1, cassandra.contactPoint(), cassandra.keyspace(), variables);
  }

  /** A turn of settling, a request without a trace, and an event in a message. */
  @Test
  void whatNobodyElseTracesIsATraceOfItsOwn(TestCassandra cassandra) {
    try (OtlpReceiver receiver = OtlpReceiver.start();
        RunningQuipu quipu = start(cassandra, receiver.endpoint(), Map.of());
        LiveCounts live = LiveCounts.subscribed(quipu.api(0), "default", "a")) {
      Answer answer = quipu.api(0).get("/v1/counters/default/a").expect(200);
      String id = answer.headers().firstValue("X-Request-Id").orElseThrow();
      await("the trace that is named as its request")
          .until(
              () ->
                  receiver.spans(id).stream()
                      .anyMatch(span -> id.equals(span.attributes().get("quipu.request.id"))));
      live.say(
          new JsonObject()
              .put("type", "record")
              .put("ref", 1)
              .put("namespace", "default")
              .put("counter", "a"));
      await("the span of the message")
          .until(
              () ->
                  receiver.spans().stream()
                      .anyMatch(
                          span ->
                              span.name().equals("record")
                                  && span.parent().isEmpty()
                                  && receiver.spans(span.trace()).size() > 1));
      await("a turn that took the event in")
          .until(() -> receiver.spans().stream().anyMatch(span -> settled(span, receiver)));
    }
  }

  private static boolean settled(ReceivedSpan turn, OtlpReceiver receiver) {
    if (!turn.name().equals("settle") || "0".equals(turn.attributes().get("quipu.rows"))) {
      return false;
    }
    assertThat(turn.parent()).isEmpty();
    assertThat(turn.attributes()).containsKeys("quipu.page", "quipu.part");
    List<String> statements =
        receiver.spans(turn.trace()).stream()
            .filter(span -> span.isPartOf(turn))
            .map(ReceivedSpan::name)
            .toList();
    assertThat(receiver.spans(turn.trace())).hasSize(statements.size() + 1);
    return statements.contains("SELECT event") && statements.contains("UPDATE page");
  }

  /** Nobody waits for it, no more than so many spans are kept, and the rest is counted. */
  @Test
  void anEndpointThatNeverAnswersHoldsUpNothing(TestCassandra cassandra) {
    try (OtlpReceiver receiver = OtlpReceiver.silent();
        RunningQuipu quipu =
            start(
                cassandra,
                receiver.endpoint(),
                // Longer than any test waits.
                Map.of(
                    "OTEL_BSP_MAX_QUEUE_SIZE", "100", "OTEL_EXPORTER_OTLP_TIMEOUT", "3600000"))) {
      for (int i = 0; i < EVENTS; i++) {
        quipu.api(0).recordOne("default", "silent").expect(201);
      }
      await("a request that is not answered").until(() -> receiver.requests() > 0);
      assertThat(quipu.api(0).count("default", "silent").count()).isEqualTo(EVENTS);
      // A request and its parts, of which a hundred at most are kept.
      assertThat(spans(quipu, "dropped")).isGreaterThan(2 * EVENTS - 100);
      assertThat(spans(quipu, "exported")).isZero();
      quipu.stop(0);
    }
  }

  @Test
  void anEndpointThatIsNotThereHoldsUpNothing(TestCassandra cassandra) throws Exception {
    String endpoint = "http://127.0.0.1:" + FreePort.on("127.0.0.1");
    try (RunningQuipu quipu = start(cassandra, endpoint, Map.of())) {
      quipu.api(0).recordOne("default", "a").expect(201);
      await("spans that were not taken").until(() -> spans(quipu, "failed") > 0);
      quipu.api(0).recordOne("default", "a").expect(201);
    }
  }

  private static double spans(RunningQuipu quipu, String outcome) {
    Matcher counter =
        Pattern.compile("quipu_trace_spans_total\\{outcome=\"" + outcome + "\"} ([0-9.E]+)")
            .matcher(quipu.api(0).get("/metrics").text());
    assertThat(counter.find()).isTrue();
    return Double.parseDouble(counter.group(1));
  }

  @Test
  void whatWasRecordedIsSent_whenItStops(TestCassandra cassandra) {
    try (OtlpReceiver receiver = OtlpReceiver.start()) {
      try (RunningQuipu quipu =
          start(cassandra, receiver.endpoint(), Map.of("OTEL_BSP_SCHEDULE_DELAY", "3600000"))) {
        quipu.api(0).get("/v1/counters/default/a").expect(200);
        assertThat(receiver.requests()).isZero();
      }
      // a stop waits for a while only, which may be too short beside other tests
      await("the span of the request")
          .untilAsserted(
              () ->
                  assertThat(receiver.spans())
                      .extracting(ReceivedSpan::name)
                      .contains("GET /v1/counters/{namespace}/{counter}"));
    }
  }

  /** Neither the start nor the memory of those who have no endpoint pays for those who have. */
  @Test
  void nothingOfOpenTelemetryIsLoaded_whereNoEndpointIsSet(
      TestCassandra cassandra, @TempDir Path directory) throws Exception {
    Path classes = directory.resolve("classes");
    Map<String, String> variables =
        RunningQuipu.environment(cassandra.contactPoint(), cassandra.keyspace());
    variables.put("JAVA_TOOL_OPTIONS", "-Xlog:class+load:file=" + classes);
    try (SeparateQuipu quipu = SeparateQuipu.start(variables)) {
      Api api = quipu.awaitReady();
      api.recordOne("default", "a").expect(201);
      api.get("/v1/counters/default/a").expect(200);
      quipu.terminate();
      assertThat(quipu.exitCode()).isZero();
    }
    String sdk = SdkTracerProvider.class.getPackageName();
    String ofOpenTelemetry = sdk.substring(0, sdk.indexOf(".sdk"));
    assertThat(Files.readString(classes))
        .contains(io.quipu.ops.trace.Span.class.getName() + " ")
        .doesNotContain(ofOpenTelemetry);
  }
}
