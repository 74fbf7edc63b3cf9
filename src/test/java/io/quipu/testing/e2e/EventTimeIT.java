package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.Thorough;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Events count in the windows of their own time, in whatever order and by whatever way they come.
 */
@Thorough
@EndToEnd
class EventTimeIT {
  private static final String NAMESPACE = "event-times";
  private static final String SETTINGS =
      "{\"kind\": \"event\", \"lateness\": \"7d\", \"shards\": 2, \"retain\": \"forever\"}";

  private static RunningQuipu quipu;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.open();
    quipu.api(0).createNamespace(NAMESPACE, SETTINGS);
  }

  private static String timed(Instant time, int id) {
    String name = id % 3 == 0 ? "" : ", \"id\": \"e" + id + "\"";
    return "{\"time\": \"" + time + "\", \"delta\": " + (1 + id % 5) + name + "}";
  }

  /** Some of every page of the counter while it is settled, and some that are still in its tail. */
  @Test
  void windowsEqualWhatWasSent_minuteByMinute() {
    String counter = "by minute";
    Random random = new Random(29);
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    Map<Instant, Long> sent = new TreeMap<>();
    for (int round = 0; round < 6; round++) {
      List<String> events = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        Instant time = now.minusSeconds(random.nextInt(random.nextBoolean() ? 600 : 6 * 86_400));
        int id = 100 * round + i;
        events.add(timed(time, id));
        sent.merge(time.truncatedTo(ChronoUnit.MINUTES), 1L + id % 5, Long::sum);
      }
      quipu.api(round % 2).record(NAMESPACE, counter, events.toString()).expect(201);
      // the same ids again, with other times: they count once, where they counted first
      quipu.api((round + 1) % 2).record(NAMESPACE, counter, again(events)).expect(201);
      if (round % 2 == 0) {
        quipu.api(0).settled(NAMESPACE, counter);
      }
      assertThat(minutes(counter, round % 2)).isEqualTo(sent);
    }
    quipu.api(1).settled(NAMESPACE, counter);
    assertThat(minutes(counter, 0)).isEqualTo(sent);
    long all = sent.values().stream().mapToLong(Long::longValue).sum();
    for (String unit : List.of("hour", "day", "week")) {
      assertThat(sum(windows(counter, unit, 0))).as(unit).isEqualTo(all);
    }
    JsonObject recount = quipu.api(0).recount(NAMESPACE, counter);
    assertThat(recount.getLong("drift")).as(recount.encode()).isZero();
    assertThat(recount.getBoolean("complete")).isTrue();
    assertThat(recount.getLong("windowsChecked")).isGreaterThan(200);
  }

  /** Only those with an id, which may be sent again. */
  private static String again(List<String> events) {
    return events.stream()
        .filter(event -> event.contains("\"id\""))
        .map(
            event ->
                event.replaceFirst("\"time\": \"[^\"]*\"", "\"time\": \"" + Instant.now() + "\""))
        .toList()
        .toString();
  }

  @Test
  void everyWayInKnowsWhenAnEventHappened() {
    Instant then = Instant.now().minus(Duration.ofDays(2)).truncatedTo(ChronoUnit.SECONDS);
    String time = "\"time\": \"" + then + "\"";
    String at = "\"namespace\": \"" + NAMESPACE + "\", \"counter\": \"ways\", ";
    Api api = quipu.api(0);
    api.post("/v1/events", "application/x-ndjson", "{" + at + time + "}\n").expect(201);
    api.post("/v1/events", "application/json", "[{" + at + time + ", \"id\": \"a\"}]").expect(201);
    String cloud =
        "{\"specversion\": \"1.0\", \"id\": \"1\", \"source\": \"/s\", \"type\": \""
            + NAMESPACE
            + "\", \"subject\": \"ways\", "
            + time
            + "}";
    api.post("/v1/events", "application/cloudevents+json", cloud).expect(201);
    api.post(
            "/v1/events",
            "application/cloudevents-batch+json",
            "[" + cloud.replace("\"1\"", "\"2\"") + "]")
        .expect(201);
    HttpRequest.Builder binary = HttpRequest.newBuilder(api.uri("/v1/events"));
    Map.of(
            "specversion",
            "1.0",
            "id",
            "3",
            "source",
            "/s",
            "type",
            NAMESPACE,
            "subject",
            "ways",
            "time",
            then.toString())
        .forEach((name, value) -> binary.header("ce-" + name, value));
    Api.send(binary.POST(BodyPublishers.noBody())).expect(201);
    try (LiveCounts live = LiveCounts.subscribed(quipu.api(1), NAMESPACE, "ways")) {
      live.say(
          new JsonObject()
              .put("type", "record")
              .put("namespace", NAMESPACE)
              .put("counter", "ways")
              .put("time", then.toString()));
      await("the live count").until(() -> live.last() == 6);
    }
    assertThat(minutes("ways", 1)).isEqualTo(Map.of(then.truncatedTo(ChronoUnit.MINUTES), 6L));
  }

  @Test
  void theKindsThatHaveWindowsKnowIt_andTheOthersTakeATimeOfNow() {
    Instant then = Instant.now().minus(Duration.ofDays(2)).truncatedTo(ChronoUnit.MINUTES);
    String time = "\"time\": \"" + then + "\"";
    Api api = quipu.api(0);
    for (String kind : List.of("unique", "latest", "linear", "sketch")) {
      String namespace = "event-times-" + kind;
      boolean hasWindows = !kind.equals("linear") && !kind.equals("sketch");
      String more = kind.equals("sketch") ? ", \"state\": \"sum\"" : "";
      String late = "{\"kind\": \"" + kind + "\", \"lateness\": \"3d\"" + more + "}";
      api.put("/v1/namespaces/" + namespace, late).expect(hasWindows ? 201 : 400);
      if (!hasWindows) {
        api.createNamespace(namespace, "{\"kind\": \"" + kind + "\"" + more + "}");
      }
      String event =
          switch (kind) {
            case "unique" -> "{\"id\": \"x\", \"delta\": 7, ";
            case "latest" -> "{\"actor\": \"p\", \"version\": 1, \"value\": 7, ";
            case "linear" -> "{\"delta\": 7, ";
            default -> "{\"value\": 7, ";
          };
      api.record(namespace, "a", event + time + "}").expect(hasWindows ? 201 : 400);
      api.record(namespace, "b", event + "\"time\": \"" + Instant.now() + "\"}").expect(201);
      if (hasWindows) {
        JsonObject day =
            api.get(
                    Api.path(namespace, "a")
                        + "/windows?granularity=minute&from="
                        + then
                        + "&to="
                        + then.plusSeconds(60))
                .expect(200)
                .json()
                .getJsonArray("windows")
                .getJsonObject(0);
        assertThat(day.getLong("count")).as(kind).isEqualTo(7);
      }
    }
  }

  @Test
  void allLevelsOfAPathCountItThen() {
    Instant then = Instant.now().minus(Duration.ofDays(4)).truncatedTo(ChronoUnit.MINUTES);
    String namespace = "event-times-levels";
    String settings = "{\"kind\": \"event\", \"lateness\": \"7d\", \"hierarchy\": \"/\"}";
    quipu.api(0).createNamespace(namespace, settings);
    String event = "{\"id\": \"x\", \"delta\": 3, \"time\": \"" + then + "\"}";
    quipu.api(0).record(namespace, "a/b/c", event).expect(201);
    quipu.api(1).record(namespace, "a/b/c", event).expect(201);
    String range = "/total?from=" + then + "&to=" + then.plusSeconds(60);
    for (String level : List.of("a", "a/b", "a/b/c")) {
      JsonObject total = quipu.api(1).get(Api.path(namespace, level) + range).expect(200).json();
      assertThat(total.getLong("count")).as(level).isEqualTo(3);
      assertThat(total.getBoolean("settled")).as(level).isFalse();
    }
  }

  @Test
  void tops_ofAnEarlierDay_knowThem() {
    Instant then = Instant.now().minus(Duration.ofDays(3));
    quipu.api(0).record(NAMESPACE, "top a", "[" + timed(then, 4) + "]").expect(201);
    quipu.api(1).record(NAMESPACE, "top b", "[" + timed(then, 3) + "]").expect(201);
    quipu.api(0).settled(NAMESPACE, "top a");
    quipu.api(0).settled(NAMESPACE, "top b");
    String path =
        "/v1/counters/"
            + NAMESPACE
            + "/top?n=100&prefix=top&granularity=day&window="
            + then.truncatedTo(ChronoUnit.DAYS);
    await()
        .untilAsserted(
            () -> {
              List<String> top =
                  quipu.api(0).get(path).expect(200).json().getJsonArray("counters").stream()
                      .map(JsonObject.class::cast)
                      .map(one -> one.getString("counter") + " " + one.getLong("count"))
                      .toList();
              assertThat(top).containsExactly("top a 5", "top b 4");
            });
  }

  @Test
  void aResetTakesAwayWhatWasBefore_andWindowsSumToTheCount() {
    String counter = "reset";
    Instant then = Instant.now().minus(Duration.ofHours(30));
    quipu
        .api(0)
        .record(NAMESPACE, counter, "[" + timed(then, 4) + "," + timed(then, 6) + "]")
        .expect(201);
    quipu.api(1).delete(Api.path(NAMESPACE, counter)).expect(200);
    quipu.api(1).record(NAMESPACE, counter, "[" + timed(then, 9) + "]").expect(201);
    assertThat(sum(windows(counter, "hour", 0))).isEqualTo(5);
    quipu.api(0).settled(NAMESPACE, counter);
    assertThat(sum(windows(counter, "hour", 1))).isEqualTo(5);
    assertThat(quipu.api(0).recount(NAMESPACE, counter).getLong("drift")).isZero();
  }

  /** Rows are kept for a day after they were recorded, whenever their events happened. */
  @Test
  void eventsOfLongAgo_areRecountedWhileTheirRowsAreThere() {
    String namespace = "event-times-1d";
    quipu.api(0).createNamespace(namespace, "{\"lateness\": \"31d\", \"retain\": \"1d\"}");
    Instant now = Instant.now();
    String events =
        IntStream.range(0, 1_000)
            .mapToObj(i -> timed(now.minus(Duration.ofMinutes(28L * i)), 5 * i + 1))
            .toList()
            .toString();
    quipu.api(0).record(namespace, "ago", events).expect(201);
    quipu.api(0).settled(namespace, "ago");
    JsonObject recount = quipu.api(1).recount(namespace, "ago");
    assertThat(recount.getBoolean("complete")).as(recount.encode()).isTrue();
    assertThat(recount.getLong("count")).isEqualTo(2_000);
    assertThat(recount.getLong("recounted")).isEqualTo(2_000);
    assertThat(recount.getLong("drift")).isZero();
    assertThat(recount.getLong("windowsChecked")).isGreaterThan(1_400);
  }

  @Test
  void whatIsTooOldIsRefused_andNothingOfItsBatchIsRecorded() {
    Instant now = Instant.now();
    String batch = "[{}, " + timed(now.minus(Duration.ofDays(8)), 1) + "]";
    JsonObject problem = quipu.api(0).record(NAMESPACE, "refused", batch).expect(400).json();
    assertThat(problem.getString("type")).isEqualTo("/problems/late-event");
    assertThat(problem.getInteger("index")).isEqualTo(1);
    assertThat(quipu.api(1).get(Api.path(NAMESPACE, "refused")).expect(200).json().getLong("count"))
        .isZero();
  }

  private static Map<Instant, Long> minutes(String counter, int instance) {
    Map<Instant, Long> counts = new TreeMap<>();
    for (JsonObject window : windows(counter, "minute", instance)) {
      if (window.getLong("count") != 0) {
        counts.put(Instant.parse(window.getString("start")), window.getLong("count"));
      }
    }
    return counts;
  }

  private static long sum(List<JsonObject> windows) {
    return windows.stream().mapToLong(window -> window.getLong("count")).sum();
  }

  private static List<JsonObject> windows(String counter, String unit, int instance) {
    return quipu
        .api(instance)
        .get(Api.path(NAMESPACE, counter) + "/windows?from=-9600m&to=now&granularity=" + unit)
        .expect(200)
        .json()
        .getJsonArray("windows")
        .stream()
        .map(JsonObject.class::cast)
        .toList();
  }
}
