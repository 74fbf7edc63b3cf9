package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.AtOnce;
import io.quipu.testing.dev.Thorough;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Sketches broken down by labels, over HTTP and a real Cassandra, through two instances. */
@Thorough
@AtOnce
@EndToEnd
class SketchBreakdownsIT {
  private static final String VISITORS = "sketch-visitors";

  private static RunningQuipu quipu;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.open();
    create(VISITORS, "distinct");
  }

  private static void create(String namespace, String state) {
    JsonObject settings =
        new JsonObject()
            .put("kind", "sketch")
            .put("state", state)
            .put("windows", List.of("hour", "day"))
            .put("labels", List.of("country", "plan"))
            .put("breakdowns", List.of(List.of("country"), List.of("country", "plan")));
    quipu.api(0).createNamespace(namespace, settings.encode());
  }

  /** Events such as {@code ann CH pro}: value, country, plan. */
  private static void record(int instance, String namespace, String counter, String... events) {
    JsonArray all = new JsonArray();
    for (String event : events) {
      String[] parts = event.split(" ", -1);
      Object value = parts[0].matches("\\d+") ? Integer.valueOf(parts[0]) : parts[0];
      all.add(
          new JsonObject()
              .put("value", value)
              .put("labels", new JsonObject().put("country", parts[1]).put("plan", parts[2])));
    }
    quipu.api(instance).record(namespace, counter, all.encode()).expect(201);
  }

  private static JsonObject read(String namespace, String counter, String query) {
    return quipu.api(1).get(Api.path(namespace, counter) + query).expect(200).json();
  }

  /** The numbers of elements by their labels, in their order. */
  private static List<String> told(JsonArray elements) {
    return IntStream.range(0, elements.size())
        .mapToObj(elements::getJsonObject)
        .map(
            one ->
                one.getString("counter", "")
                    + one.getJsonObject("labels", new JsonObject()).stream()
                        .map(label -> "/" + label.getValue())
                        .collect(Collectors.joining())
                    + " "
                    + one.getValue("estimate"))
        .toList();
  }

  private static List<String> series(String counter, String query) {
    return told(read(VISITORS, counter, query).getJsonArray("series"));
  }

  @Test
  void differentVisitorsByCountry_andOfOneCountry() {
    record(0, VISITORS, "home", "ann CH pro", "bob CH free", "ann CH pro", "eve DE pro");
    record(1, VISITORS, "home", "ann CH free", "eve DE pro", "tim  pro");
    assertThat(series("home", "?by=country")).containsExactly("/CH 2", "/ 1", "/DE 1");
    assertThat(series("home", "?by=country&order=name&limit=2")).containsExactly("/ 1", "/CH 2");
    assertThat(series("home", "?by=plan,country&order=name"))
        .containsExactly("//pro 1", "/CH/free 2", "/CH/pro 1", "/DE/pro 1");
    assertThat(series("home", "?by=plan&where=country:CH"))
        .containsExactly("/CH/free 2", "/CH/pro 1");
    JsonObject all = read(VISITORS, "home", "?by=country");
    assertThat(all.getLong("total")).isEqualTo(3);
    assertThat(all.getJsonArray("series").getJsonObject(0).fieldNames())
        .containsExactly("labels", "events", "estimate", "lower", "upper");
    JsonObject one = read(VISITORS, "home", "?where=country:CH");
    assertThat(one.getInteger("estimate")).isEqualTo(2);
    assertThat(one.getInteger("events")).isEqualTo(4);
    assertThat(one.getJsonObject("where")).isEqualTo(new JsonObject().put("country", "CH"));
    assertThat(read(VISITORS, "home", "?where=country:FR").getInteger("estimate")).isZero();
    assertThat(
            quipu
                .api(0)
                .get("/v1/counters/" + VISITORS + "?prefix=home")
                .json()
                .getJsonArray("counters"))
        .as("series are in no list")
        .hasSize(1);
  }

  @Test
  void eachDayByCountry_andTheLastThirtyDays() {
    record(0, VISITORS, "days", "ann CH pro", "bob CH pro", "eve DE pro");
    record(1, VISITORS, "days", "ann CH pro");
    JsonArray byCountry =
        read(VISITORS, "days", "/windows?granularity=day&from=-1d&by=country")
            .getJsonArray("series");
    Map<String, Integer> events = new TreeMap<>();
    for (int i = 0; i < byCountry.size(); i++) {
      JsonObject one = byCountry.getJsonObject(i);
      JsonArray windows = one.getJsonArray("windows");
      for (int at = 0; at < windows.size(); at++) {
        events.merge(
            one.getJsonObject("labels").getString("country"),
            windows.getJsonObject(at).getInteger("events"),
            Integer::sum);
      }
    }
    assertThat(events).isEqualTo(Map.of("CH", 3, "DE", 1));
    assertThat(series("days", "/total?from=-30d&by=country")).containsExactly("/CH 2", "/DE 1");
    JsonObject swiss = read(VISITORS, "days", "/total?from=-30d&where=country:CH");
    assertThat(swiss.getInteger("estimate")).isEqualTo(2);
    assertThat(swiss.getInteger("lower")).isEqualTo(2);
    assertThat(csv("days", "/total?from=-30d&by=country"))
        .startsWith("country,from,to,events,estimate,lower,upper,settled\r\nCH,");
    assertThat(csv("days", "/windows?granularity=day&from=-1d&by=country"))
        .startsWith("country,start,end,events,estimate,lower,upper,settled\r\nCH,");
    assertThat(csv("days", "?by=country"))
        .isEqualTo("country,events,estimate,lower,upper\r\nCH,3,2,2,2\r\nDE,1,1,1,1\r\n");
  }

  private static String csv(String counter, String query) {
    URI uri = quipu.api(0).uri(Api.path(VISITORS, counter) + query);
    return Api.send(HttpRequest.newBuilder(uri).header("Accept", "text/csv")).expect(200).text();
  }

  @Test
  void eachStateHasSeries_withTheOptionsOfTheRead() {
    create("sketch-songs", "top");
    record(0, "sketch-songs", "radio", "a CH pro", "b CH pro", "a CH pro", "c DE pro");
    JsonArray tops = read("sketch-songs", "radio", "?by=country&n=1").getJsonArray("series");
    assertThat(tops.getJsonObject(0).getJsonArray("items")).hasSize(1);
    assertThat(tops.getJsonObject(0).getJsonArray("items").getJsonObject(0).getString("item"))
        .isEqualTo("a");

    create("sketch-delays", "quantiles");
    record(0, "sketch-delays", "page", "1 CH pro", "2 CH pro", "3 CH pro", "90 DE pro");
    for (String what : List.of("?", "/total?from=-1d&")) {
      JsonObject swiss = read("sketch-delays", "page", what + "where=country:CH&ranks=0.5");
      JsonArray quantiles = swiss.getJsonArray("quantiles");
      assertThat(quantiles).hasSize(1);
      assertThat(quantiles.getJsonObject(0).getInteger("value")).isEqualTo(2);
    }
    refused("ranks", "sketch-songs", "radio?by=country&ranks=0.5");
    refused("by", "sketch-songs", "radio?by=plan");
    refused("where", "sketch-songs", "radio?where=plan:pro");
  }

  private static void refused(String field, String namespace, String rest) {
    JsonObject problem =
        quipu.api(0).get("/v1/counters/" + namespace + "/" + rest).expect(400).json();
    assertThat(problem.getString("field")).as(rest).isEqualTo(field);
  }

  @Test
  void seriesAreFollowed_oneOrAll() {
    record(0, VISITORS, "live", "ann CH pro");
    URI stream = quipu.api(1).uri(Api.path(VISITORS, "live") + "/live?by=country");
    URI swiss = quipu.api(0).uri(Api.path(VISITORS, "live") + "/live?where=country:CH");
    try (FollowedStream all = FollowedStream.of(HttpRequest.newBuilder(stream));
        FollowedStream one = FollowedStream.of(HttpRequest.newBuilder(swiss))) {
      await("the series").until(() -> all.said("{\"country\":\"CH\"},\"events\":1,\"estimate\":1"));
      await("the one").until(() -> one.said("\"events\":1,\"estimate\":1"));
      record(0, VISITORS, "live", "eve DE pro");
      record(1, VISITORS, "live", "bob CH pro");
      await("another series")
          .until(() -> all.said("{\"country\":\"DE\"},\"events\":1,\"estimate\":1"));
      await("both").until(() -> all.said("{\"country\":\"CH\"},\"events\":2,\"estimate\":2"));
      await("the one alone").until(() -> one.said("\"events\":2,\"estimate\":2"));
      assertThat(one.said("\"events\":3")).isFalse();
    }
  }

  @Test
  void countersAreRankedByASeries_byADay_andSeriesOfAllCounters() {
    create("sketch-ranked", "sum");
    record(0, "sketch-ranked", "a", "1 CH pro", "30 DE pro");
    record(0, "sketch-ranked", "b", "2 CH pro", "20 DE pro");
    record(0, "sketch-ranked", "c", "3 CH pro");
    for (String window : List.of("", "&granularity=day", "&granularity=month")) {
      assertThat(top("?n=2" + window)).as(window).containsExactly("a 31", "b 22");
      assertThat(top("?where=country:CH" + window)).containsExactly("c 3", "b 2", "a 1");
      assertThat(top("?where=country:DE" + window)).containsExactly("a 30", "b 20");
      assertThat(top("?by=country&n=3" + window)).containsExactly("a/DE 30", "b/DE 20", "c/CH 3");
      assertThat(top("?by=plan&where=country:CH&prefix=b" + window)).containsExactly("b/CH/pro 2");
    }
    assertThat(top("?granularity=day&window=-1d")).isEmpty();
    refused("by", "sketch-ranked", "top?by=city");
  }

  private static List<String> top(String query) {
    return told(
        quipu
            .api(0)
            .get("/v1/counters/sketch-ranked/top" + query)
            .expect(200)
            .json()
            .getJsonArray("counters"));
  }

  @Test
  void aResetAndAPurgeTakeAllSeries_withTheirWindows() {
    for (String how : List.of("", "?purge=true")) {
      String counter = "gone" + how.length();
      record(0, VISITORS, counter, "ann CH pro", "eve DE pro");
      quipu.api(0).delete(Api.path(VISITORS, counter) + how).expect(how.isEmpty() ? 200 : 202);
      assertThat(series(counter, "?by=country")).isEmpty();
      assertThat(series(counter, "/total?from=-1d&by=country")).isEmpty();
      assertThat(read(VISITORS, counter, "/total?from=-1d&where=country:CH").getInteger("events"))
          .isZero();
      record(1, VISITORS, counter, "bob CH pro");
      assertThat(series(counter, "?by=country")).containsExactly("/CH 1");
      assertThat(series(counter, "/total?from=-1d&by=country")).containsExactly("/CH 1");
    }
  }

  @Test
  void labelsAreAddedLater_andTheirSeriesBeginThen() {
    String namespace = "sketch-later";
    quipu.api(0).createNamespace(namespace, "{\"kind\": \"sketch\", \"state\": \"sum\"}");
    quipu.api(0).record(namespace, "a", "{\"value\": 5}").expect(201);
    String labelled = "{\"value\": 7, \"labels\": {\"country\": \"CH\"}}";
    assertThat(quipu.api(0).record(namespace, "a", labelled).expect(400).json().getString("field"))
        .isEqualTo("labels");
    quipu.api(0).put("/v1/namespaces/" + namespace, "{\"labels\": [\"country\"]}").expect(200);
    await("every event loop knows")
        .untilAsserted(() -> quipu.api(1).record(namespace, "a", labelled).expect(201));
    await("for reads, too")
        .untilAsserted(
            () ->
                assertThat(told(read(namespace, "a", "?by=country").getJsonArray("series")))
                    .containsExactly("/CH 7"));
    assertThat(read(namespace, "a", "").getInteger("estimate")).isEqualTo(12);
    JsonObject fewer =
        quipu.api(0).put("/v1/namespaces/" + namespace, "{\"labels\": []}").expect(409).json();
    assertThat(fewer.getString("field")).isEqualTo("labels");
  }

  @Test
  void aRequestOfManySeriesIsRecordedWhole() {
    List<String> events = new ArrayList<>();
    for (int i = 0; i < 1_100; i++) {
      events.add("v" + i + " c" + i + " pro");
    }
    record(0, VISITORS, "many", events.toArray(String[]::new));
    assertThat(read(VISITORS, "many", "").getInteger("events")).isEqualTo(1_100);
    refused("order", VISITORS, "many?by=country");
    refused("by", VISITORS, "top?by=country");
    refused("by", VISITORS, "many/total?from=-1d&by=country");
    int found = 0;
    String next = "";
    while (next != null) {
      JsonObject page = read(VISITORS, "many", "?by=country&order=name&limit=500&after=" + next);
      found += page.getJsonArray("series").size();
      next = page.getString("next");
    }
    assertThat(found).isEqualTo(1_100);
  }
}
