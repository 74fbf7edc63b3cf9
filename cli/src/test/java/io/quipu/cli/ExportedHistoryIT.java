package io.quipu.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.ops.csv.Spreadsheet;
import io.quipu.testing.dev.Thorough;
import io.quipu.testing.e2e.Api;
import io.quipu.testing.e2e.EndToEnd;
import io.quipu.testing.e2e.RunningQuipu;
import io.quipu.testing.e2e.SharedQuipu;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is exported and imported again is as it was: counts, windows of all lengths, and series. */
@Thorough
@EndToEnd
class ExportedHistoryIT {
  private static final int DAYS = 6;
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  @TempDir private static Path folder;
  private static RunningQuipu quipu;

  private final long seed = Long.getLong("quipu.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final Instant now = Instant.now().truncatedTo(ChronoUnit.MINUTES);

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.open();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"kind\": \"unique\", \"lateness\": \"400d\", \"labels\": [\"country\"]}",
        "{\"lateness\": \"30d\", \"windows\": [\"hour\", \"day\"], \"labels\": [\"country\", \"plan\"]}",
        "{\"lateness\": \"30d\", \"shards\": 2, \"labels\": [\"country\", \"plan\"],"
            + " \"breakdowns\": [[\"country\"], [\"country\", \"plan\"]],"
            + " \"keep\": {\"minute\": \"1d\", \"hour\": \"3d\"}}",
        "{\"kind\": \"event\", \"lateness\": \"30d\", \"hierarchy\": \"/\", \"labels\": [\"plan\"]}",
        "{\"kind\": \"unique\", \"windows\": [\"minute\"], \"lateness\": \"20d\"}",
        "{\"kind\": \"event\", \"windows\": [], \"labels\": [\"country\"], \"lateness\": \"20d\"}"
      })
  void isAsItWas_andASecondImportCountsNothing(String settings) throws IOException {
    System.out.println("-Dquipu.seed=" + seed + " " + settings);
    int number = NUMBERS.incrementAndGet();
    String from = "exported-history-" + number;
    String into = "imported-history-" + number;
    quipu.api(0).createNamespace(from, settings);
    quipu.api(0).createNamespace(into, settings);
    JsonObject shown = quipu.api(0).get("/v1/namespaces/" + from).expect(200).json();
    List<String> counters = names(shown.containsKey("hierarchy"));
    record(from, counters, shown.getJsonArray("labels"));
    List<String> all = settledNames(from, counters);
    keepNoLonger(from, settings);

    String format = number % 2 == 0 ? "csv" : "ndjson";
    Path file = folder.resolve(number + "." + format);
    CommandRun exported = quipu("export", "-n", from, "--format=" + format, "-o", file.toString());
    assertThat(exported.exitCode()).as(exported.err()).isZero();
    assertThat(exported.err())
        .contains("ids", from)
        .doesNotContain("counters have", "counters count");
    Files.writeString(file, Files.readString(file).replace(from, into));
    for (int i = 0; i < 2; i++) {
      CommandRun imported = quipu("import", file.toString());
      assertThat(imported.exitCode()).as(imported.err()).isZero();
    }
    keepNoLonger(into, settings);
    assertThat(shown(everything(into, all, shown)))
        .as("seed %s", seed)
        .isEqualTo(shown(everything(from, all, shown)));
  }

  /** With the lateness of a history, no window of it ends to be kept. */
  private static void keepNoLonger(String namespace, String settings) {
    if (settings.contains("keep")) {
      quipu.api(0).put("/v1/namespaces/" + namespace, "{\"lateness\": \"0s\"}").expect(200);
      String windows = Api.path(namespace, "ü") + "/windows?granularity=minute&from=-3d";
      for (int i = 0; i < 2; i++) {
        Api api = quipu.api(i);
        await().until(() -> api.get(windows).expect(200).json().containsKey("keptFrom"));
      }
    }
  }

  private List<String> names(boolean paths) {
    return paths
        ? List.of("a", "a/b", "a/b/c", "a-b")
        : List.of("top", "\"x\", \ny" + random.nextInt(9), "ü");
  }

  /** Records events of all sorts: early and late, negative, that cancel out, large, of many. */
  private void record(String namespace, List<String> counters, JsonArray labels) {
    Map<String, List<String>> events = new LinkedHashMap<>();
    for (int i = 0; i < 120; i++) {
      String counter = counters.get(random.nextInt(counters.size()));
      JsonObject event = event(labels).put("id", "e" + i);
      List<String> some = events.computeIfAbsent(counter, any -> new ArrayList<>());
      some.add(event.encode());
      if (random.nextInt(10) == 0) {
        long delta = event.getLong("delta");
        some.add(event.copy().put("id", "less" + i).put("delta", -delta).encode());
      }
    }
    events.forEach(
        (counter, some) -> quipu.api(0).record(namespace, counter, some.toString()).expect(201));
  }

  private JsonObject event(JsonArray labels) {
    long seconds = random.nextInt(random.nextBoolean() ? 300 : DAYS * 86_400);
    JsonObject event = new JsonObject().put("time", now.minusSeconds(seconds).toString());
    long delta = random.nextInt(4) == 0 ? -1 - random.nextInt(9) : 1 + random.nextInt(99);
    event.put("delta", random.nextInt(20) == 0 ? 1_000_000_000_000_000L : delta);
    if (random.nextInt(5) == 0) {
      event.put("events", 1 + random.nextInt(1_000_000));
    }
    JsonObject values = new JsonObject();
    for (Object label : labels) {
      if (random.nextInt(4) > 0) {
        List<String> some = List.of("CH", "a,b:c", "\\ \"", "-1");
        values.put((String) label, some.get(random.nextInt(some.size())));
      }
    }
    return values.isEmpty() ? event : event.put("labels", values);
  }

  /** The names of all counters, once all are settled. */
  private List<String> settledNames(String namespace, List<String> counters) {
    return await("all are listed")
        .until(
            () ->
                quipu
                    .api(0)
                    .get("/v1/counters/" + namespace)
                    .expect(200)
                    .json()
                    .getJsonArray("counters")
                    .stream()
                    .map(one -> ((JsonObject) one).getString("counter"))
                    .toList(),
            listed -> listed.containsAll(counters));
  }

  /** Counts, windows and series of all counters, as texts. */
  private Map<String, Object> everything(
      String namespace, List<String> counters, JsonObject settings) {
    Map<String, Object> all = new TreeMap<>();
    for (String counter : counters) {
      String path = Api.path(namespace, counter).replaceFirst("/top$", "/%74op");
      everything(path, "", settings, counter, all);
      for (Object breakdown : settings.getJsonArray("breakdowns")) {
        String by =
            String.join(",", ((JsonArray) breakdown).stream().map(String.class::cast).toList());
        for (Object one : read(path + "?limit=1000&order=name&by=" + by).getJsonArray("series")) {
          JsonObject labels = ((JsonObject) one).getJsonObject("labels");
          everything(path, where(labels), settings, counter + labels.encode(), all);
        }
      }
    }
    return all;
  }

  private static String where(JsonObject labels) {
    List<String> all = new ArrayList<>();
    labels.forEach(
        label ->
            all.add(
                label.getKey()
                    + ":"
                    + ((String) label.getValue()).replace("\\", "\\\\").replace(",", "\\,")));
    return "&where=" + URLEncoder.encode(String.join(",", all), StandardCharsets.UTF_8);
  }

  private void everything(
      String path, String where, JsonObject settings, String name, Map<String, Object> all) {
    all.put(name, amount(read(path + "?" + where)));
    String range = "&from=" + now.minus(Duration.ofDays(DAYS)) + "&to=" + now.plusSeconds(60);
    for (Object unit : settings.getJsonArray("windows")) {
      Map<String, String> windows = new TreeMap<>();
      for (Object window :
          read(path + "/windows?granularity=" + unit + range + where).getJsonArray("windows")) {
        windows.put(((JsonObject) window).getString("start"), amount((JsonObject) window));
      }
      all.put(name + " by " + unit, windows);
    }
  }

  private static String amount(JsonObject answer) {
    return answer.getValue("count") + " of " + answer.getValue("events");
  }

  private static JsonObject read(String path) {
    return quipu.api(1).get(path).expect(200).json();
  }

  /** Leaves out empty windows, and the first two hours: what is kept ends while this runs. */
  private static Map<String, Object> shown(Map<String, Object> everything) {
    Map<String, Object> shown = new TreeMap<>(everything);
    shown.replaceAll(
        (name, value) -> {
          if (!(value instanceof Map<?, ?> windows)) {
            return value;
          }
          Map<Instant, Object> some = new TreeMap<>();
          windows.forEach((start, amount) -> some.put(Instant.parse((String) start), amount));
          Instant first = some.keySet().stream().findFirst().orElse(Instant.EPOCH);
          boolean day = name.endsWith(" by day");
          some.keySet().removeIf(start -> !day && start.isBefore(first.plusSeconds(7_200)));
          some.values().removeIf("0 of 0"::equals);
          return some;
        });
    return shown;
  }

  /** As it is, and with what has no line of its own: resets, and events that come to nothing. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"kind\": \"linear\"}",
        "{\"kind\": \"linear\", \"min\": 0}",
        "{\"kind\": \"unique\"}",
        "{\"kind\": \"event\", \"windows\": []}",
        "{\"kind\": \"event\", \"hierarchy\": \"/\"}"
      })
  void countsAloneAreAsTheyWere_alsoAfterResets(String settings) throws IOException {
    System.out.println("-Dquipu.seed=" + seed + " " + settings);
    int number = NUMBERS.incrementAndGet();
    String from = "exported-counts-" + number;
    String into = "imported-counts-" + number;
    quipu.api(0).createNamespace(from, settings);
    quipu.api(0).createNamespace(into, settings);
    List<String> counters = List.of("a", "a/b", "a/b/c", "nothing", "reset", "again");
    for (String counter : counters.subList(0, 3)) {
      for (int i = random.nextInt(3); i >= 0; i--) {
        record(from, counter, 1 + random.nextInt(99), 1 + random.nextInt(1_000_000));
        record(from, counter, random.nextBoolean() ? -1 : 1, 1);
      }
    }
    record(from, "nothing", 10, 1);
    record(from, "nothing", -10, 1);
    for (String counter : counters.subList(4, 6)) {
      record(from, counter, 5, 1);
      quipu.api(0).delete(Api.path(from, counter)).expect(200);
    }
    record(from, "again", 3, 2);
    settledNames(from, counters);

    String format = random.nextBoolean() ? "csv" : "ndjson";
    Path file = folder.resolve("counts-" + number + "." + format);
    CommandRun exported =
        quipu("export", "-n", from, "--counts", "--format=" + format, "-o", file.toString());
    assertThat(exported.exitCode()).as(exported.err()).isZero();
    Files.writeString(file, Files.readString(file).replace(from, into));
    for (int i = 0; i < 2; i++) {
      CommandRun imported = quipu("import", file.toString());
      assertThat(imported.exitCode()).as("seed %s: %s", seed, imported.err()).isZero();
    }
    for (String counter : counters) {
      assertThat(amount(read(Api.path(into, counter))))
          .as("%s, seed %s", counter, seed)
          .isEqualTo(amount(read(Api.path(from, counter))));
    }
    CommandRun check = quipu("import", file.toString(), "--check");
    assertThat(check.exitCode()).as(check.err()).isZero();
    assertThat(check.out()).isEqualTo("5 counters have the same count, 0 another one\n");
  }

  private static void record(String namespace, String counter, long delta, int events) {
    quipu
        .api(0)
        .record(
            namespace,
            counter,
            "{\"delta\": %d, \"events\": %d, \"id\": \"%s\"}"
                .formatted(delta, events, UUID.randomUUID()))
        .expect(201);
  }

  @Test
  void countsOfAPeriodSayOfWhichPeriodTheyAre() {
    String settings = "{\"kind\": \"linear\", \"period\": \"month\", \"max\": 9}";
    quipu.api(0).createNamespace("exported-counts-monthly", settings);
    CommandRun run = quipu("export", "-n", "exported-counts-monthly");
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).contains("of the present month, and events those of all periods");
  }

  /** No event takes away, so a reset cannot be imported; what was counted since then can. */
  @Test
  void aReset_isSaid_andTheCountIsThatSinceThen() throws IOException {
    String from = "exported-history-reset";
    String into = "imported-history-reset";
    String settings = "{\"lateness\": \"30d\", \"labels\": [\"country\"]}";
    quipu.api(0).createNamespace(from, settings);
    quipu.api(0).createNamespace(into, settings);
    record(from, List.of("a"), new JsonArray().add("country"));
    quipu.api(0).delete(Api.path(from, "a")).expect(200);
    quipu
        .api(0)
        .record(from, "a", "[{\"delta\": 5, \"labels\": {\"country\": \"CH\"}}, {\"delta\": -2}]")
        .expect(201);
    settledNames(from, List.of("a"));
    Path file = folder.resolve("reset.ndjson");
    CommandRun exported = quipu("export", "-n", from, "-o", file.toString());
    assertThat(exported.err()).contains("1 counters were reset");
    Files.writeString(file, Files.readString(file).replace(from, into));
    assertThat(quipu("import", file.toString()).exitCode()).isZero();
    for (String query : List.of("?", "?where=country:CH", "?where=country:")) {
      assertThat(amount(read(Api.path(into, "a") + query)))
          .isEqualTo(amount(read(Api.path(from, "a") + query)));
    }
  }

  @Test
  void forASpreadsheet_noCellIsAFormula() {
    String namespace = "exported-history-cells";
    quipu.api(0).createNamespace(namespace, "{\"labels\": [\"of\"]}");
    quipu
        .api(0)
        .record(namespace, "=1+1", "{\"delta\": -3, \"labels\": {\"of\": \"a;@x\"}}")
        .expect(201);
    settledNames(namespace, List.of("=1+1"));
    CommandRun plain = quipu("export", "-n", namespace, "--format=csv");
    assertThat(plain.out()).contains(namespace + ",=1+1,-3,1,").contains(",a;@x\r\n");
    assertThat(Spreadsheet.formulas(plain.out())).isNotEmpty();
    CommandRun safe = quipu("export", "-n", namespace, "--format=csv", "--spreadsheet");
    assertThat(safe.out()).contains("\",\"'=1+1\",\"-3\",\"1\",").contains(",\"a;'@x\"\r\n");
    assertThat(Spreadsheet.formulas(safe.out())).isEmpty();
    assertThat(safe.err()).contains("do not import it");
    CommandRun refused = quipu("export", "-n", namespace, "--spreadsheet");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("--spreadsheet", "--format=csv");
  }

  @ParameterizedTest
  @ValueSource(strings = {"latest", "linear", "sketch"})
  void kindsWithoutTimesOfEvents_sayWhatAnImportLacks(String kind) {
    String namespace = "exported-history-" + kind;
    String state = kind.equals("sketch") ? ", \"state\": \"sum\"" : "";
    quipu.api(0).createNamespace(namespace, "{\"kind\": \"" + kind + "\"" + state + "}");
    CommandRun run = quipu("export", "-n", namespace);
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).contains("Kind " + kind);
  }

  private static CommandRun quipu(String... arguments) {
    return CommandRun.of(quipu.uri(0), arguments);
  }
}
