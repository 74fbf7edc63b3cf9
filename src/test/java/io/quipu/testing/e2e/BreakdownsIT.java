package io.quipu.testing.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.AtOnce;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Counters broken down by labels, over a real Cassandra. */
@AtOnce
@EndToEnd
class BreakdownsIT {
  private static final String TWO =
      "{\"kind\": \"event\", \"labels\": [\"country\", \"plan\"],"
          + " \"breakdowns\": [[\"country\"], [\"country\", \"plan\"]]}";

  private static RunningQuipu quipu;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.open();
    quipu.api(0).createNamespace("broken", TWO);
    quipu
        .api(0)
        .createNamespace(
            "spread", "{\"kind\": \"unique\", \"labels\": [\"country\"], \"shards\": 4}");
  }

  static String event(String country, String plan) {
    return "{\"labels\": {\"country\": \"%s\", \"plan\": \"%s\"}}".formatted(country, plan);
  }

  private static JsonObject read(String namespace, String counter, String query) {
    return quipu.api(1).get(Api.path(namespace, counter) + query).expect(200).json();
  }

  /** The counts of series, by the values of their labels. */
  static Map<String, Long> series(JsonObject answer) {
    Map<String, Long> counts = new TreeMap<>();
    JsonArray series = answer.getJsonArray("series");
    for (int i = 0; i < series.size(); i++) {
      JsonObject one = series.getJsonObject(i);
      List<String> values = new ArrayList<>();
      one.getJsonObject("labels").forEach(label -> values.add((String) label.getValue()));
      counts.put(String.join("/", values), one.getLong("count"));
    }
    return counts;
  }

  private static Map<String, Long> series(String namespace, String counter, String query) {
    return series(read(namespace, counter, query));
  }

  @Test
  void eventsCountForTheirSeries_atOnceAndWhenTheyAreSettled() {
    Api api = quipu.api(0);
    api.record("broken", "a", "[" + event("CH", "pro") + "," + event("DE", "free") + "]")
        .expect(201);
    api.record("broken", "a", event("CH", "free")).expect(201);
    api.record("broken", "a", "{\"delta\": 5}").expect(201);
    assertThat(series("broken", "a", "?by=country")).isEqualTo(Map.of("CH", 2L, "DE", 1L, "", 5L));
    api.settled("broken", "a");
    JsonObject settled = read("broken", "a", "?by=country");
    assertThat(series(settled)).isEqualTo(Map.of("CH", 2L, "DE", 1L, "", 5L));
    assertThat(settled.getJsonArray("by")).isEqualTo(JsonArray.of("country"));
    assertThat(settled.getLong("total")).isEqualTo(3);
    JsonObject largest = settled.getJsonArray("series").getJsonObject(0);
    assertThat(largest.getJsonObject("labels")).isEqualTo(new JsonObject().put("country", ""));
    assertThat(largest.getJsonObject("settled").getLong("count")).isEqualTo(5);
    assertThat(series("broken", "a", "?by=plan,country&order=name"))
        .isEqualTo(Map.of("CH/free", 1L, "CH/pro", 1L, "DE/free", 1L, "/", 5L));
    assertThat(series("broken", "a", "?by=plan&where=country:CH"))
        .isEqualTo(Map.of("CH/free", 1L, "CH/pro", 1L));
    JsonObject one = read("broken", "a", "?where=country:CH");
    assertThat(one.getLong("count")).isEqualTo(2);
    assertThat(one.getJsonObject("where")).isEqualTo(new JsonObject().put("country", "CH"));
    assertThat(read("broken", "a", "?where=plan:pro,country:CH").getLong("count")).isEqualTo(1);
    assertThat(read("broken", "a", "?where=country:FR").getLong("count")).isZero();
    assertThat(api.get("/v1/counters/broken?prefix=a").json().getJsonArray("counters"))
        .as("series are in no list")
        .hasSize(1);
    JsonObject recount = api.recount("broken", "a", "?where=country:CH");
    assertThat(recount.getLong("drift")).isZero();
    assertThat(recount.getLong("recounted")).isEqualTo(2);
  }

  @Test
  void anIdCountsOnce_evenWithOtherLabels_andSeriesSumToTheCount() {
    Random random = new Random(1);
    for (int i = 0; i < 200; i++) {
      String country = List.of("CH", "DE", "AT", "").get(random.nextInt(4));
      String id = random.nextInt(3) == 0 ? "" : "\"id\": \"" + random.nextInt(40) + "\", ";
      quipu
          .api(i % 2)
          .record("broken", "ids", "{" + id + event(country, "p" + random.nextInt(2)).substring(1))
          .expect(201);
      quipu
          .api(i % 2)
          .record(
              "spread",
              "ids",
              "{\"id\": \"%d\", \"labels\": {\"country\": \"%s\"}}"
                  .formatted(random.nextInt(60), country))
          .expect(201);
    }
    for (String namespace : List.of("broken", "spread")) {
      long count = quipu.api(0).count(namespace, "ids").count();
      assertThat(sum(series(namespace, "ids", "?by=country"))).isEqualTo(count);
      quipu.api(0).settled(namespace, "ids");
      assertThat(sum(series(namespace, "ids", "?by=country"))).isEqualTo(count);
    }
    assertThat(sum(series("broken", "ids", "?by=country,plan")))
        .isEqualTo(quipu.api(0).count("broken", "ids").count());
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(one -> one).sum();
  }

  @Test
  void windowsAndTotalsOfSeries_sumToThoseOfTheCounter() {
    Api api = quipu.api(0);
    api.record("broken", "w", "[" + event("CH", "") + "," + event("DE", "") + ", {}]").expect(201);
    api.settled("broken", "w");
    JsonObject windows =
        read("broken", "w", "/windows?granularity=hour&from=-2h&by=country&limit=5");
    long sum = 0;
    JsonArray series = windows.getJsonArray("series");
    assertThat(series).hasSize(3);
    for (int i = 0; i < series.size(); i++) {
      JsonArray of = series.getJsonObject(i).getJsonArray("windows");
      for (int j = 0; j < of.size(); j++) {
        sum += of.getJsonObject(j).getLong("count");
      }
    }
    assertThat(sum).isEqualTo(3);
    JsonObject one = read("broken", "w", "/windows?granularity=day&from=-1d&where=country:CH");
    assertThat(one.getJsonArray("windows").getJsonObject(1).getLong("count")).isEqualTo(1);
    assertThat(series("broken", "w", "/total?from=-1d&by=country"))
        .isEqualTo(Map.of("CH", 1L, "DE", 1L, "", 1L));
    assertThat(read("broken", "w", "/total?from=-1d&where=country:CH").getLong("count"))
        .isEqualTo(1);
  }

  @Test
  void theLargestOfARangeComeFirst_notTheLargestOfAllTime() {
    Api api = quipu.api(0);
    api.createNamespace(
        "dated", "{\"kind\": \"event\", \"labels\": [\"country\"], \"lateness\": \"30d\"}");
    Instant today = Instant.now().truncatedTo(ChronoUnit.DAYS);
    List<String> events = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      String labels = "\"labels\": {\"country\": \"c" + i + "\"}";
      Instant late = today.minus(10, ChronoUnit.DAYS);
      events.add("{" + labels + ", \"delta\": " + (100 - i) + ", \"time\": \"" + late + "\"}");
      late = today.minus(3, ChronoUnit.DAYS);
      events.add("{" + labels + ", \"delta\": " + (1 + i) + ", \"time\": \"" + late + "\"}");
    }
    api.record("dated", "a", events.toString()).expect(201);
    for (int settled = 0; settled < 2; settled++) {
      JsonObject total = read("dated", "a", "/total?from=-5d&by=country&limit=3");
      assertThat(order(total)).containsExactly("c11", "c10", "c9");
      assertThat(series(total)).isEqualTo(Map.of("c11", 12L, "c10", 11L, "c9", 10L));
      JsonObject compared =
          read("dated", "a", "/total?from=-6d&compare=previous&by=country&limit=1");
      assertThat(order(compared)).containsExactly("c11");
      assertThat(order(read("dated", "a", "/total?from=-20d&by=country&limit=2")))
          .containsExactly("c0", "c1");
      assertThat(order(read("dated", "a", "/windows?granularity=day&from=-5d&by=country&limit=2")))
          .containsExactly("c11", "c10");
      api.settled("dated", "a");
    }
  }

  private static List<String> order(JsonObject answer) {
    return answer.getJsonArray("series").stream()
        .map(one -> ((JsonObject) one).getJsonObject("labels").getString("country"))
        .toList();
  }

  @Test
  void seriesAreFollowed_oneOrAll() {
    Api api = quipu.api(0);
    api.record("broken", "live", event("CH", "")).expect(201);
    URI stream = quipu.api(1).uri(Api.path("broken", "live") + "/live?by=country");
    JsonObject subscribe =
        new JsonObject()
            .put("type", "subscribe")
            .put("ref", 1)
            .put("namespace", "broken")
            .put("counters", List.of("live"))
            .put("where", "country:DE");
    try (FollowedStream all = FollowedStream.of(HttpRequest.newBuilder(stream));
        LiveCounts one = new LiveCounts(api.webSocket("/v1/live"))) {
      one.say(subscribe);
      await("the first count").until(() -> one.last() == 0);
      await("the series").until(() -> all.said("{\"country\":\"CH\"},\"count\":1"));
      api.record("broken", "live", event("DE", "")).expect(201);
      quipu.api(1).record("broken", "live", event("FR", "")).expect(201);
      await("the count of one").until(() -> one.last() == 1);
      await("another series").until(() -> all.said("{\"country\":\"FR\"},\"count\":1"));
      await("and another").until(() -> all.said("{\"country\":\"DE\"},\"count\":1"));
      one.say(subscribe.copy().put("type", "unsubscribe").put("ref", 2));
      one.first("unsubscribed");
      api.record("broken", "live", event("DE", "")).expect(201);
      one.say(subscribe.copy().put("where", "city:Bern").put("ref", 3));
      assertThat(one.first("error").getInteger("status")).isEqualTo(400);
      assertThat(one.last()).isEqualTo(1);
    }
    api.get(Api.path("broken", "live") + "/live?by=city").expect(406);
  }

  @Test
  void countersAreRankedByASeries_andSeriesOfAllCounters() {
    Api api = quipu.api(0);
    api.createNamespace("ranked", "{\"kind\": \"event\", \"labels\": [\"country\"]}");
    for (int i = 1; i <= 3; i++) {
      for (int j = 0; j < i; j++) {
        api.record("ranked", "c" + i, "{\"labels\": {\"country\": \"CH\"}}").expect(201);
        api.record("ranked", "c" + (4 - i), "{\"labels\": {\"country\": \"DE\"}, \"delta\": 10}")
            .expect(201);
      }
    }
    for (int i = 1; i <= 3; i++) {
      api.settled("ranked", "c" + i);
    }
    await("the largest")
        .untilAsserted(
            () -> {
              assertThat(top("?where=country:CH")).containsExactly("c3=3", "c2=2", "c1=1");
              assertThat(top("?by=country&n=4"))
                  .containsExactly("c1/DE=30", "c2/DE=20", "c3/DE=10", "c3/CH=3");
              assertThat(top("?by=country&granularity=day&prefix=c3"))
                  .containsExactly("c3/DE=10", "c3/CH=3");
            });
    api.delete(Api.path("ranked", "c1")).expect(200);
    await("a reset")
        .untilAsserted(() -> assertThat(top("?by=country&n=1")).containsExactly("c2/DE=20"));
    api.get("/v1/counters/ranked/top?by=city").expect(400);
  }

  private static List<String> top(String query) {
    JsonArray counters =
        quipu
            .api(0)
            .get("/v1/counters/ranked/top" + query)
            .expect(200)
            .json()
            .getJsonArray("counters");
    List<String> found = new ArrayList<>();
    for (int i = 0; i < counters.size(); i++) {
      JsonObject one = counters.getJsonObject(i);
      JsonObject labels = one.getJsonObject("labels");
      found.add(
          one.getString("counter")
              + (labels == null ? "" : "/" + labels.getString("country"))
              + "="
              + one.getLong("count"));
    }
    return found;
  }

  @Test
  void seriesAreTables() {
    quipu
        .api(0)
        .record("broken", "csv", "[" + event("CH", "a,b") + "," + event("CH", "a,b") + "]")
        .expect(201);
    assertThat(csv("broken", "csv", "?by=country,plan"))
        .isEqualTo("country,plan,count,events\r\nCH,\"a,b\",2,2\r\n");
    assertThat(csv("broken", "csv", "/windows?granularity=day&by=country&from=-1d"))
        .startsWith("country,start,end,count,events,settled\r\nCH,");
    assertThat(read("broken", "csv", "?where=country:CH,plan:a,b").getLong("count")).isEqualTo(2);
  }

  private static String csv(String namespace, String counter, String query) {
    URI uri = quipu.api(0).uri(Api.path(namespace, counter) + query);
    return Api.send(HttpRequest.newBuilder(uri).header("Accept", "text/csv")).expect(200).text();
  }

  @Test
  void aResetTakesBackAllSeries_andAPurgeForgetsThem() {
    Api api = quipu.api(0);
    api.record("broken", "r", "[" + event("CH", "") + "," + event("DE", "") + "]").expect(201);
    api.settled("broken", "r");
    api.delete(Api.path("broken", "r")).expect(200);
    assertThat(series("broken", "r", "?by=country")).isEmpty();
    api.record("broken", "r", event("CH", "")).expect(201);
    assertThat(series("broken", "r", "?by=country")).isEqualTo(Map.of("CH", 1L));
    api.settled("broken", "r");
    assertThat(series("broken", "r", "?by=country")).isEqualTo(Map.of("CH", 1L));
    assertThat(read("broken", "r", "/total?from=-1d&where=country:DE").getLong("count")).isZero();
    api.delete(Api.path("broken", "r") + "?purge=true").expect(202);
    api.record("broken", "r", event("AT", "")).expect(201);
    assertThat(series("broken", "r", "?by=country")).isEqualTo(Map.of("AT", 1L));
  }

  @Test
  void seriesComePageByPage_inTheOrderOfTheirNames() {
    List<String> events = new ArrayList<>();
    for (int i = 0; i < 1_200; i++) {
      events.add(event("c%04d".formatted(i), ""));
    }
    quipu.api(0).record("broken", "many", events.toString()).expect(201);
    assertThat(paged("?by=country&order=name&limit=500")).hasSize(1_200);
    quipu.api(0).settled("broken", "many");
    assertThat(paged("?by=country&order=name&limit=500")).hasSize(1_200);
    JsonObject largest = read("broken", "many", "?by=country&limit=1000");
    assertThat(largest.getJsonArray("series")).hasSize(1_000);
    assertThat(largest.getLong("total")).isEqualTo(1_200);
  }

  private static Map<String, Long> paged(String query) {
    Map<String, Long> all = new TreeMap<>();
    String next = "";
    while (next != null) {
      JsonObject page =
          read(
              "broken",
              "many",
              query + (next.isEmpty() ? "" : "&after=" + URLEncoder.encode(next, UTF_8)));
      all.putAll(series(page));
      next = page.getString("next");
    }
    return all;
  }

  @Test
  void whatDoesNotFitIsRefused_andNothingIsRecorded() {
    Api api = quipu.api(0);
    for (String labels :
        List.of(
            "{\"city\": \"Bern\"}",
            "{\"country\": 1}",
            "\"CH\"",
            "{\"country\": \"" + "x".repeat(513) + "\"}")) {
      JsonObject problem =
          api.record("broken", "bad", "{\"labels\": " + labels + "}").expect(400).json();
      assertThat(problem.getString("field")).startsWith("labels");
    }
    assertThat(
            api.record("default", "bad", "{\"labels\": {\"a\": \"b\"}}")
                .expect(400)
                .json()
                .getString("field"))
        .isEqualTo("labels");
    assertThat(quipu.api(0).count("broken", "bad").count()).isZero();
    for (String query :
        List.of(
            "?by=plan",
            "?by=city",
            "?by=",
            "?by=country,country",
            "?where=plan:pro",
            "?where=country",
            "?order=name",
            "?by=country&order=size",
            "?by=country&after=!!")) {
      api.get(Api.path("broken", "bad") + query).expect(400);
    }
    api.get(Api.path("default", "bad") + "?by=country").expect(400);
    api.get(Api.path("broken", "bad") + "/windows?granularity=minute&from=-7d&by=country&limit=900")
        .expect(400);
  }
}
