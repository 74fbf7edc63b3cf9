package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.Thorough;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Windows and totals of sketches over HTTP, through two instances. */
@Thorough
@EndToEnd
class SketchWindowsIT {
  private static RunningQuipu quipu;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.open();
  }

  private static String namespace(String state, String windows) {
    String name = "sketch-windows-" + state;
    quipu
        .api(0)
        .createNamespace(
            name,
            "{\"kind\": \"sketch\", \"state\": \"" + state + "\", \"windows\": " + windows + "}");
    return name;
  }

  private static String csv(String namespace, String counter, String what) {
    return quipu.api(0).get(Api.path(namespace, counter) + what, "text/csv").expect(200).text();
  }

  private static JsonObject get(int instance, String namespace, String counter, String what) {
    return quipu.api(instance).get(Api.path(namespace, counter) + what).expect(200).json();
  }

  @Test
  void eachWindowAndEachRangeAnswersLikeARead() {
    String namespace = namespace("distinct", "[\"hour\", \"day\"]");
    Instant before = Instant.now().truncatedTo(ChronoUnit.HOURS);
    for (int i = 0; i < 2; i++) {
      String visitors = "[{\"value\": \"ann\"}, {\"value\": \"visitor of " + i + "\"}]";
      quipu.api(i).record(namespace, "home", visitors).expect(201);
    }
    for (int i = 0; i < 2; i++) {
      for (String granularity : List.of("hour", "day", "week", "month", "year")) {
        JsonArray windows =
            get(i, namespace, "home", "/windows?granularity=" + granularity + "&from=" + before)
                .getJsonArray("windows");
        JsonObject first = windows.getJsonObject(0);
        assertThat(first.fieldNames())
            .containsExactly("start", "end", "events", "estimate", "lower", "upper", "settled");
        int events = 0;
        for (int at = 0; at < windows.size(); at++) {
          events += windows.getJsonObject(at).getInteger("events");
        }
        assertThat(events).as(granularity + ": " + windows).isEqualTo(4);
        JsonObject last = windows.getJsonObject(windows.size() - 1);
        assertThat(last.getBoolean("settled")).isFalse();
        assertThat(last.getInteger("estimate")).isBetween(2, 3);
      }
      JsonObject total = get(i, namespace, "home", "/total?from=-30d&compare=previous");
      assertThat(total.getInteger("events")).isEqualTo(4);
      assertThat(total.getInteger("estimate")).isEqualTo(3);
      assertThat(total.getInteger("lower")).isEqualTo(3);
      assertThat(total.getJsonObject("previous").getInteger("estimate")).isZero();
      assertThat(total.getJsonObject("previous").getBoolean("settled")).isTrue();
    }
    assertThat(csv(namespace, "home", "/windows?granularity=day&from=-2d"))
        .startsWith("start,end,events,estimate,lower,upper,settled\r\n");
    assertThat(csv(namespace, "home", "/total?from=-2d"))
        .startsWith("from,to,events,estimate,lower,upper,settled\r\n");
  }

  @Test
  void topsAndQuantilesTakeTheirOptions() {
    String top = namespace("top", "[\"day\"]");
    quipu
        .api(0)
        .record(top, "songs", "[{\"value\": \"a\"}, {\"value\": \"b\"}, {\"value\": \"a\"}]");
    JsonObject songs = get(1, top, "songs", "/total?from=-1d&n=1");
    assertThat(songs.getJsonArray("items")).hasSize(1);
    assertThat(songs.getJsonArray("items").getJsonObject(0).getString("item")).isEqualTo("a");

    String quantiles = namespace("quantiles", "[\"hour\"]");
    quipu.api(1).record(quantiles, "latency", "[{\"value\": 1}, {\"value\": 2}, {\"value\": 3}]");
    JsonArray hours =
        get(0, quantiles, "latency", "/windows?granularity=hour&from=-1h&ranks=0.5")
            .getJsonArray("windows");
    JsonObject now = hours.getJsonObject(hours.size() - 1);
    assertThat(now.getJsonArray("quantiles").getJsonObject(0).getInteger("value")).isEqualTo(2);
    refused(400, "ranks", top, "/windows?granularity=day&ranks=0.5");
    refused(400, "granularity", top, "/windows?granularity=hour");
    refused(400, "granularity", quantiles, "/windows?granularity=day");
  }

  private static void refused(int status, String field, String namespace, String what) {
    JsonObject problem = quipu.api(0).get(Api.path(namespace, "a") + what).expect(status).json();
    assertThat(problem.getString("field")).as(what).isEqualTo(field);
  }

  @Test
  void windowsCountFromThenOn_andNoneUnlessGiven() {
    String namespace = "sketch-windows-later";
    quipu.api(0).createNamespace(namespace, "{\"kind\": \"sketch\", \"state\": \"sum\"}");
    String path = "/v1/namespaces/" + namespace;
    assertThat(quipu.api(0).get(path).expect(200).json().getJsonArray("windows")).isEmpty();
    quipu.api(0).record(namespace, "sizes", "{\"value\": 1}").expect(201);
    refused(400, "granularity", namespace, "/windows?granularity=day");
    refused(400, "from", namespace, "/total?from=-1d");
    for (String others : List.of("[\"minute\"]", "[\"minute\", \"hour\", \"day\"]")) {
      JsonObject problem =
          quipu.api(0).put(path, "{\"windows\": " + others + "}").expect(400).json();
      assertThat(problem.getString("field")).isEqualTo("windows");
    }
    quipu.api(0).put(path, "{\"windows\": [\"day\"]}").expect(200);
    await("every instance knows")
        .untilAsserted(
            () -> {
              quipu.api(1).record(namespace, "sizes", "{\"value\": 10}").expect(201);
              JsonObject total = get(0, namespace, "sizes", "/total?from=-1d");
              assertThat(total.getInteger("estimate")).isPositive();
              JsonObject all = get(0, namespace, "sizes", "");
              assertThat(all.getInteger("estimate") - total.getInteger("estimate")).isPositive();
            });
  }

  @Test
  void aResetBeginsTheWindowsAnew() {
    String namespace = namespace("min", "[\"hour\", \"day\"]");
    quipu.api(0).record(namespace, "sizes", "{\"value\": 3}").expect(201);
    quipu.api(0).delete(Api.path(namespace, "sizes")).expect(200);
    for (int i = 0; i < 2; i++) {
      assertThat(get(i, namespace, "sizes", "/total?from=-1d").getInteger("events")).isZero();
    }
    quipu.api(1).record(namespace, "sizes", "{\"value\": 7}").expect(201);
    assertThat(get(0, namespace, "sizes", "/total?from=-1d").getInteger("estimate")).isEqualTo(7);
  }

  @Test
  void aPurgeTakesTheWindows() {
    String namespace = namespace("max", "[\"hour\", \"day\"]");
    quipu.api(0).record(namespace, "sizes", "{\"value\": 7}").expect(201);
    quipu.api(0).delete(Api.path(namespace, "sizes") + "?purge=true").expect(202);
    JsonObject total = get(1, namespace, "sizes", "/total?from=-1d");
    assertThat(total.getInteger("events")).isZero();
    quipu.api(1).record(namespace, "sizes", "{\"value\": 3}").expect(201);
    assertThat(get(0, namespace, "sizes", "/total?from=-1d").getInteger("estimate")).isEqualTo(3);
  }
}
