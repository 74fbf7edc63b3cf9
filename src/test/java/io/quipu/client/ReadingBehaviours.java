package io.quipu.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rows of {@code clients/behaviours.md}: counts, once and live. */
abstract class ReadingBehaviours extends Behaviours {
  private static final long LARGEST_DELTA = 1_000_000_000_000_000L;

  @Test
  void beyond64Bits() {
    BigInteger sum = BigInteger.ZERO;
    String event = "{\"delta\":" + LARGEST_DELTA + "}";
    String events = "[" + event + ("," + event).repeat(4_999) + "]";
    while (sum.bitLength() < 64) {
      service().record(counter, events);
      sum = sum.add(BigInteger.valueOf(LARGEST_DELTA).multiply(BigInteger.valueOf(5_000)));
    }

    ClientUnderTest client = client();
    assertThat(done(client.ask(get())).getString("count")).isEqualTo(sum.toString());
    JsonObject many = request("getMany").put("counters", new JsonArray().add(counter).add("none"));
    assertThat(done(client.ask(many)).getJsonArray("counts"))
        .isEqualTo(new JsonArray().add(sum.toString()).add("0"));
  }

  @Test
  void reads() {
    service().record(counter, "[{\"delta\":7}]");
    ClientUnderTest client = client();

    proxy.next(Fault.CUT_ANSWER);
    assertThat(done(client.ask(get())).getString("count")).isEqualTo("7");

    proxy.next(Fault.SWALLOW);
    JsonObject many = request("getMany").put("counters", new JsonArray().add(counter));
    assertThat(done(client.ask(many)).getJsonArray("counts").getString(0)).isEqualTo("7");

    proxy.next(Fault.refuse(503, "unavailable", "Retry-After: 1"));
    JsonObject windows =
        done(client.ask(request("windows").put("counter", counter).put("granularity", "hour")));
    assertThat(windows.getJsonArray("windows").stream().map(JsonObject.class::cast))
        .as(windows.encode())
        .extracting(window -> window.getString("count"))
        .contains("7");

    proxy.next(Fault.CUT_ANSWER);
    Instant today = Instant.now().truncatedTo(ChronoUnit.DAYS);
    JsonObject total =
        done(
            client.ask(
                request("total")
                    .put("counter", counter)
                    .put("from", today.minus(1, ChronoUnit.DAYS).toString())
                    .put("to", today.plus(2, ChronoUnit.DAYS).toString())
                    .put("tz", "Asia/Kolkata")
                    .put("compare", "previous")));
    assertThat(total.getString("count")).as(total.encode()).isEqualTo("7");
    assertThat(total.getString("from")).isEqualTo(today.minus(1, ChronoUnit.DAYS).toString());
    assertThat(total.getBoolean("settled")).isFalse();
    assertThat(total.getJsonObject("previous").getString("count")).isEqualTo("0");
    assertThat(total.getJsonObject("previous").getString("to")).isEqualTo(total.getString("from"));

    JsonObject weeks =
        done(
            client.ask(
                request("windows")
                    .put("counter", counter)
                    .put("granularity", "week")
                    .put("from", today.toString())
                    .put("to", today.plus(2, ChronoUnit.DAYS).toString())
                    .put("tz", "Pacific/Auckland")));
    assertThat(weeks.getJsonArray("windows").stream().map(JsonObject.class::cast))
        .as(weeks.encode())
        .allSatisfy(
            week ->
                assertThat(Instant.parse(week.getString("end")))
                    .isAfter(Instant.parse(week.getString("start")).plus(6, ChronoUnit.DAYS)))
        .extracting(week -> week.getString("count"))
        .contains("7");

    proxy.next(Fault.CUT_ANSWER);
    await()
        .untilAsserted(
            () -> {
              JsonObject top = done(client.ask(request("top").put("n", 1_000)));
              assertThat(top.getJsonArray("counters"))
                  .contains(new JsonObject().put("counter", counter).put("count", "7"));
            });
    for (Object week : weeks.getJsonArray("windows")) {
      JsonObject of =
          request("top")
              .put("n", 1_000)
              .put("granularity", "week")
              .put("tz", "Pacific/Auckland")
              .put("window", ((JsonObject) week).getString("start"));
      String count = ((JsonObject) week).getString("count");
      assertThat(done(client.ask(of)).getJsonArray("counters").stream())
          .as(of.encode())
          .filteredOn(one -> ((JsonObject) one).getString("counter").equals(counter))
          .hasSize(count.equals("0") ? 0 : 1)
          .allMatch(one -> ((JsonObject) one).getString("count").equals(count));
    }
  }

  @Test
  void series() {
    ClientUnderTest client = client();
    JsonObject broken = options("namespace", TestedService.BROKEN);
    proxy.next(Fault.SWALLOW);
    isOk(done(client.ask(labelled("CH", "pro,\\").put("id", "x").mergeIn(broken))));
    assertThat(recording()).hasSizeGreaterThan(1);
    isOk(done(client.ask(labelled("CH", "free").put("delta", 5).mergeIn(broken))));
    isOk(done(client.ask(labelled("DE", "free").put("delta", 2).mergeIn(broken))));
    isOk(done(client.ask(add().mergeIn(broken))));

    proxy.next(Fault.CUT_ANSWER);
    assertThat(series(client, "[\"country\"]", "{}"))
        .containsExactly(
            "{\"country\":\"CH\"}6/2", "{\"country\":\"DE\"}2/1", "{\"country\":\"\"}1/1");
    assertThat(series(client, "[\"plan\"]", "{\"country\":\"CH\"}"))
        .containsExactly(
            "{\"country\":\"CH\",\"plan\":\"free\"}5/1",
            "{\"country\":\"CH\",\"plan\":\"pro,\\\\\"}1/1");
    assertThat(series(client, "[]", "{\"plan\":\"pro,\\\\\",\"country\":\"CH\"}"))
        .containsExactly("{\"country\":\"CH\",\"plan\":\"pro,\\\\\"}1/1");
    assertThat(series(client, "[]", "{\"country\":\"FR\"}")).isEmpty();

    proxy.next(Fault.CUT_ANSWER);
    JsonObject swiss = get().mergeIn(broken).put("where", new JsonObject().put("country", "CH"));
    JsonObject answer = done(client.ask(swiss));
    assertThat(answer.getString("count")).as(answer.encode()).isEqualTo("6");
    assertThat(pages(client, 2)).containsExactly("", "CH", "|", "DE", "|");

    JsonObject largest = by("[\"country\"]", "{}").put("limit", 1);
    assertThat(done(client.ask(largest)).getJsonArray("series")).hasSize(1);
    proxy.next(Fault.CUT_ANSWER);
    JsonObject windows = done(client.ask(largest.copy().put("granularity", "hour")));
    assertThat(windows.getJsonArray("series").getJsonObject(0).getJsonArray("windows").stream())
        .as(windows.encode())
        .extracting(window -> ((JsonObject) window).getString("count"))
        .contains("6");
    proxy.next(Fault.CUT_ANSWER);
    Instant today = Instant.now().truncatedTo(ChronoUnit.DAYS);
    JsonObject totals =
        done(
            client.ask(
                largest
                    .copy()
                    .put("from", today.minus(1, ChronoUnit.DAYS).toString())
                    .put("to", today.plus(2, ChronoUnit.DAYS).toString())
                    .put("compare", "previous")));
    JsonObject total = totals.getJsonArray("series").getJsonObject(0);
    assertThat(total.getString("count")).as(totals.encode()).isEqualTo("6");
    assertThat(total.getJsonObject("previous").getString("count")).isEqualTo("0");
    isError(done(client.ask(by("[\"city\"]", "{}"))), "problem");
  }

  private JsonObject labelled(String country, String plan) {
    return add().put("labels", new JsonObject().put("country", country).put("plan", plan));
  }

  private JsonObject by(String by, String where) {
    return request("series")
        .put("counter", counter)
        .put("namespace", TestedService.BROKEN)
        .put("by", new JsonArray(by))
        .put("where", new JsonObject(where));
  }

  /** The countries in the order of their names, with a bar behind each page. */
  private List<String> pages(ClientUnderTest client, int limit) {
    List<String> countries = new ArrayList<>();
    JsonObject next = by("[\"country\"]", "{}").put("op", "seriesPage").put("limit", limit);
    while (next != null) {
      proxy.next(Fault.CUT_ANSWER);
      JsonObject page = done(client.ask(next));
      for (Object one : page.getJsonArray("series")) {
        countries.add(((JsonObject) one).getJsonObject("labels").getString("country"));
      }
      countries.add("|");
      String after = page.getString("next");
      next = after == null ? null : next.copy().put("after", after);
    }
    return countries;
  }

  /** The labels of each series, with count and events. */
  private List<String> series(ClientUnderTest client, String by, String where) {
    return done(client.ask(by(by, where))).getJsonArray("series").stream()
        .map(JsonObject.class::cast)
        .map(
            one ->
                new JsonObject(new TreeMap<>(one.getJsonObject("labels").getMap()))
                    + one.getString("count")
                    + "/"
                    + one.getString("events"))
        .toList();
  }

  /** Of the namespace that is asked for, not of that of the client. */
  @Test
  void namespace() {
    service().record(counter, "[{\"delta\":7}]");
    JsonObject other = options("namespace", "default");
    ClientUnderTest client = client();

    isOk(done(client.ask(add().mergeIn(other))));

    assertThat(done(client.ask(get().mergeIn(other))).getString("count")).isEqualTo("1");
    assertThat(done(client.ask(get())).getString("count")).isEqualTo("7");
    JsonObject many = request("getMany").put("counters", new JsonArray().add(counter));
    assertThat(done(client.ask(many.mergeIn(other))).getJsonArray("counts").getString(0))
        .isEqualTo("1");
    JsonObject windows = request("windows").put("counter", counter).put("granularity", "hour");
    assertThat(done(client.ask(windows.mergeIn(other))).getJsonArray("windows").stream())
        .extracting(window -> ((JsonObject) window).getString("count"))
        .contains("1");
    Queue<JsonObject> told = new ConcurrentLinkedQueue<>();
    isOk(done(client.live(follow(List.of(counter)).mergeIn(other), told::add)));
    awaitCount(told, "1");
    await()
        .untilAsserted(
            () ->
                assertThat(
                        done(client.ask(request("top").put("n", 1_000).mergeIn(other)))
                            .getJsonArray("counters"))
                    .contains(new JsonObject().put("counter", counter).put("count", "1")));
  }

  @Test
  void live() throws Exception {
    service().record(counter, "[{\"delta\":1}]");
    Queue<JsonObject> told = new ConcurrentLinkedQueue<>();
    isOk(done(client().live(follow(List.of(counter)), told::add)));
    awaitCount(told, "1");
    service().record(counter, "[{\"delta\":2}]");
    awaitCount(told, "3");

    proxy.cutTunnels();
    service().record(counter, "[{\"delta\":4}]");
    proxy.tunnelAgain();

    awaitCount(told, "7");
    service().record(counter, "[{\"delta\":8}]");
    awaitCount(told, "15");
    assertThat(told.peek().getString("count")).as("the snapshot first").isEqualTo("1");
    assertThat(told.stream().map(message -> Integer.valueOf(message.getString("count"))))
        .as("never backwards")
        .isSorted();
  }

  /** Less than was known, and right. */
  @Test
  void liveReset() throws Exception {
    service().record(counter, "[{\"delta\":1},{\"delta\":2}]");
    Queue<JsonObject> told = new ConcurrentLinkedQueue<>();
    isOk(done(client().live(follow(List.of(counter)), told::add)));
    awaitCount(told, "3");

    proxy.cutTunnels();
    service().reset(counter);
    service().record(counter, "[{\"delta\":2}]");
    proxy.tunnelAgain();

    awaitCount(told, "2");
  }

  @Test
  void liveMany() {
    int many = followed().counters();
    List<String> names = IntStream.range(0, many).mapToObj(i -> counter + "/" + i).toList();
    Queue<JsonObject> told = new ConcurrentLinkedQueue<>();

    isOk(done(client().live(follow(names), told::add)));

    await()
        .untilAsserted(
            () ->
                assertThat(told.stream().map(message -> message.getString("counter")).distinct())
                    .hasSize(many));
    assertThat(proxy.tunnels()).isEqualTo(followed().connections());
  }

  /** The most counters that the client can follow in one subscription. */
  abstract Followed followed();

  private void awaitCount(Queue<JsonObject> told, String count) {
    await()
        .untilAsserted(
            () ->
                assertThat(told.stream().map(message -> message.getString("count")))
                    .contains(count));
  }

  private static JsonObject follow(List<String> counters) {
    return request("live").put("counters", new JsonArray(counters));
  }
}
