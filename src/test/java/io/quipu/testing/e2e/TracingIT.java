package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import io.quipu.ops.opentelemetry.OtlpReceiver;
import io.quipu.ops.opentelemetry.ReceivedSpan;
import io.quipu.ops.trace.Span;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests whose callers record them, as they arrive at an endpoint of OTLP. */
@Thorough
@EndToEnd
class TracingIT {
  private static final String CALLER = "00f067aa0ba902b7";
  private static final String COUNTER = "nobody sees this";
  private static OtlpReceiver receiver;
  private static RunningQuipu quipu;

  @BeforeAll
  static void start(TestCassandra cassandra) {
    receiver = OtlpReceiver.start();
    quipu =
        RunningQuipu.start(
            1,
            cassandra,
            Map.of(
                "OTEL_EXPORTER_OTLP_ENDPOINT", receiver.endpoint(),
                "OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20of-the-test",
                "OTEL_SERVICE_NAME", "counters",
                "OTEL_TRACES_SAMPLER_ARG", "0",
                "OTEL_BSP_SCHEDULE_DELAY", "20"));
    quipu.api(0).createNamespace("latest", "{\"kind\": \"latest\"}");
    quipu.api(0).createNamespace("linear", "{\"kind\": \"linear\"}");
    quipu.api(0).createNamespace("sketch", "{\"kind\": \"sketch\", \"state\": \"distinct\"}");
  }

  @AfterAll
  static void stop() {
    quipu.close();
    receiver.close();
  }

  private static String trace() {
    return UUID.randomUUID().toString().replace("-", "");
  }

  private static HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(quipu.api(0).uri(path));
  }

  private static HttpRequest.Builder sampled(String trace, HttpRequest.Builder request) {
    return request.header("traceparent", "00-" + trace + "-" + CALLER + "-01");
  }

  private static HttpRequest.Builder post(String path, String body) {
    return to(path)
        .header("Content-Type", "application/json")
        .POST(body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
  }

  private static String events(String namespace) {
    return Api.path(namespace, COUNTER) + "/events";
  }

  /** What arrives of a request, its own span included, which ends last. */
  private static List<ReceivedSpan> spansOf(HttpRequest.Builder request, int status) {
    String trace = trace();
    Api.send(sampled(trace, request)).expect(status);
    await("the span of the request")
        .until(() -> receiver.spans(trace).stream().anyMatch(TracingIT::isOfRequest));
    return receiver.spans(trace);
  }

  private static boolean isOfRequest(ReceivedSpan span) {
    return span.kind() == SpanKind.SPAN_KIND_SERVER;
  }

  private static ReceivedSpan only(List<ReceivedSpan> spans, String name) {
    List<ReceivedSpan> found = spans.stream().filter(span -> span.name().equals(name)).toList();
    assertThat(found).as(name + " of " + spans).hasSize(1);
    return found.get(0);
  }

  private static List<ReceivedSpan> statements(List<ReceivedSpan> spans) {
    return spans.stream().filter(span -> span.kind() == SpanKind.SPAN_KIND_CLIENT).toList();
  }

  @Test
  void anEventIsFollowedFromItsCallerToItsStatement() {
    List<ReceivedSpan> spans =
        spansOf(
            post(events("default"), "{\"delta\": 2, \"id\": \"secret-1\"}")
                .header("X-Request-Id", "of-mine"),
            201);

    ReceivedSpan request = only(spans, "POST /v1/counters/{namespace}/{counter}/events");
    assertThat(request.parent()).isEqualTo(CALLER);
    assertThat(request.failed()).isFalse();
    assertThat(request.attributes())
        .containsEntry("http.request.method", "POST")
        .containsEntry("http.route", "/v1/counters/{namespace}/{counter}/events")
        .containsEntry("http.response.status_code", "201")
        .containsEntry("quipu.request.id", "of-mine");
    ReceivedSpan record = only(spans, "record");
    assertThat(record.isPartOf(request)).isTrue();
    assertThat(record.attributes())
        .containsEntry("quipu.namespace", "default")
        .containsEntry("quipu.events", "1");
    ReceivedSpan insert = only(spans, "INSERT event");
    assertThat(insert.isPartOf(record)).isTrue();
    assertThat(insert.kind()).isEqualTo(SpanKind.SPAN_KIND_CLIENT);
    assertThat(insert.attributes())
        .containsEntry("db.system.name", "cassandra")
        .containsEntry("db.operation.name", "INSERT")
        .containsEntry("db.collection.name", "event");
    assertThat(request.resource()).containsEntry("service.name", "counters");
    assertThat(receiver.authorizations()).containsOnly("Bearer of-the-test");
  }

  @Test
  void aCountIsFollowedToItsStatements() {
    quipu.api(0).recordOne("default", COUNTER).expect(201);
    List<ReceivedSpan> spans = spansOf(to(Api.path("default", COUNTER)), 200);

    ReceivedSpan request = only(spans, "GET /v1/counters/{namespace}/{counter}");
    assertThat(request.parent()).isEqualTo(CALLER);
    ReceivedSpan read = only(spans, "read");
    assertThat(read.isPartOf(request)).isTrue();
    only(statements(spans), "SELECT page");
    assertThat(statements(spans))
        .allMatch(statement -> statement.isPartOf(read))
        .extracting(ReceivedSpan::name)
        .contains("SELECT event");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "latest, `{\"actor\": \"a\", \"version\": 1, \"value\": 5}`",
        "linear, `{\"delta\": 1}`",
        "sketch, `{\"value\": \"seen\"}`"
      })
  void eachKindSendsItsStatementsForWhomTheyAre(String namespace, String event) {
    List<ReceivedSpan> recorded = spansOf(post(events(namespace), event), 201);
    ReceivedSpan record = only(recorded, "record");
    assertThat(statements(recorded)).isNotEmpty().allMatch(statement -> statement.isPartOf(record));
    List<ReceivedSpan> read = spansOf(to(Api.path(namespace, COUNTER)), 200);
    assertThat(statements(read))
        .isNotEmpty()
        .allMatch(statement -> statement.isPartOf(only(read, "read")));
  }

  /** Each is sent when the one before it was answered. */
  @Test
  void statementsThatFollowEachOtherAreOfOneWork() {
    String counter = "first of " + trace();
    List<ReceivedSpan> spans =
        spansOf(post(Api.path("linear", counter) + "/events", "{\"id\": \"a\"}"), 201);
    ReceivedSpan record = only(spans, "record");
    assertThat(statements(spans))
        .allMatch(statement -> statement.isPartOf(record))
        .extracting(ReceivedSpan::name)
        .startsWith("SELECT linear")
        .endsWith("UPDATE linear");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "/v1/events, `[{\"counter\": \"nobody\"}]`, 201, record, POST /v1/events",
        "/v1/counts, `{\"counters\": [{\"counter\": \"nobody\"}]}`, 200, read, POST /v1/counts",
        "/v1/counters/default, , 200, read, GET /v1/counters/{namespace}",
        "/v1/counters/default/windows-of/windows?granularity=minute"
            + "&from=2026-01-01T00:00:00Z&to=2026-01-01T00:05:00Z, , 200, read,"
            + " GET /v1/counters/{namespace}/{counter}/windows"
      })
  void batchesListsAndWindowsAreFollowed(
      String path, @Nullable String body, int status, String work, String route) {
    List<ReceivedSpan> spans = spansOf(body == null ? to(path) : post(path, body), status);
    ReceivedSpan done = only(spans, work);
    assertThat(done.isPartOf(only(spans, route))).isTrue();
    assertThat(statements(spans)).isNotEmpty().allMatch(statement -> statement.isPartOf(done));
  }

  /** Neither names of counters nor ids are for whoever looks at traces. */
  @Test
  void nothingThatACallerSentIsInASpan() {
    List<ReceivedSpan> all = new ArrayList<>();
    all.addAll(spansOf(post(events("default"), "{\"id\": \"secret-2\"}"), 201));
    all.addAll(spansOf(to(Api.path("default", COUNTER)), 200));
    all.addAll(spansOf(to("/v1/counters/default?prefix=nobody"), 200));
    assertThat(all.toString())
        .doesNotContain("nobody")
        .doesNotContain("secret-2")
        .contains("VALUES (?");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00-%s-00f067aa0ba902b7-00",
        "00-%s-0000000000000000-01",
        "00-%s-00f067aa0ba902b7-01-more",
        "%s",
        ""
      })
  void nothingIsRecorded_whereTheCallerDoesNot(String parent) {
    String trace = trace();
    String counter = "unrecorded " + trace;
    HttpRequest.Builder request = post(Api.path("default", counter) + "/events", "");
    if (!parent.isEmpty()) {
      request.header("traceparent", parent.formatted(trace));
    }
    int before = receiver.spans().size();
    Api.send(request).expect(201);
    // Spans arrive in order, so what was before it would be there.
    String later = trace();
    Api.send(sampled(later, to(Api.path("default", COUNTER)))).expect(200);
    await("a span").until(() -> receiver.spans(later).stream().anyMatch(TracingIT::isOfRequest));
    assertThat(receiver.spans().subList(before, receiver.spans().size()))
        .isNotEmpty()
        .allMatch(span -> span.trace().equals(later));
  }

  @Test
  void pagesAndSocketsHaveNoSpan() {
    String trace = trace();
    Api.send(sampled(trace, to("/livez"))).expect(200);
    Api.send(sampled(trace, to("/docs"))).expect(200);
    Api.send(sampled(trace, to("/v1/live"))).expect(426);
    spansOf(to(Api.path("default", COUNTER)), 200);
    assertThat(receiver.spans(trace)).isEmpty();
  }

  @Test
  void whatIsRefusedIsRecorded_andIsNoFailureOfTheService() {
    List<ReceivedSpan> spans = spansOf(post(events("default"), "{\"delta\": 0}"), 400);
    assertThat(spans).hasSize(1);
    assertThat(spans.get(0).failed()).isFalse();
    assertThat(spans.get(0).attributes()).containsEntry("http.response.status_code", "400");
  }

  /**
   * Events of several requests in one write: it is a part of one of them, and leads to the rest.
   */
  @Test
  void aSharedWriteIsLinkedWithAllWhoShareIt() {
    await("a write for several requests")
        .until(
            () -> {
              Set<String> traces = new HashSet<>();
              List<CompletableFuture<?>> sent =
                  IntStream.range(0, 64)
                      .<CompletableFuture<?>>mapToObj(
                          i -> {
                            String trace = trace();
                            traces.add(trace);
                            return Api.HTTP.sendAsync(
                                sampled(trace, post(events("default"), "")).build(),
                                BodyHandlers.discarding());
                          })
                      .toList();
              CompletableFuture.allOf(sent.toArray(CompletableFuture<?>[]::new)).join();
              await("their spans")
                  .until(
                      () ->
                          receiver.spans().stream()
                              .filter(TracingIT::isOfRequest)
                              .map(ReceivedSpan::trace)
                              .collect(Collectors.toSet())
                              .containsAll(traces));
              return sharedWrites(traces) > 0;
            });
  }

  /** How many there were; their links lead to spans of other traces, and back. */
  private static long sharedWrites(Set<String> traces) {
    List<ReceivedSpan> spans =
        receiver.spans().stream().filter(span -> traces.contains(span.trace())).toList();
    List<ReceivedSpan> shared =
        statements(spans).stream().filter(span -> !span.links().isEmpty()).toList();
    for (ReceivedSpan write : shared) {
      assertThat(write.links()).hasSizeLessThanOrEqualTo(Span.MOST_LINKS);
      for (String link : write.links()) {
        ReceivedSpan other =
            spans.stream().filter(span -> span.id().equals(link)).findFirst().orElseThrow();
        assertThat(other.name()).isEqualTo("record");
        assertThat(other.trace()).isNotEqualTo(write.trace());
        assertThat(other.links()).contains(write.id());
      }
    }
    return shared.size();
  }
}
