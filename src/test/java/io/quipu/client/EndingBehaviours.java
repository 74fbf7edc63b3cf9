package io.quipu.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.FreePort;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Rows of {@code clients/behaviours.md}: events that are not acknowledged, and the end. */
abstract class EndingBehaviours extends Behaviours {
  /** What may become of an event whose client is closed. */
  private static final List<String> ENDS = List.of("acknowledged", "inDoubt", "refused", "failed");

  @Test
  void finalAfterUnknown() {
    proxy.next(Fault.SWALLOW, Fault.refuse(401, "unauthorized"));

    JsonObject answer = done(client().ask(add()));

    isError(answer, "in-doubt");
    assertThat(answer.getInteger("status")).as(answer.encode()).isEqualTo(401);
  }

  @Test
  void inDoubt() {
    proxy.otherwise(request -> request.records() ? Fault.SWALLOW : Fault.NONE);

    JsonObject answer = done(client(options("giveUpMs", 3_000)).ask(add().put("events", 3)));

    isError(answer, "in-doubt");
    assertThat(answer.getInteger("events")).isEqualTo(3);
    assertThat(answer.getString("namespace")).isEqualTo(TestedService.NAMESPACE);
    assertThat(answer.getString("counter")).isEqualTo(counter);
    assertThat(ids()).containsExactly(answer.getString("id"));
    assertThat(recording()).hasSizeGreaterThan(1);
    sendAgain(answer);
    counted(3);
  }

  @Test
  void refused() {
    proxy.otherwise(request -> Fault.refuse(503, "queue-full", "Retry-After: 1"));

    JsonObject answer = done(client(options("giveUpMs", 2_500)).ask(add()));

    isError(answer, "refused");
    assertThat(answer.getString("id")).isNotEmpty();
    assertThat(recording()).hasSizeBetween(2, 3);
    counted(0);
  }

  @Test
  void nobodyThere() {
    String nowhere = "http://127.0.0.1:" + FreePort.on("127.0.0.1");

    JsonObject answer = done(client(nowhere, null, options("giveUpMs", 1_500)).ask(add()));

    assertThat(answer.getString("error")).as(answer.encode()).isIn(whenNobodyIsThere());
  }

  /** The errors of a client that cannot connect. */
  List<String> whenNobodyIsThere() {
    return List.of("refused", "in-doubt");
  }

  @Test
  void full() {
    CountDownLatch open = new CountDownLatch(1);
    proxy.otherwise(request -> request.records() ? Fault.until(open) : Fault.NONE);
    ClientUnderTest client = client(options("maxWaiting", 10));
    List<CompletableFuture<JsonObject>> taken = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      taken.add(client.ask(add()));
    }

    isError(done(client.ask(add())), "full");

    open.countDown();
    taken.forEach(answer -> isOk(done(answer)));
    counted(10);
    isOk(done(client.ask(add())));
  }

  @Test
  void close() {
    CountDownLatch never = new CountDownLatch(1);
    proxy.otherwise(request -> request.records() ? Fault.until(never) : Fault.NONE);
    ClientUnderTest client = client();
    CompletableFuture<JsonObject> added = client.ask(add());
    await().until(() -> !recording().isEmpty());

    JsonArray inDoubt = done(client.ask(close(500))).getJsonArray("inDoubt");

    isError(done(added), "in-doubt");
    assertThat(inDoubt).hasSize(1);
    assertThat(ids()).containsExactly(inDoubt.getJsonObject(0).getString("id"));
    sendAgain(inDoubt.getJsonObject(0));
    counted(1);
    never.countDown();
  }

  @Test
  void closeMeetsDelivery() {
    JsonObject options = options("lingerMs", 0).put("maxBatchEvents", 3);
    JsonObject closes =
        new JsonObject()
            .put("op", "closes")
            .put("counter", counter)
            .put("clients", 250)
            .put("events", 12)
            .put("withinMs", 29);
    ClientUnderTest client = client(options);

    JsonObject ended = new JsonObject();
    ENDS.forEach(end -> ended.put(end, new JsonArray()));
    // a thousand clients in four requests, as each request is waited for by itself
    for (int i = 0; i < 4; i++) {
      JsonObject some = done(client.ask(closes.copy().put("first", 250 * i)));
      ENDS.forEach(end -> ended.getJsonArray(end).addAll(some.getJsonArray(end)));
    }

    Set<String> sent = ids();
    assertThat(ids(ended, "refused")).doesNotContainAnyElementsOf(sent);
    assertThat(ids(ended, "failed")).isEmpty();
    assertThat(ids(ended, "acknowledged")).isNotEmpty().isSubsetOf(sent);
    ClientUnderTest again = client();
    ended.getJsonArray("inDoubt").stream()
        .map(event -> again.ask(((JsonObject) event).copy().put("op", "add")))
        .toList()
        .forEach(answer -> isOk(done(answer)));
    counted(ids(ended, "acknowledged").size() + ids(ended, "inDoubt").size());
  }

  private static Set<String> ids(JsonObject ended, String end) {
    return ended.getJsonArray(end).stream()
        .map(event -> ((JsonObject) event).getString("id"))
        .collect(Collectors.toSet());
  }

  @Test
  void closeFlushes() {
    ClientUnderTest client = client(options("lingerMs", 60_000));
    List<CompletableFuture<JsonObject>> added = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      added.add(client.ask(add()));
    }

    JsonObject closed = done(client.ask(close(60_000)));

    assertThat(closed.getJsonArray("inDoubt")).as(closed.encode()).isEmpty();
    added.forEach(answer -> isOk(done(answer)));
    counted(100);
  }
}
