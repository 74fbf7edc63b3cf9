package io.quipu.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Rows of {@code clients/behaviours.md}: events that are acknowledged in the end. */
abstract class RecordingBehaviours extends Behaviours {

  @Test
  void one() {
    isOk(done(client().ask(add())));

    assertThat(done(client().ask(get())).getString("count")).isEqualTo("1");
    counted(1);
  }

  @Test
  void time() {
    Instant then = Instant.now().minus(Duration.ofDays(2)).truncatedTo(ChronoUnit.SECONDS);
    proxy.next(Fault.SWALLOW);
    isOk(
        done(
            client().ask(add().put("namespace", TestedService.LATE).put("time", then.toString()))));

    assertThat(recording()).hasSizeGreaterThan(1);
    JsonObject day = service().day(counter, then);
    assertThat(day.getInteger("count")).as(day.encode()).isEqualTo(1);
  }

  @Test
  void lostAnswer() {
    isCountedOnce(Fault.SWALLOW);
  }

  @Test
  void silentAnswer() {
    proxy.next(Fault.SILENCE);
    isOk(done(client(options("requestTimeoutMs", 1_000)).ask(add())));

    assertThat(recording()).hasSizeGreaterThan(1);
    isOneEvent();
  }

  @Test
  void cutRequest() {
    isCountedOnce(Fault.CUT_REQUEST);
  }

  @Test
  void cutAnswer() {
    isCountedOnce(Fault.CUT_ANSWER);
  }

  @Test
  void delayed() {
    proxy.otherwise(request -> Fault.delay(Duration.ofMillis(300)));
    isOk(done(client().ask(add())));

    assertThat(recording()).hasSize(1);
    isOneEvent();
  }

  @Test
  void retryAfter() {
    isNotSentAgainBeforeASecond(Fault.refuse(503, "queue-full", "Retry-After: 1"));
  }

  @Test
  void rateLimited() {
    isNotSentAgainBeforeASecond(Fault.refuse(429, "rate-limited", "Retry-After: 1"));
  }

  private void isNotSentAgainBeforeASecond(Fault refusal) {
    proxy.next(refusal);
    isOk(done(client().ask(add())));

    List<ProxiedRequest> requests = recording();
    assertThat(requests).hasSize(2);
    assertThat(requests.get(1).at() - requests.get(0).at())
        .isGreaterThanOrEqualTo(Duration.ofMillis(990).toNanos());
    isOneEvent();
  }

  @Test
  void outcomeUnknown() {
    isCountedOnce(Fault.instead(Fault.problem(503, "outcome-unknown")));
  }

  @Test
  void unknownGateway() {
    isCountedOnce(Fault.instead(Fault.response(502, "text/html", "")));
  }

  /** The first request meets the fault. */
  private void isCountedOnce(Fault fault) {
    proxy.next(fault);
    isOk(done(client().ask(add())));

    assertThat(recording()).hasSize(2);
    isOneEvent();
  }

  private void isOneEvent() {
    counted(1);
    assertThat(ids()).hasSize(1).doesNotContainNull();
  }

  @Test
  void partly() {
    proxy.next(
        exchange -> {
          JsonArray events = exchange.request().events();
          assertThat(events).hasSize(3);
          events.remove(1);
          exchange.forward(withBody(exchange.request(), events));
          exchange.answer(
              Fault.response(
                  207,
                  "application/json",
                  "{\"recorded\":2,\"failed\":1,\"results\":[{\"index\":1,\"status\":503,\"type\":"
                      + "\"/problems/outcome-unknown\",\"title\":\"\",\"detail\":\"\"}]}"));
        });

    addThree(client(options("lingerMs", 500)), add()).forEach(answer -> isOk(done(answer)));

    List<ProxiedRequest> requests = recording();
    assertThat(requests).hasSize(2);
    assertThat(requests.get(1).events()).hasSize(1);
    assertThat(requests.get(1).events().getJsonObject(0).getString("id"))
        .isEqualTo(requests.get(0).events().getJsonObject(1).getString("id"));
    counted(3);
  }

  /** As an array, whatever it was. */
  private static ProxiedRequest withBody(ProxiedRequest request, JsonArray events) {
    boolean lines = !request.body().startsWith("[");
    String body = events.encode();
    return request.with(lines ? body.substring(1, body.length() - 1).replace("},{", "}\n{") : body);
  }

  @Test
  void invalidOne() {
    List<CompletableFuture<JsonObject>> answers =
        addThree(client(options("lingerMs", 500)), add().put("delta", 0));

    JsonObject invalid = done(answers.get(1));
    isError(invalid, "problem");
    assertThat(invalid.getInteger("status")).isEqualTo(400);
    assertThat(invalid.getString("type")).isEqualTo("/problems/invalid-event");
    assertThat(invalid.getString("detail")).contains("delta");
    isOk(done(answers.get(0)));
    isOk(done(answers.get(2)));
    counted(2);
  }

  @Test
  void unknownNamespace() {
    List<CompletableFuture<JsonObject>> answers =
        addThree(client(options("lingerMs", 500)), add().put("namespace", "nowhere"));

    JsonObject unknown = done(answers.get(1));
    isError(unknown, "problem");
    assertThat(unknown.getInteger("status")).isEqualTo(404);
    isOk(done(answers.get(0)));
    isOk(done(answers.get(2)));
    counted(2);
  }

  private List<CompletableFuture<JsonObject>> addThree(ClientUnderTest client, JsonObject second) {
    return List.of(client.ask(add()), client.ask(second), client.ask(add()));
  }

  @Test
  void tooLarge() {
    proxy.otherwise(
        request ->
            request.records() && request.events().size() > 1
                ? Fault.refuse(413, "too-large")
                : Fault.NONE);

    JsonObject ends = done(client(options("lingerMs", 200)).ask(addMany(9)));

    assertThat(ends.getInteger("acknowledged")).as(ends.encode()).isEqualTo(9);
    assertThat(recording().get(0).events()).as("sent together at first").hasSizeGreaterThan(1);
    counted(9);
  }

  @Test
  void coalesced() {
    JsonObject ends =
        done(client(options("coalesce", true).put("lingerMs", 200)).ask(addMany(100)));

    assertThat(ends.getInteger("acknowledged")).as(ends.encode()).isEqualTo(100);
    counted(100);
    assertThat(service().read(counter).getInteger("events")).isEqualTo(100);
    assertThat(ids()).as("sent as fewer").hasSizeLessThan(100);
  }

  @Test
  void sameId() {
    ClientUnderTest client = client();
    CompletableFuture<JsonObject> first = client.ask(add().put("id", "order-1"));
    isOk(done(client.ask(add().put("id", "order-1"))));

    isOk(done(first));
    counted(1);
  }
}
