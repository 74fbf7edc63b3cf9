package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The largest counters, over HTTP, held against all counters sorted one by one. */
@Thorough
@EndToEnd
class RankingIT {
  private static final int COUNTERS = 300;

  /** Longer than the clock is moved on at once: to the group, a heartbeat is late and no more. */
  private static final String LEASE = "60s";

  private static final MovedClock CLOCK = new MovedClock();

  private static RunningQuipu quipu;
  private static Api api;
  private static Api other;

  private record Expected(String counter, long count, long events) {
    JsonObject json() {
      return JsonObject.of("counter", counter, "count", (int) count, "events", (int) events);
    }
  }

  @BeforeAll
  static void start(TestCassandra cassandra) {
    quipu =
        RunningQuipu.start(
            2,
            cassandra.contactPoint(),
            cassandra.freshKeyspace(),
            Map.of(
                "QUIPU_CHECKPOINT_PERIOD", "100ms",
                "QUIPU_HEARTBEAT", "200ms",
                "QUIPU_LEASE", LEASE),
            CLOCK);
    api = quipu.api(0);
    other = quipu.api(1);
  }

  @AfterAll
  static void stop() {
    quipu.close();
  }

  /** By the clock of the instances. */
  private static Instant now() {
    return CLOCK.wall().instant();
  }

  /** As fast as heartbeats are sent. */
  private static void pass(Duration time) {
    for (int half = 0; half < 2; half++) {
      CLOCK.moveOn(time.dividedBy(2));
      api.recordOne("default", "later").expect(201);
      api.settled("default", "later");
    }
  }

  /** Counts from -20 to 20, so that there are many ties. */
  @ParameterizedTest
  @CsvSource({"ranked, 1, event", "ranked-4, 4, event", "ranked-latest, 2, latest"})
  void ranksAllCounters_byCountAndThenByName(String namespace, int shards, String kind) {
    api.createNamespace(namespace, "{\"kind\": \"%s\", \"shards\": %d}".formatted(kind, shards));
    Random random = new Random(shards);
    Map<String, Expected> counters = new TreeMap<>();
    List<String> events = new ArrayList<>();
    for (int i = 0; i < COUNTERS; i++) {
      String name = (i % 3 == 0 ? "page/" : "") + Character.toString(0x41 + i * 13) + i;
      long sum = 0;
      int times = 1 + random.nextInt(4);
      for (int time = 0; time < times; time++) {
        long delta = random.nextBoolean() ? random.nextLong(1, 6) : -random.nextLong(1, 6);
        sum += delta;
        String event =
            kind.equals("latest")
                ? "\"actor\":\"a%d\",\"version\":1,\"value\":%d".formatted(time, delta)
                : "\"delta\":%d,\"id\":\"%d\"".formatted(delta, time);
        events.add(
            "{\"namespace\":\"%s\",\"counter\":\"%s\",%s}".formatted(namespace, name, event));
      }
      counters.put(name, new Expected(name, sum, times));
    }
    api.post("/v1/events", "application/json", "[" + String.join(",", events) + "]").expect(201);

    Instant day = now().truncatedTo(ChronoUnit.DAYS);
    assertRanking(namespace, "?order=count&limit=1000", counters, "", 1_000);
    assertRanking(namespace, "?order=count&limit=7", counters, "", 7);
    assertRanking(namespace, "?order=count&prefix=page/", counters, "page/", 100);
    assertRanking(namespace, "/top", counters, "", 10);
    assertRanking(namespace, "/top?n=1000&granularity=day&window=" + day, counters, "", 1_000);
    assertRanking(
        namespace, "/top?n=5&prefix=page/&granularity=day&window=" + day, counters, "page/", 5);
    JsonArray before =
        api.get(path(namespace, "/top?granularity=day&window=" + day.minus(1, ChronoUnit.DAYS)))
            .expect(200)
            .json()
            .getJsonArray("counters");
    assertThat(before).isEmpty();
  }

  private static void assertRanking(
      String namespace, String query, Map<String, Expected> counters, String prefix, int most) {
    List<Expected> sorted =
        counters.values().stream()
            .filter(one -> one.counter().startsWith(prefix))
            .sorted(
                Comparator.comparingLong(Expected::count)
                    .reversed()
                    .thenComparing(Expected::counter))
            .toList();
    for (Api instance : List.of(api, other)) {
      await(query)
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () -> {
                JsonObject found = instance.get(path(namespace, query)).expect(200).json();
                assertThat(found.getInteger("total")).isEqualTo(sorted.size());
                assertThat(found.getJsonArray("counters").stream().toList())
                    .isEqualTo(sorted.stream().limit(most).map(Expected::json).toList());
              });
    }
  }

  private static String path(String namespace, String query) {
    return "/v1/counters/" + namespace + query;
  }

  /** Some counters rest since an earlier minute, others have gone on: of these it was closed. */
  @Test
  void ranksAWindow_whetherItsCountersRestOrGoOn() {
    api.createNamespace("by-minute", "{\"kind\": \"event\", \"shards\": 2}");
    Instant first = now().truncatedTo(ChronoUnit.MINUTES);
    for (int i = 0; i < 20; i++) {
      api.record("by-minute", "c" + i, "{\"delta\": " + (i % 7 + 1) + "}").expect(201);
    }
    pass(Duration.between(now(), first.plusSeconds(61)));
    for (int step = 0; step < 2; step++) {
      for (int i = 0; i < 20; i += 2) {
        api.record("by-minute", "c" + i, "{\"delta\": 100}").expect(201);
      }
      for (int i = 0; i < 20; i += 2) {
        api.settled("by-minute", "c" + i);
      }
    }
    List<Instant> minutes = Stream.of(0, 1, 2).map(i -> first.plus(i, ChronoUnit.MINUTES)).toList();
    for (Instant minute : minutes) {
      List<Expected> windows = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        JsonObject window = window("c" + i, minute);
        if (window.getLong("events") > 0) {
          windows.add(new Expected("c" + i, window.getLong("count"), window.getLong("events")));
        }
      }
      assertRanking(
          "by-minute",
          "/top?n=1000&granularity=minute&window=" + minute,
          windows.stream().collect(Collectors.toMap(Expected::counter, one -> one)),
          "",
          1_000);
    }
  }

  private static JsonObject window(String counter, Instant minute) {
    return api.get(
            Api.path("by-minute", counter)
                + "/windows?granularity=minute&from="
                + minute
                + "&to="
                + minute.plusSeconds(60))
        .expect(200)
        .json()
        .getJsonArray("windows")
        .getJsonObject(0);
  }

  @Test
  void says_upToWhenEverythingIsIn() {
    api.createNamespace("as-of");
    Instant before = now();
    api.recordOne("as-of", "a").expect(201);
    Instant after = now();
    pass(Duration.ofSeconds(61)); // a page with nothing more to settle is moved after a minute
    await("a ranking with all of it")
        .until(
            () -> {
              String asOf = api.get(path("as-of", "/top")).expect(200).json().getString("asOf");
              return asOf != null && Instant.parse(asOf).isAfter(after); // pages at rest, too
            });
    JsonObject found = api.get(path("as-of", "/top")).json();
    assertThat(found.getJsonArray("counters"))
        .containsExactly(JsonObject.of("counter", "a", "count", 1, "events", 1));
    assertThat(Instant.parse(found.getString("asOf"))).isAfter(before);
  }

  private static final int NAMESPACES = 500;

  private static final String RANGES =
      "\"ask\": \"total\", \"range\": \"today\", \"compare\": \"previous\"";

  private static String settings(int i) {
    return i % 11 == 0
        ? "{\"kind\": \"sketch\", \"state\": \"sum\", \"windows\": [\"hour\", \"day\"]}"
        : i % 13 == 0
            ? "{\"kind\": \"linear\"}"
            : "{\"kind\": \"event\", \"lateness\": \"3d\", \"shards\": %d}"
                .formatted(i % 10 == 0 ? 2 : 1);
  }

  /** Namespaces of several kinds: in one question each has what it has in a question of its own. */
  @Test
  void addsUpManyNamespaces_inOneQuestion() {
    List<String> names = new ArrayList<>();
    List<String> events = new ArrayList<>();
    Instant now = now();
    for (int i = 0; i < NAMESPACES; i++) {
      String name = "many-%03d".formatted(i);
      names.add(name);
      api.createNamespace(name, settings(i));
      for (int j = 0; j < i % 4; j++) {
        String of = "{\"namespace\":\"%s\",\"counter\":\"c%d\",".formatted(name, j);
        if (i % 11 == 0) {
          events.add(of + "\"value\":" + (i + j) + "}");
        } else if (i % 13 == 0) {
          events.add(of + "\"delta\":" + (i + j) + "}");
        } else {
          events.add(of + "\"delta\":1}");
          events.add(of + "\"delta\":5,\"time\":\"" + now.minus(30L * j, ChronoUnit.HOURS) + "\"}");
        }
      }
    }
    for (int from = 0; from < events.size(); from += 500) {
      List<String> some = events.subList(from, Math.min(events.size(), from + 500));
      api.post("/v1/events", "application/json", "[" + String.join(",", some) + "]").expect(201);
    }
    await("all that was counted")
        .atMost(Duration.ofSeconds(60))
        .until(() -> eventsOf(names) == events.size());
    for (String ask :
        List.of(
            "\"ask\": \"count\"",
            RANGES,
            "\"ask\": \"windows\", \"granularity\": \"hour\", \"range\": \"24h\"",
            "\"ask\": \"top\", \"limit\": 2, \"range\": \"today\"")) {
      List<JsonObject> each = each(names, ask);
      assertThat(each).hasSize(NAMESPACES);
      for (int i = 0; i < NAMESPACES; i += 17) {
        JsonObject alone = query("\"namespace\": \"" + names.get(i) + "\", " + ask);
        JsonObject found = each.get(i);
        assertThat(found.remove("namespace")).isEqualTo(names.get(i));
        assertThat(numbers(found)).as("%s of %d", ask, i).isEqualTo(numbers(alone));
      }
    }
  }

  private static long eventsOf(List<String> names) {
    return each(names, "\"ask\": \"count\"").stream()
        .mapToLong(one -> one.getLong("events", 0L))
        .sum();
  }

  private static List<JsonObject> each(List<String> names, String ask) {
    String quoted = names.stream().map(name -> "\"" + name + "\"").collect(Collectors.joining(","));
    JsonArray each = query("\"namespaces\": [" + quoted + "], " + ask).getJsonArray("namespaces");
    return each.stream().map(JsonObject.class::cast).toList();
  }

  private static JsonObject query(String question) {
    return api.post(
            "/v1/query", "application/json", "{\"queries\": [{\"id\": \"a\", " + question + "}]}")
        .expect(200)
        .json()
        .getJsonArray("results")
        .getJsonObject(0);
  }

  /** What two answers of different moments have in common, as the ends of ranges move. */
  private static String numbers(JsonObject answer) {
    answer.remove("id");
    return answer
        .encode()
        .replaceAll("\"(from|to|asOf|settled|start|end)\":(\"[^\"]*\"|\\w+),?", "");
  }

  @Test
  void aCounterOfThatNameIsThere() {
    api.recordOne("default", "top").expect(201);
    assertThat(api.get("/v1/counters/default/%74op").expect(200).json().getInteger("count"))
        .isEqualTo(1);
  }
}
