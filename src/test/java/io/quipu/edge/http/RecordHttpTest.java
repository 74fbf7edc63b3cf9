package io.quipu.edge.http;

import static io.quipu.engine.names.TestNamespaces.namespace;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.ingest.Append;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Event;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.engine.windows.TimeSpan;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordHttpTest extends HttpTest {
  private static final String PATH = "/v1/counters/votes/back%20in%20black/events";
  private static final CounterName COUNTER = new CounterName("votes", "back in black");

  @Test
  void recordsOneEvent_whenTheBodyIsEmpty() {
    HttpResponse<String> response = send(to(PATH).POST(BodyPublishers.noBody()));

    assertThat(response.statusCode()).isEqualTo(201);
    assertThat(response.body())
        .isEqualTo("{\"status\":\"recorded\",\"events\":1,\"at\":\"" + TestService.AT + "\"}");
    assertThat(header(response, "Content-Type")).isEqualTo("application/json");
    assertThat(header(response, "Cache-Control")).isEqualTo("no-store");
    assertThat(service.appends).containsExactly(new Append(COUNTER, 1, List.of(Event.ONE)));
  }

  @Test
  void anEventGetsItsTimeWithinTenSecondsOfItsAcceptance_soThatSettingsAreNotTooOldThen()
      throws Exception {
    send(to(PATH).POST(BodyPublishers.noBody()));

    EventTime accepted = TestService.UNTIL;
    assertThat(service.bounds).hasSize(1);
    assertThat(service.bounds.element())
        .isGreaterThanOrEqualTo(accepted.plusTicks(10 * EventTime.TICKS_PER_SECOND))
        .isLessThan(accepted.plusTicks(300 * EventTime.TICKS_PER_SECOND));
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "x"})
  void recordsOneEvent_whateverTypeAnEmptyBodyIsSaidToHave(String type) {
    assertThat(post(PATH, type, "").statusCode()).isEqualTo(201);
    assertThat(service.appends).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/cloudevents+json",
        "Application/CloudEvents+JSON; charset=utf-8",
        "application/cloudevents-batch+json",
        "application/cloudevents+avro",
        "application/x-ndjson",
        "text/csv"
      })
  void recordsNothing_whenAnEmptyBodyHasLostItsEvents(String type) {
    expectProblem(post(PATH, type, ""), 415, "unsupported-media-type", "Content-Type");
    assertThat(service.appends).isEmpty();
  }

  @Test
  void refusesTwoTypesAndTwoCodings() {
    HttpResponse<String> types =
        send(
            to(PATH)
                .header("Content-Type", JSON)
                .header("Content-Type", "text/csv")
                .POST(BodyPublishers.ofString("{}")));
    expectProblem(types, 415, "unsupported-media-type", "Content-Type");
    HttpResponse<String> codings =
        send(
            to(PATH)
                .header("Content-Type", JSON)
                .header("Content-Encoding", "identity")
                .header("Content-Encoding", "gzip")
                .POST(BodyPublishers.ofString("{}")));
    expectProblem(codings, 415, "unsupported-media-type", "Content-Encoding");
    assertThat(service.appends).isEmpty();
  }

  @Test
  void namesTheMembersThatTheKindHas() {
    HttpResponse<String> refused = post(PATH, JSON, "{\"value\": 1500}");
    expectProblem(refused, 400, "invalid-event", "value");
    assertThat(json(refused).getString("detail"))
        .isEqualTo(
            "an event of kind event has no value; it has delta, id, events, time, labels;"
                + " value is 1500");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        JSON,
        "Application/JSON",
        "application/json;charset=UTF-8",
        "application/json; charset=\"utf-8\"; x=y"
      })
  void recordsAnObject(String type) {
    HttpResponse<String> response = post(PATH, type, "{\"delta\": -3, \"id\": \"order-8812\"}");

    assertThat(response.statusCode()).isEqualTo(201);
    assertThat(service.appends)
        .containsExactly(new Append(COUNTER, 1, List.of(new Event(-3, "order-8812"))));
  }

  @Test
  void recordsAnArrayInTheOrderSent() {
    HttpResponse<String> response =
        post(PATH, JSON, "[{\"delta\":1000000000000000},{},{\"id\":\"a\"},{\"id\":\"a\"}]");

    assertThat(json(response).getInteger("events")).isEqualTo(4);
    assertThat(service.appends.element().events())
        .containsExactly(
            new Event(1_000_000_000_000_000L, null),
            Event.ONE,
            new Event(1, "a"),
            new Event(1, "a"));
  }

  @Test
  void anEventAddsItsHappenings_unlessItSaysWhatItAdds() {
    HttpResponse<String> response =
        post(PATH, JSON, "[{\"events\":1000000,\"id\":\"a\"},{\"events\":2,\"delta\":-5},{}]");

    assertThat(json(response).getInteger("events")).isEqualTo(1_000_003);
    assertThat(service.appends.element().events())
        .containsExactly(new Event(1_000_000, 1_000_000, "a"), new Event(-5, 2, null), Event.ONE);
  }

  @Test
  void takesTheIdempotencyKeyForTheId() {
    send(to(PATH).header("Idempotency-Key", "k 1").POST(BodyPublishers.noBody()));
    send(
        to(PATH)
            .header("Idempotency-Key", "k2")
            .header("Content-Type", JSON)
            .POST(BodyPublishers.ofString("[{\"delta\":5,\"id\":\"k2\"}]")));

    assertThat(service.appends)
        .extracting(append -> append.events().get(0))
        .containsExactly(new Event(1, "k 1"), new Event(5, "k2"));
  }

  @Test
  void tellsTheShardsAndTheRetentionOfTheNamespace() {
    service.namespaces.put(
        "votes",
        namespace("votes", "event", TimeSpan.OFF, TimeSpan.FOREVER, 8, Set.of(Granularity.DAY)));
    post(PATH, JSON, "{}");
    assertThat(service.appends.element().shards()).isEqualTo(8);
    assertThat(service.appends.element().retention()).isEqualTo(RetentionClass.FOREVER);
  }

  @Test
  void keepsANulAndA512ByteName() {
    for (String name : List.of("%00", "%C3%A9".repeat(256))) {
      assertThat(post("/v1/counters/votes/" + name + "/events", JSON, "{}").statusCode())
          .isEqualTo(201);
    }
    assertThat(service.appends)
        .extracting(append -> append.counter().name())
        .containsExactly("\0", "é".repeat(256));
  }

  @ParameterizedTest
  @CsvSource({
    "QUEUE_FULL, queue-full",
    "NO_LEASE, lease-not-valid",
    "STORE_UNAVAILABLE, unavailable",
    "STOPPING, stopping",
  })
  void answers503_whenTheEventsAreRefused(Refusal why, String type) {
    service.onAppend = append -> refused(why);
    expect503(post(PATH, JSON, "{}"), type);
  }

  @Test
  void answersOutcomeUnknown_whenTheWriterCannotTell() {
    service.onAppend = append -> unknown();
    expect503(post(PATH, JSON, "{}"), "outcome-unknown");
  }

  @Test
  void answersOutcomeUnknown_whenTheBusDoesNotReplyInTime() {
    service.onAppend = append -> new CompletableFuture<RecordOutcome>();
    expect503(post(PATH, JSON, "{}"), "outcome-unknown");
  }

  @Test
  void answersUnavailable_whenTheStoreIs() {
    service.onAppend = append -> away();
    expect503(post(PATH, JSON, "{}"), "unavailable");
  }

  @Test
  void answersUnavailable_whenTheNamespaceCannotBeRead() {
    service.onFind = name -> away();
    expect503(post(PATH, JSON, "{}"), "unavailable");
    assertThat(service.appends).isEmpty();
  }

  @Test
  void showsNothingOfTheInside_whenThereIsADefect() {
    service.onAppend =
        append -> CompletableFuture.failedFuture(new IllegalStateException("secret at 10.1.2.3"));
    HttpResponse<String> response = post(PATH, JSON, "{}");

    expectProblem(response, 500, "internal-error");
    assertThat(response.body()).doesNotContain("secret", "10.1.2.3", "Exception", "quipu");
  }

  @Test
  void keepsTheRequestIdOfTheCaller_whenItIsASaneOne() {
    HttpResponse<String> kept = send(to("/livez").header("X-Request-Id", "trace_1.a-b"));
    HttpResponse<String> replaced = send(to("/livez").header("X-Request-Id", "a b\"c"));
    HttpResponse<String> long65 = send(to("/livez").header("X-Request-Id", "x".repeat(65)));

    assertThat(header(kept, "X-Request-Id")).isEqualTo("trace_1.a-b");
    assertThat(header(replaced, "X-Request-Id")).isNotEqualTo("a b\"c").isNotBlank();
    assertThat(header(long65, "X-Request-Id")).hasSizeLessThan(65);
    String parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    HttpResponse<String> traced = send(to("/livez").header("traceparent", parent));
    assertThat(header(traced, "X-Request-Id")).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
    HttpResponse<String> both =
        send(to("/livez").header("traceparent", parent).header("X-Request-Id", "mine"));
    assertThat(header(both, "X-Request-Id")).isEqualTo("mine");
    assertThat(header(get("/livez"), "X-Request-Id"))
        .isNotEqualTo(header(get("/livez"), "X-Request-Id"));
  }
}
