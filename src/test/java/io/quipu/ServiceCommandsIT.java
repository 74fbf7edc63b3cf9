package io.quipu;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.e2e.EndToEnd;
import io.quipu.testing.e2e.RunningQuipu;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands with a running service. */
@EndToEnd
class ServiceCommandsIT {
  private static final String FIRST = "qk_first_0123456789abcdefghijklmnopqrstuvwxyz-_AB";

  @TempDir private static Path folder;
  private static RunningQuipu quipu;
  private static Path first;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeAll
  static void start(TestCassandra cassandra) throws IOException {
    first = Files.writeString(folder.resolve("first"), FIRST + "\n");
    quipu =
        RunningQuipu.start(
            1,
            cassandra,
            Map.of(
                "QUIPU_AUTH",
                "keys",
                "QUIPU_BOOTSTRAP_KEY_FILE",
                first.toString(),
                "QUIPU_CHECKPOINT_PERIOD",
                "100ms"));
  }

  @AfterAll
  static void stop() {
    quipu.close();
  }

  @Test
  void oneCounterIsItsCount_severalAreATable() throws Exception {
    record("default", "one", "{\"delta\": 9223372036854}");
    record("default", "back%20in%20black", "[{}, {\"delta\": -3}]");

    assertThat(asFirst("get", "one")).isZero();
    assertThat(text(out)).isEqualTo("9223372036854\n");
    out.reset();
    assertThat(asFirst("get", "one", "back in black", "never")).isZero();
    List<String> lines = text(out).lines().toList();
    assertThat(lines).hasSize(4);
    assertThat(lines.get(0)).matches("COUNTER +COUNT +EVENTS +NOT YET SETTLED");
    assertThat(lines.get(1)).matches("one +9223372036854 +1 +[01]");
    assertThat(lines.get(2)).matches("back in black +-2 +2 +[012]");
    assertThat(lines.get(3)).matches("never +0 +0 +0");
  }

  @Test
  void anEventIsAddedOnce_howeverOftenItIsGiven() {
    assertThat(asFirst("add", "added")).isZero();
    assertThat(asFirst("add", "added", "--delta=-5", "--id=order-1")).isZero();
    assertThat(asFirst("add", "added", "--delta=-5", "--id=order-1")).isZero();
    assertThat(text(out)).isEmpty();
    assertThat(asFirst("get", "added")).isZero();
    assertThat(text(out)).isEqualTo("-4\n");
    out.reset();
    assertThat(asFirst("add", "added", "--json")).isZero();
    assertThat(text(out)).contains("\"status\":\"recorded\"", "\"id\":\"");
  }

  @Test
  void anEventThatIsRefusedIsNotAdded() {
    assertThat(asFirst("add", "added", "-n", "nowhere")).isEqualTo(1);
    assertThat(text(err).lines()).hasSize(1);
    assertThat(text(err)).contains("404");
    err.reset();
    assertThat(asFirst("add", "added", "--delta=0")).isEqualTo(1);
    assertThat(text(err)).contains("delta");
  }

  @Test
  void whoWatchesIsToldUntilTheGoalIsReached() throws Exception {
    record("default", "watched", "{\"delta\": 3}");
    CompletableFuture<Integer> watching =
        CompletableFuture.supplyAsync(
            () -> asFirst("watch", "watched", "watched too", "--until=10"));
    Awaitility.await().until(() -> text(out).lines().count() >= 2);
    record("default", "watched", "{\"delta\": 7}");
    record("default", "watched%20too", "{\"delta\": 11}");
    assertThat(watching.get(1, TimeUnit.MINUTES)).as(text(err)).isZero();
    assertThat(text(out)).containsPattern("Z watched 3\n").containsPattern("Z watched 10\n");
    assertThat(text(out)).containsPattern("Z watched too 0\n").contains(" watched too 11\n");
  }

  @Test
  void whoMayNotWatchIsTold() {
    assertThat(run(null, "watch", "watched", "--timeout=20")).isEqualTo(1);
    assertThat(text(err)).contains("401");
  }

  @Test
  void whatIsExportedCanBeImported_andIsNotCountedTwice() throws Exception {
    assertThat(asFirst("namespaces", "put", "old")).isZero();
    for (String namespace : List.of("new", "newer")) {
      assertThat(asFirst("namespaces", "put", namespace, "{\"kind\": \"unique\"}")).isZero();
    }
    record("old", "plain", "{\"delta\": -12}");
    record("old", "with%20%22quotes%22%2C%20commas%0Aand%20lines", "[{}, {\"delta\": 4}]");
    for (int i = 0; i < 12; i++) {
      record("old", "large", "{\"delta\": 1000000000000000}");
    }
    for (String format : List.of("ndjson", "csv")) {
      Path file = folder.resolve("counts." + format);
      Awaitility.await()
          .until(
              () -> {
                out.reset();
                assertThat(asFirst("export", "-n", "old", "--format=" + format, "-o", "" + file))
                    .isZero();
                return text(out).equals("3 counters written\n");
              });
      Path unnamed =
          Files.writeString(
              file,
              Files.readString(file)
                  .replace("\"namespace\":\"old\",", "")
                  .replaceAll("(?m)^old,", ",")
                  .replace("namespace,", "ignored,"));
      String namespace = format.equals("csv") ? "newer" : "new";
      for (int i = 0; i < 2; i++) {
        assertThat(asFirst("import", "-n", namespace, unnamed.toString())).as(text(err)).isZero();
      }
      out.reset();
      assertThat(asFirst("get", "-n", namespace, "plain")).isZero();
      assertThat(asFirst("get", "-n", namespace, "large")).isZero();
      assertThat(asFirst("get", "-n", namespace, "with \"quotes\", commas\nand lines")).isZero();
      assertThat(text(out)).isEqualTo("-12\n12000000000000000\n5\n");
    }
    assertThat(text(err)).isEmpty();
  }

  @Test
  void anImportSaysWhatIsWrongWithALine_andThatIdsAreForgotten() throws Exception {
    Path file = folder.resolve("bad.ndjson");
    Files.writeString(file, "{\"counter\": \"before\"}\n{\"counter\": 5}\n");
    assertThat(asFirst("import", file.toString(), "--json")).isEqualTo(1);
    JsonObject told = new JsonObject(text(out));
    assertThat(told.getInteger("recorded")).isEqualTo(1);
    String again = "--run=" + told.getString("run");
    assertThat(text(err)).contains("remembers ids for 24h", "Line 2: ", "again with " + again);

    Files.writeString(file, "{\"counter\": \"before\"}\n{\"counter\": \"after\"}\n");
    out.reset();
    assertThat(asFirst("import", file.toString(), again)).isZero();
    assertThat(asFirst("get", "before")).isZero();
    assertThat(asFirst("get", "after")).isZero();
    assertThat(text(out)).isEqualTo("2 events recorded\n1\n1\n");
  }

  @Test
  void whatATerminalWouldObeyIsNotPrinted() throws Exception {
    record("default", "red%1B%5B31m%0Aname", "");
    assertThat(asFirst("get", "red\u001b[31m\nname", "other")).isZero();
    assertThat(text(out)).contains("red\uFFFD[31m\uFFFDname").doesNotContain("\u001b");
    out.reset();
    assertThat(asFirst("get", "red\u001b[31m\nname", "--json")).isZero();
    assertThat(text(out)).contains("red\\u001B[31m\\nname");
  }

  @Test
  void namespacesAreListedCreatedAndShown() {
    assertThat(asFirst("namespaces", "put", "votes", "{\"kind\": \"unique\"}")).isZero();
    out.reset();
    assertThat(asFirst("namespaces")).isZero();
    assertThat(text(out)).containsPattern("votes +unique").containsPattern("default +event");
    out.reset();
    assertThat(asFirst("namespaces", "show", "votes", "--json")).isZero();
    assertThat(text(out)).contains("\"kind\":\"unique\"");
    assertThat(asFirst("namespaces", "put", "votes", "{\"kind\": \"event\"}")).isEqualTo(1);
    assertThat(text(err)).startsWith("409 ").contains("kind");
    assertThat(text(err).lines()).hasSize(1);
  }

  @Test
  void theLargestAreTold_whenTheyAreSettled() throws Exception {
    assertThat(asFirst("namespaces", "put", "ranked")).isZero();
    record("ranked", "small", "{\"delta\": 2}");
    record("ranked", "large", "{\"delta\": 30}");
    Awaitility.await()
        .until(
            () -> {
              out.reset();
              assertThat(asFirst("top", "-n", "ranked", "--prefix=", "--limit=5")).isZero();
              return text(out).lines().count() == 3;
            });
    assertThat(text(out).lines().toList().get(1)).matches("large +30 +1");
    assertThat(asFirst("top", "-n", "ranked", "--limit=0")).isEqualTo(1);
    assertThat(text(err)).startsWith("400 ").contains("n");
  }

  @Test
  void windowsHaveWhatWasCounted() throws Exception {
    record("default", "windowed", "{\"delta\": 4}");
    assertThat(asFirst("windows", "windowed", "-g", "day")).isZero();
    assertThat(text(out)).containsPattern("T00:00:00Z +4 +1").contains("START", "EVENTS");
    assertThat(asFirst("windows", "windowed", "--granularity=week")).isEqualTo(1);
    assertThat(text(err)).startsWith("400 ").contains("granularity");
  }

  @Test
  void recountFindsNoDrift() throws Exception {
    record("default", "recounted", "[{}, {}]");
    Awaitility.await()
        .until(
            () -> {
              out.reset();
              assertThat(asFirst("recount", "recounted")).isZero();
              return text(out).startsWith("Recounted 2 of 2, drift 0, ");
            });
  }

  @Test
  void aLoadIsMeasured_andWhatItRecordedIsCounted() {
    assertThat(
            asFirst(
                "bench", "--seconds=1", "--warm-up=1", "--rate=200", "--counters=7", "--batch=3"))
        .as(text(err))
        .isZero();
    Matcher counts =
        Pattern.compile("acknowledged +([0-9,]+) events(?s:.*)counted +([0-9,]+): exact")
            .matcher(text(out));
    assertThat(counts.find()).as(text(out)).isTrue();
    assertThat(counts.group(1)).isEqualTo(counts.group(2)).isNotEqualTo("0");
    assertThat(text(out))
        .containsPattern("events a second +[0-9,]+\n")
        .containsPattern("p99 +[0-9.,]+ ms\n")
        .containsPattern("ceiling of this load +[0-9,]+ requests");
  }

  @Test
  void aLoadOfEverythingThatIsAnsweredIsExactToo() {
    assertThat(asFirst("bench", "--seconds=1", "--warm-up=0", "--ids", "--batch=10", "--json"))
        .as(text(err))
        .isZero();
    assertThat(text(out)).contains("\"verdict\":\"exact\"", "\"unknown\":0");
  }

  @Test
  void aLoadThatMayNotBeEndsBeforeItBegins() {
    assertThat(asFirst("bench", "-n", "nowhere")).isEqualTo(1);
    assertThat(text(err)).startsWith("404 ");
  }

  @Test
  void keysAreMadeUsedAndDeleted() throws Exception {
    assertThat(asFirst("keys", "create", "read:default", "--prefix=page/", "--delta-one")).isZero();
    String key = text(out).strip();
    assertThat(key).startsWith("qk_");
    String id = key.split("_", 3)[1];
    Path file = Files.writeString(folder.resolve(id), key);

    out.reset();
    assertThat(run(file, "get", "page/a")).isZero();
    assertThat(text(out)).isEqualTo("0\n");
    assertThat(run(file, "get", "other")).isEqualTo(1);
    assertThat(text(err)).startsWith("403 ");
    err.reset();
    assertThat(run(file, "keys")).isEqualTo(1);
    assertThat(text(err)).startsWith("403 ");

    out.reset();
    assertThat(asFirst("keys")).isZero();
    assertThat(text(out)).containsPattern(id + " +read:default +page/").doesNotContain(key);
    assertThat(asFirst("keys", "delete", id)).isZero();
    err.reset();
    assertThat(asFirst("keys", "delete", id)).isEqualTo(1);
    assertThat(text(err)).startsWith("404 ");
  }

  @Test
  void withoutAKeyOneIsToldWhatIsMissing() {
    assertThat(run(null, "get", "one")).isEqualTo(1);
    assertThat(text(err)).startsWith("401 ");
    assertThat(text(out)).isEmpty();
  }

  private static void record(String namespace, String segment, String body) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                URI.create(quipu.uri(0) + "/v1/counters/" + namespace + "/" + segment + "/events"))
            .header("Authorization", "Bearer " + FIRST)
            .POST(body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    assertThat(
            HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString()).statusCode())
        .isEqualTo(201);
  }

  private int asFirst(String... arguments) {
    return run(first, arguments);
  }

  private int run(@Nullable Path key, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--url=" + quipu.uri(0));
    if (key != null) {
      all.add("--key-file=" + key);
    }
    return Commands.run(stream(out), stream(err), all.toArray(String[]::new));
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
