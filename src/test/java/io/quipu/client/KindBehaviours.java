package io.quipu.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

/** Rows of {@code clients/behaviours.md}: kinds whose events are no deltas, or have an answer. */
abstract class KindBehaviours extends Behaviours {

  @Test
  void latest() {
    ClientUnderTest client = client();
    proxy.next(Fault.SWALLOW);
    isOk(done(client.ask(state("P1", 1, 1_500))));
    assertThat(recording()).hasSize(2);
    isOk(done(client.ask(state("P2", 1, 300))));
    isOk(done(client.ask(state("P1", 3, 0))));
    isOk(done(client.ask(state("P1", 2, 7))));
    isOk(done(client.ask(state("P2", 0, 40).put("replaces", 1))));

    proxy.next(Fault.CUT_ANSWER);
    JsonObject read = done(client.ask(get().put("namespace", TestedService.PAYMENTS)));
    assertThat(read.getString("count")).as(read.encode()).isEqualTo("40");

    JsonObject invalid = done(client.ask(state("a".repeat(257), 1, 1)));
    isError(invalid, "problem");
    assertThat(invalid.getString("detail")).contains("actor");
  }

  /** A version stands once, so what is in doubt is safe to be stated again. */
  @Test
  void latestInDoubt() {
    proxy.otherwise(request -> request.records() ? Fault.SWALLOW : Fault.NONE);
    JsonObject doubt = done(client(options("giveUpMs", 500)).ask(state("P1", 4, 9)));

    isError(doubt, "in-doubt");
    assertThat(doubt.getString("actor")).isEqualTo("P1");
    proxy.otherwise(request -> Fault.NONE);
    ClientUnderTest client = client();
    isOk(done(client.ask(state("P1", doubt.getLong("version"), 9))));
    JsonObject read = done(client.ask(get().put("namespace", TestedService.PAYMENTS)));
    assertThat(read.getString("count")).isEqualTo("9");
  }

  private JsonObject state(String actor, long version, long value) {
    return request("state")
        .put("counter", counter)
        .put("namespace", TestedService.PAYMENTS)
        .put("actor", actor)
        .put("version", version)
        .put("value", value);
  }

  @Test
  void linear() {
    ClientUnderTest client = client();
    proxy.next(Fault.SWALLOW);
    JsonObject first = done(client.ask(increment(40)));
    isOk(first);
    assertThat(recording()).hasSize(2);
    assertThat(first.getString("count")).isEqualTo("40");
    assertThat(done(client.ask(increment(2).put("id", "x"))).getString("count")).isEqualTo("42");
    assertThat(done(client.ask(increment(7))).getString("count")).isEqualTo("49");
    JsonObject again = done(client.ask(increment(2).put("id", "x")));
    assertThat(again.getString("count")).as("its first answer").isEqualTo("42");

    JsonObject declined = done(client.ask(increment(60)));
    isError(declined, "problem");
    assertThat(declined.getInteger("status")).isEqualTo(409);
    isError(done(client.ask(increment(1).put("max", 49))), "problem");
    isOk(done(client.ask(increment(1).put("max", 50))));

    proxy.next(Fault.CUT_ANSWER);
    JsonObject read = done(client.ask(get().put("namespace", TestedService.TICKETS)));
    assertThat(read.getString("count")).as(read.encode()).isEqualTo("50");
    assertThat(read.getString("max")).isEqualTo("100");
    isError(done(client.ask(increment(1).put("namespace", TestedService.NAMESPACE))), "failed");
  }

  private JsonObject increment(long delta) {
    return request("increment")
        .put("counter", counter)
        .put("namespace", TestedService.TICKETS)
        .put("delta", delta);
  }

  /** It has no id, and might count twice. */
  @Test
  void values() {
    ClientUnderTest client = client();
    proxy.next(Fault.SWALLOW);
    JsonObject doubt = done(client.ask(value(TestedService.VISITORS, "ann")));
    isError(doubt, "in-doubt");
    assertThat(doubt.getValue("value")).isEqualTo("ann");
    assertThat(recording()).hasSize(1);

    proxy.next(Fault.refuse(503, "queue-full"));
    isOk(done(client.ask(value(TestedService.VISITORS, "bob"))));
    assertThat(recording()).hasSize(3);

    JsonObject visitors =
        request("sketch").put("counter", counter).put("namespace", TestedService.VISITORS);
    proxy.next(Fault.CUT_ANSWER);
    JsonObject read = done(client.ask(visitors));
    assertThat(read.getString("estimate")).as(read.encode()).isEqualTo("2");
    assertThat(read.getString("events")).isEqualTo("2");

    for (int i = 1; i <= 100; i++) {
      isOk(done(client.ask(value(TestedService.LATENCIES, i + 0.5))));
    }
    JsonObject latencies = visitors.copy().put("namespace", TestedService.LATENCIES);
    JsonObject ranks = latencies.copy().put("ranks", new JsonArray().add(0.25).add(1));
    assertThat(done(client.ask(ranks)).getJsonArray("ranks").stream())
        .extracting(rank -> Double.valueOf((String) rank))
        .containsExactly(0.25, 1.0);
    assertThat(done(client.ask(latencies)).getJsonArray("ranks")).hasSize(4);
    isError(done(client.ask(value(TestedService.LATENCIES, "ann"))), "problem");
    isError(done(client.ask(get().put("namespace", TestedService.VISITORS))), "failed");
  }

  private JsonObject value(String namespace, Object value) {
    return request("value").put("counter", counter).put("namespace", namespace).put("value", value);
  }

  /** Estimates with their bounds, of days and of a range of them. */
  @Test
  void sketches() {
    String values = "[{\"value\":\"ann\"},{\"value\":\"bob\"},{\"value\":\"ann\"}]";
    service().record(TestedService.VISITORS, counter, values);
    service().record(TestedService.SONGS, counter, values);
    ClientUnderTest client = client();
    Instant today = Instant.now().truncatedTo(ChronoUnit.DAYS);
    JsonObject range =
        new JsonObject()
            .put("counter", counter)
            .put("namespace", TestedService.VISITORS)
            .put("from", today.minus(1, ChronoUnit.DAYS).toString());

    proxy.next(Fault.CUT_ANSWER);
    JsonObject days =
        done(client.ask(request("sketchWindows").put("granularity", "day").mergeIn(range)));
    assertThat(days.getJsonArray("windows").stream().map(JsonObject.class::cast))
        .as(days.encode())
        .anyMatch(
            day ->
                day.getString("estimate").equals("2")
                    && day.getString("upper").equals("2")
                    && day.getString("events").equals("3"));

    proxy.next(Fault.CUT_ANSWER);
    JsonObject total =
        done(client.ask(request("sketchTotal").put("compare", "previous").mergeIn(range)));
    assertThat(total.getString("estimate")).as(total.encode()).isEqualTo("2");
    assertThat(total.getString("lower")).isEqualTo("2");
    assertThat(total.getJsonObject("previous").getString("estimate")).isEqualTo("0");
    JsonObject songs =
        done(
            client.ask(
                request("sketchTotal").mergeIn(range).put("namespace", TestedService.SONGS)));
    assertThat(songs.getJsonArray("items")).contains("ann", "bob");
    proxy.next(Fault.CUT_ANSWER);
    JsonObject song = request("sketch").mergeIn(range).put("namespace", TestedService.SONGS);
    assertThat(done(client.ask(song.put("n", 1))).getJsonArray("items")).containsExactly("ann");
  }
}
