package io.quipu.edge.http;

import static io.quipu.engine.names.TestNamespaces.namespace;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.ingest.Append;
import io.quipu.engine.kind.AcknowledgedEvents;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.query.QueryMessages;
import io.quipu.engine.query.Verdict;
import io.quipu.engine.state.Event;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.engine.windows.TimeSpan;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code confirm=settled} answers. */
class ConfirmHttpTest extends HttpTest {
  private static final String PATH = "/v1/counters/votes/a/events?confirm=settled";
  private static final String BATCH = "/v1/events?confirm=settled";
  private static final CounterName A = new CounterName("votes", "a");
  private static final String RECORDED = "{\"status\":\"recorded\",\"events\":%d,\"at\":\"%s\",";

  @ParameterizedTest
  @CsvSource({"COUNTED, counted", "DUPLICATE, duplicate", "CONFLICT, conflict"})
  void answersTheOutcomeOfASingleEvent(Verdict verdict, String label) {
    service.onVerdicts = asked -> verdicts(verdict);
    HttpResponse<String> response = post(PATH, JSON, "{\"delta\":2,\"id\":\"1\"}");

    assertThat(response.statusCode()).isEqualTo(201);
    assertThat(response.body())
        .isEqualTo(RECORDED.formatted(1, TestService.AT) + "\"outcome\":\"" + label + "\"}");
    assertThat(service.appends)
        .containsExactly(
            new Append(
                A,
                1,
                RetentionClass.USUAL,
                DeduplicationWindow.USUAL,
                true,
                List.of(new Event(2, "1"))));
  }

  @Test
  void asksForTheRows_withTheIdsThatAreStored_andTheAmounts() {
    post(PATH, JSON, "[{\"id\":\"1\"},{\"delta\":5},{\"id\":\"2\",\"delta\":-7,\"events\":3}]");

    assertThat(service.confirmed)
        .containsExactly(
            new AcknowledgedEvents(
                A,
                1,
                DeduplicationWindow.USUAL,
                TestService.rows(3),
                List.of(new Event(1, "1"), new Event(5, null), new Event(-7, 3, "2"))));
  }

  @Test
  void asksWithTheShardsAndTheWindowOfTheNamespace() {
    service.namespaces.put(
        "votes", namespace("votes", "event", new TimeSpan("1h"), TimeSpan.FOREVER, 8, Set.of()));
    post(PATH, JSON, "{\"id\":\"1\"}");
    assertThat(service.confirmed.element().shards()).isEqualTo(8);
    assertThat(service.confirmed.element().window()).isEqualTo(3_600);
  }

  @Test
  void answersCounted_withoutABody_andWithoutAnId() {
    HttpResponse<String> response = send(to(PATH).POST(BodyPublishers.noBody()));
    assertThat(json(response).getString("outcome")).isEqualTo("counted");
  }

  @Test
  void asksForTheIdempotencyKey() {
    send(to(PATH).header("Idempotency-Key", "k").POST(BodyPublishers.noBody()));
    assertThat(service.confirmed.element().events()).extracting(Event::id).containsExactly("k");
  }

  @Test
  void answersTheOutcomesOfAnArray_evenOfOneEvent() {
    assertThat(post(PATH, JSON, "[{\"id\":\"1\"},{\"id\":\"1\"},{}]").body())
        .endsWith(
            "\"events\":3,\"at\":\""
                + TestService.AT
                + "\","
                + "\"outcomes\":[\"counted\",\"duplicate\",\"counted\"]}");
    assertThat(post(PATH, JSON, "[{}]").body()).endsWith("\"outcomes\":[\"counted\"]}");
  }

  @Test
  void asksForNoVerdict_unlessTheCallerDoes() {
    HttpResponse<String> response = post("/v1/counters/votes/a/events", JSON, "{\"id\":\"1\"}");

    assertThat(json(response).fieldNames()).containsExactly("status", "events", "at");
    assertThat(service.appends.element().rowsWanted()).isFalse();
    assertThat(service.confirmed).isEmpty();
  }

  @Test
  void asksForNoVerdict_whenNothingWasRecorded() {
    service.onAppend = append -> refused(Refusal.QUEUE_FULL);
    expect503(post(PATH, JSON, "{}"), "queue-full");
    assertThat(service.confirmed).isEmpty();
  }

  @Test
  void asksForNoIds_whereTheyAreNotStored() {
    service.namespaces.put("votes", deduplicating("votes", TimeSpan.OFF));
    HttpResponse<String> response = post(PATH, JSON, "[{\"id\":\"1\"},{\"id\":\"1\"}]");

    assertThat(service.confirmed.element().events())
        .extracting(Event::id)
        .containsExactly(null, null);
    assertThat(response.body()).endsWith("\"outcomes\":[\"counted\",\"counted\"]}");
  }

  @ParameterizedTest
  @CsvSource({"24h, 86400", "2s, 2", "off, -1", "forever, 0"})
  void tellsTheWindowOfTheNamespace(String span, int window) {
    service.namespaces.put("votes", deduplicating("votes", new TimeSpan(span)));
    post("/v1/counters/votes/a/events", JSON, "{\"id\":\"1\"}");
    post("/v1/events", JSON, "[{\"namespace\":\"votes\",\"counter\":\"a\"}]");

    assertThat(service.appends).hasSize(2).extracting(Append::window).containsOnly(window);
  }

  @Test
  void saysThatOnlyTheVerdictIsMissing_whenItIsNotSettledInTime() {
    service.onVerdicts = asked -> new CompletableFuture<>();
    expectMissing(post(PATH, JSON, "{\"id\":\"1\"}"), "safe");
    expectMissing(post(PATH, JSON, "[{\"id\":\"1\"}]"), "safe");
  }

  @Test
  void warnsOfSendingItAgain_whereNoIdIsRemembered() {
    service.onVerdicts = asked -> new CompletableFuture<>();
    expectMissing(post(PATH, JSON, "[{\"id\":\"1\"},{}]"), "count it again");
    service.namespaces.put("off", deduplicating("off", TimeSpan.OFF));
    expectMissing(
        post("/v1/counters/off/a/events?confirm=settled", JSON, "{\"id\":\"1\"}"),
        "count it again");
  }

  @Test
  void answersTheOutcomeOfASingleCloudEvent() {
    service.onVerdicts = asked -> verdicts(Verdict.DUPLICATE);
    String event =
        "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"votes\",\"subject\":\"a\"}";
    assertThat(post(BATCH, "application/cloudevents+json", event).body())
        .isEqualTo(RECORDED.formatted(1, TestService.AT) + "\"outcome\":\"duplicate\"}");
  }

  @Test
  void saysThatOnlyTheVerdictIsMissing_whenTheStoreIsAway() {
    service.onVerdicts = asked -> away();
    HttpResponse<String> response = post(PATH, JSON, "{\"id\":\"1\"}");

    expectMissing(response, "safe");
    assertThat(response.body()).doesNotContain("10.1.2.3");
  }

  /** Recording and settling share the time of the request. */
  @Test
  void waitsNoLonger_whenRecordingTookLong() {
    service.onAppend =
        append -> {
          CompletableFuture<RecordOutcome> late = new CompletableFuture<>();
          service.vertx.setTimer(
              TestService.PATIENCE.toMillis() * 3 / 4,
              now -> service.add(append).thenAccept(late::complete));
          return late;
        };
    service.onVerdicts = asked -> new CompletableFuture<>();
    long begun = System.nanoTime();
    expectMissing(post(PATH, JSON, "{\"id\":\"1\"}"), "safe");

    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .isLessThan(TestService.PATIENCE.multipliedBy(7).dividedBy(4));
  }

  @Test
  void answersInternalError_whenThereIsADefect() {
    service.onVerdicts = asked -> CompletableFuture.failedFuture(new IllegalStateException("x"));
    assertThat(post(PATH, JSON, "{}").statusCode()).isEqualTo(500);
  }

  @Test
  void answersTheOutcomesOfABatch_inTheOrderOfItsEvents() {
    service.onVerdicts =
        asked ->
            asked.counter().equals(A)
                ? verdicts(Verdict.COUNTED, Verdict.CONFLICT)
                : verdicts(Verdict.DUPLICATE);
    HttpResponse<String> response =
        post(
            BATCH,
            JSON,
            "[{\"namespace\":\"votes\",\"counter\":\"a\",\"id\":\"1\"},"
                + "{\"counter\":\"b\",\"id\":\"1\"},"
                + "{\"namespace\":\"votes\",\"counter\":\"a\",\"id\":\"1\",\"delta\":2}]");

    assertThat(response.statusCode()).isEqualTo(201);
    assertThat(json(response).getInteger("events")).isEqualTo(3);
    assertThat(response.body()).endsWith("\"outcomes\":[\"counted\",\"duplicate\",\"conflict\"]}");
  }

  @Test
  void answersTheOutcomesOfLines() {
    String lines = "{\"counter\":\"a\",\"id\":\"1\"}\n\n{\"counter\":\"a\",\"id\":\"1\"}\n";
    assertThat(post(BATCH, "application/x-ndjson", lines).body())
        .endsWith("\"outcomes\":[\"counted\",\"duplicate\"]}");
  }

  @Test
  void saysThatTheVerdictsOfABatchAreMissing_whenThoseOfOneCounterAre() {
    service.onVerdicts =
        asked -> asked.counter().equals(A) ? verdicts(Verdict.COUNTED) : new CompletableFuture<>();
    String event = "{\"namespace\":\"votes\",\"counter\":\"a\",\"id\":\"1\"}";

    expectMissing(post(BATCH, JSON, "[" + event + ",{\"counter\":\"b\",\"id\":\"1\"}]"), "safe");
    expectMissing(post(BATCH, JSON, "[" + event + ",{\"counter\":\"b\"}]"), "count it again");
  }

  @Test
  void answers207WithoutVerdicts_whenNotAllWasRecorded() {
    service.onAppend =
        append -> append.counter().equals(A) ? refused(Refusal.QUEUE_FULL) : service.add(append);
    HttpResponse<String> response =
        post(BATCH, JSON, "[{\"namespace\":\"votes\",\"counter\":\"a\"},{\"counter\":\"b\"}]");

    assertThat(response.statusCode()).isEqualTo(207);
    assertThat(json(response).fieldNames()).containsExactly("recorded", "failed", "results");
    assertThat(service.confirmed).isEmpty();
  }

  private static Namespace deduplicating(String name, TimeSpan span) {
    return namespace(name, "event", span, TimeSpan.FOREVER, 1, Set.of(Granularity.values()));
  }

  private static CompletableFuture<QueryMessages.Verdicts> verdicts(Verdict... verdicts) {
    return CompletableFuture.completedFuture(new QueryMessages.Verdicts(List.of(verdicts)));
  }

  private static void expectMissing(HttpResponse<String> response, String again) {
    expect503(response, "outcome-unknown");
    assertThat(json(response).getString("detail"))
        .contains("is recorded", "Only its verdict is missing", again);
  }
}
