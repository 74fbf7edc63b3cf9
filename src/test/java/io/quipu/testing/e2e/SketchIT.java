package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Counters of kind sketch over HTTP, through two instances. */
@EndToEnd
class SketchIT {
  private static final int INSTANCES = 2;
  private static final List<String> STATES =
      List.of("sum", "min", "max", "distinct", "top", "quantiles");
  private static RunningQuipu quipu;
  private static Api api;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.open();
    api = quipu.api(0);
    for (String state : STATES) {
      api.createNamespace(of(state), "{\"kind\": \"sketch\", \"state\": \"" + state + "\"}");
    }
  }

  /** The namespace of a state. */
  private static String of(String state) {
    return "sketch-" + state;
  }

  @Test
  void sumMinAndMaxAreExact_whicheverInstanceIsAsked() {
    String values = "[{\"value\": 3.5}, {\"value\": -0.000000001}, {\"value\": 1e15}]";
    for (int i = 0; i < INSTANCES; i++) {
      for (String state : List.of("sum", "min", "max")) {
        JsonObject recorded = quipu.api(i).record(of(state), "exact", values).expect(201).json();
        assertThat(recorded.getString("status")).isEqualTo("recorded");
        assertThat(recorded.getInteger("events")).isEqualTo(3);
      }
      if (i == 0) {
        assertThat(read(0, "sum", "exact").text())
            .isEqualTo(
                "{\"namespace\":\"sketch-sum\",\"counter\":\"exact\",\"events\":3,\"estimate\":%1$s,\"lower\":%1$s,\"upper\":%1$s}"
                    .formatted("1000000000000003.499999999"));
      }
    }
    for (int i = 0; i < INSTANCES; i++) {
      assertThat(read(i, "sum", "exact").text())
          .contains("\"estimate\":2000000000000006.999999998,");
      assertThat(read(i, "min", "exact").text()).contains("\"estimate\":-0.000000001,");
      assertThat(read(i, "max", "exact").text()).contains("\"estimate\":1000000000000000,");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sum", "min", "max", "distinct", "top", "quantiles"})
  void takesAnyNumber_asProgramsWriteThem(String state) {
    String values = "[{\"value\": 0.30000000000000004}, {\"value\": 12345678901234567890}]";
    api.record(of(state), "any", values).expect(201);
    String found = read(1, state, "any").text();
    switch (state) {
      case "sum" -> assertThat(found).contains(":12345678901234567890.30000000000000004,");
      case "min" -> assertThat(found).contains("\"estimate\":0.30000000000000004,");
      case "max" -> assertThat(found).contains("\"estimate\":12345678901234567890,");
      case "distinct" -> assertThat(found).contains("\"estimate\":2,");
      case "top" -> assertThat(found).contains(":0.30000000000000004,", ":12345678901234567890,");
      default -> assertThat(found).contains("\"value\":0.30000000000000004,");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sum", "min", "max", "distinct", "top", "quantiles"})
  void withoutValuesThereIsNothing(String state) {
    JsonObject empty = read(0, state, "never").json();
    assertThat(empty.getInteger("events")).isZero();
    switch (state) {
      case "sum", "distinct" -> assertThat(empty.getInteger("estimate")).isZero();
      case "min", "max" -> {
        assertThat(empty.containsKey("estimate")).isTrue();
        assertThat(empty.getValue("estimate")).isNull();
      }
      case "top" -> assertThat(empty.getJsonArray("items")).isEmpty();
      default ->
          assertThat(empty.getJsonArray("quantiles").getJsonObject(0).getValue("value")).isNull();
    }
  }

  @Test
  void distinctIsWithinItsBounds_howeverOftenAndWhereverTheSameIsRecorded() {
    for (int i = 0; i < INSTANCES; i++) {
      int from = i * 2_000;
      quipu
          .api(i)
          .record(of("distinct"), "visitors", texts(IntStream.range(from, from + 6_000)))
          .expect(201);
    }
    for (int i = 0; i < INSTANCES; i++) {
      JsonObject found = read(i, "distinct", "visitors").json();
      assertThat(found.getInteger("events")).isEqualTo(12_000);
      assertThat(found.getInteger("lower")).isLessThanOrEqualTo(8_000);
      assertThat(found.getInteger("upper")).isGreaterThanOrEqualTo(8_000);
      assertThat(found.getDouble("estimate")).isCloseTo(8_000, within(320.0));
    }
  }

  @Test
  void topRanksTextsAndNumbers_withTheirBounds() {
    for (int i = 0; i < INSTANCES; i++) {
      quipu.api(i).record(of("top"), "songs", texts(IntStream.range(0, 500))).expect(201);
      quipu.api(i).record(of("top"), "songs", values(300, "\"back in black\"")).expect(201);
      quipu.api(i).record(of("top"), "songs", values(200, "42")).expect(201);
    }
    JsonArray items = read(1, "top", "songs?n=2").json().getJsonArray("items");
    assertThat(items).hasSize(2);
    assertThat(items.getJsonObject(0).getValue("item")).isEqualTo("back in black");
    assertThat(items.getJsonObject(0).getInteger("lower")).isLessThanOrEqualTo(600);
    assertThat(items.getJsonObject(0).getInteger("upper")).isGreaterThanOrEqualTo(600);
    assertThat(items.getJsonObject(1).getValue("item")).isEqualTo(42);
    assertThat(read(0, "top", "songs").json().getJsonArray("items")).hasSize(10);
  }

  @Test
  void quantilesAreWithinTheirBounds_ofWhateverRanksAreWanted() {
    List<Integer> shuffled =
        IntStream.range(0, 9_000).boxed().collect(Collectors.toCollection(ArrayList::new));
    Collections.shuffle(shuffled, new Random(1));
    for (int i = 0; i < INSTANCES; i++) {
      List<Integer> own = shuffled.subList(i * 4_500, (i + 1) * 4_500);
      String values =
          own.stream().map(value -> "{\"value\":" + value + "}").collect(Collectors.joining(","));
      quipu.api(i).record(of("quantiles"), "latency", "[" + values + "]").expect(201);
    }
    JsonArray usual = read(1, "quantiles", "latency").json().getJsonArray("quantiles");
    assertThat(usual.stream().map(one -> ((JsonObject) one).getDouble("rank")))
        .containsExactly(0.5, 0.9, 0.95, 0.99);
    JsonArray wanted =
        read(0, "quantiles", "latency?ranks=0,0.25,1").json().getJsonArray("quantiles");
    for (Object one : wanted) {
      JsonObject quantile = (JsonObject) one;
      double truth = quantile.getDouble("rank") * 9_000;
      assertThat(quantile.getDouble("lower")).isLessThanOrEqualTo(truth);
      assertThat(quantile.getDouble("upper")).isGreaterThanOrEqualTo(truth - 1);
      assertThat(quantile.getDouble("value")).isCloseTo(truth, within(130.0));
    }
  }

  @Test
  void whatAnInstanceHasSeenStays_whenItIsGone(SharedQuipu shared) {
    double merged = merged();
    String before;
    try (RunningQuipu another = shared.another(Map.of())) {
      another.api(0).record(of("sum"), "moved", "[{\"value\": 1}, {\"value\": 2}]").expect(201);
      api.record(of("sum"), "moved", "{\"value\": 4}").expect(201);
      before = read(0, "sum", "moved").text();
      assertThat(before).contains("\"events\":3,\"estimate\":7,");
    }
    await("the shard to be merged")
        .until(
            () -> {
              assertThat(read(1, "sum", "moved").text()).isEqualTo(before);
              return merged() > merged;
            });
    assertThat(read(0, "sum", "moved").text()).isEqualTo(before);
  }

  private static double merged() {
    return IntStream.range(0, INSTANCES)
        .mapToDouble(i -> quipu.api(i).meter("quipu_sketch_merged_total"))
        .sum();
  }

  @Test
  void manyAreReadTogether_withOtherKinds() {
    api.record(of("max"), "many", "{\"value\": 7}").expect(201);
    api.recordOne("default", "many").expect(201);
    String asked =
        "{\"counters\": [{\"namespace\": \"sketch-max\", \"counter\": \"many\"}, {\"counter\":"
            + " \"many\"}]}";
    JsonArray counts =
        api.post("/v1/counts", "application/json", asked).expect(200).json().getJsonArray("counts");
    assertThat(counts.getJsonObject(0).getInteger("estimate")).isEqualTo(7);
    assertThat(counts.getJsonObject(1).getInteger("count")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"12345678901234567.89", "1e-300", "-98765432109876543210.5"})
  void hasEachDigitInTables_too(String number) {
    for (String state : STATES) {
      api.record(of(state), number, "[{\"value\": " + number + "}]").expect(201);
      Answer json = read(0, state, number);
      String cells = quipu.api(1).get(Api.path(of(state), number), "text/csv").expect(200).text();
      if (json.text().contains("\"estimate\":") && !json.text().contains("items")) {
        String estimate = json.text().replaceAll(".*\"estimate\":([^,]*),.*", "$1");
        assertThat(cells).contains("\r\n1," + estimate + "," + estimate + ",");
      } else {
        String list = json.text().replaceAll(".*(\\[.*])}", "$1");
        assertThat(cells).endsWith("\r\n1,\"" + list.replace("\"", "\"\"") + "\"\r\n");
      }
    }
  }

  @Test
  void itsParametersAreNotUnknown_whereAnotherKindIsAsked() {
    Answer refused = api.get("/v1/counters/default/a?ranks=0.5").expect(400);
    assertThat(refused.json().getString("detail"))
        .startsWith("ranks is for counters of kind sketch; kind is event");
  }

  @Test
  void anAnswerStaysTheSame_untilSomethingIsRecorded() {
    api.record(of("quantiles"), "tagged", "{\"value\": 7}").expect(201);
    String tag = read(0, "quantiles", "tagged").headers().firstValue("ETag").orElseThrow();
    HttpRequest.Builder again =
        HttpRequest.newBuilder(quipu.api(1).uri(Api.path(of("quantiles"), "tagged")))
            .header("If-None-Match", tag);
    Api.send(again).expect(304);
    quipu.api(0).record(of("quantiles"), "tagged", "{\"value\": 7}").expect(201);
    Api.send(again).expect(200);
  }

  @Test
  void aChangeReachesFollowersOfOtherInstances() {
    api.record(of("sum"), "live", "{\"value\": 1.5}").expect(201);
    try (FollowedStream live = FollowedStream.of(quipu.api(1), of("sum"), "live")) {
      await().until(() -> live.said("\"estimate\":1.5,"));
      api.record(of("sum"), "live", "{\"value\": 4}").expect(201);
      await().until(() -> live.said("\"estimate\":5.5,"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "sum, '{}', value",
    "sum, '{\"value\":\"3\"}', value",
    "sum, '{\"value\":\"NaN\"}', value",
    "sum, '{\"value\":1e999}', value",
    "sum, '{\"value\":-1e999999999}', value",
    "sum, '{\"value\":1e-401}', value",
    "sum, '{\"value\":1.8e308}', value",
    "sum, '{\"value\":null}', value",
    "sum, '{\"value\":true}', value",
    "sum, '{\"value\":[1]}', value",
    "sum, '{\"value\":NaN}', body",
    "sum, '{\"value\":-Infinity}', body",
    "sum, '{\"value\":1,\"id\":\"x\"}', id",
    "sum, '{\"value\":1,\"delta\":1}', delta",
    "min, '{\"value\":\"a\"}', value",
    "quantiles, '{\"value\":\"a\"}', value",
    "distinct, '{\"value\":\"\"}', value",
    "distinct, '{\"value\":1e999}', value",
    "top, '{\"value\":\"\\ud800\"}', value",
    "top, '[{\"value\":1},{\"value\":{}}]', events[1].value",
    "sum, '[{\"value\":1},{\"version\":1,\"value\":2}]', events[1].version",
  })
  void badInputNamesTheField_andChangesNothing(String state, String body, String field) {
    JsonObject refused = api.record(of(state), "bad", body).expect(400).json();
    assertThat(refused.getString("field", "body")).isEqualTo(field);
    assertThat(read(0, state, "bad").json().getInteger("events")).isZero();
  }

  @Test
  void badInputOfOtherFormsChangesNothing() {
    String tooLong = "{\"value\": \"" + "x".repeat(257) + "\"}";
    assertThat(api.record(of("top"), "bad", tooLong).expect(400).json().getString("field"))
        .isEqualTo("value");
    api.recordOne(of("sum"), "bad").expect(400);
    api.post(
            Api.path(of("sum"), "bad") + "/events?confirm=settled",
            "application/json",
            "{\"value\":1}")
        .expect(400);
    Answer named =
        Api.send(
            HttpRequest.newBuilder(api.uri(Api.path(of("sum"), "bad") + "/events"))
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", "\"x\"")
                .POST(HttpRequest.BodyPublishers.ofString("{\"value\":1}")));
    assertThat(named.expect(400).json().getString("field")).isEqualTo("Idempotency-Key");
    assertThat(read(0, "sum", "bad").json().getInteger("events")).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "quantiles, ranks=2, ranks",
    "quantiles, ranks=, ranks",
    "quantiles, 'ranks=0.5,', ranks",
    "quantiles, ranks=NaN, ranks",
    "quantiles, ranks=1e-3, ranks",
    "quantiles, 'ranks=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0', ranks",
    "quantiles, n=3, n",
    "top, n=0, n",
    "top, n=101, n",
    "top, n=x, n",
    "sum, ranks=0.5, ranks",
    "default, ranks=0.5, ranks",
    "sum, rank=0.5, rank",
  })
  void badOptionsNameTheParameter(String state, String query, String field) {
    String namespace = STATES.contains(state) ? of(state) : state;
    Answer refused = api.get(Api.path(namespace, "a") + "?" + query).expect(400);
    assertThat(refused.json().getString("field")).isEqualTo(field);
  }

  @ParameterizedTest
  @CsvSource({
    "'{\"kind\":\"sketch\"}', state",
    "'{\"kind\":\"sketch\",\"state\":\"mean\"}', state",
    "'{\"kind\":\"sketch\",\"state\":7}', state",
    "'{\"kind\":\"event\",\"state\":\"sum\"}', state",
    "'{\"kind\":\"sketch\",\"state\":\"sum\",\"max\":3}', max",
    "'{\"kind\":\"sketch\",\"state\":\"sum\",\"shards\":2}', shards",
    "'{\"kind\":\"sketch\",\"state\":\"sum\",\"deduplicate\":\"24h\"}', deduplicate",
  })
  void badSettingsNameTheField(String settings, String field) {
    Answer refused = api.put("/v1/namespaces/bad-sketch-settings", settings).expect(400);
    assertThat(refused.json().getString("field")).isEqualTo(field);
  }

  @Test
  void aStateIsForEver() {
    Answer refused = api.put("/v1/namespaces/sketch-sum", "{\"state\": \"max\"}").expect(409);
    assertThat(refused.problem()).isEqualTo("setting-change");
    assertThat(refused.json().getString("field")).isEqualTo("state");
    api.put("/v1/namespaces/sketch-sum", "{\"kind\": \"sketch\", \"state\": \"sum\"}").expect(200);
    assertThat(api.get("/v1/namespaces/sketch-sum").json().getString("state")).isEqualTo("sum");
  }

  @Test
  void whatItDoesNotHaveIsRefused() {
    api.get(Api.path(of("sum"), "a") + "/windows?granularity=hour").expect(400);
    api.get(Api.path(of("sum"), "a") + "/total?from=-1d").expect(400);
    api.post(Api.path(of("sum"), "a") + "/recount", "", "").expect(400);
  }

  private static Answer read(int instance, String state, String counter) {
    String[] parts = counter.split("\\?", 2);
    String query = parts.length == 1 ? "" : "?" + parts[1];
    return quipu.api(instance).get(Api.path(of(state), parts[0]) + query).expect(200);
  }

  private static String texts(IntStream numbers) {
    return numbers
        .mapToObj(number -> "{\"value\":\"visitor-" + number + "\"}")
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static String values(int times, String value) {
    return String.join(",", Collections.nCopies(times, "{\"value\":" + value + "}"))
        .transform(all -> "[" + all + "]");
  }
}
