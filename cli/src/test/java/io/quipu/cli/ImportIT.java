package io.quipu.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.client.ClientOptions;
import io.quipu.client.QuipuClient;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.TestPatience;
import io.quipu.testing.dev.Thorough;
import io.quipu.testing.e2e.Api;
import io.quipu.testing.e2e.EndToEnd;
import io.quipu.testing.e2e.RunningQuipu;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are imported, interrupted, several at once; and exports, while events come. */
@Thorough
@EndToEnd
class ImportIT {
  private static final int LINES = 2_000;
  private static final int COUNTERS = 20;

  @TempDir private static Path folder;
  private static RunningQuipu quipu;
  private static Path lines;

  @BeforeAll
  static void start(TestCassandra cassandra) throws IOException {
    quipu = RunningQuipu.start(1, cassandra, Map.of("QUIPU_CHECKPOINT_PERIOD", "100ms"));
    lines = Files.write(folder.resolve("lines.ndjson"), lines());
  }

  @AfterAll
  static void stop() {
    quipu.close();
  }

  /** The counters c0, c1 and so on by turns. */
  private static List<String> lines() {
    return IntStream.range(0, LINES)
        .mapToObj(line -> "{\"counter\": \"c" + line % COUNTERS + "\"}")
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"kind\": \"linear\"}",
        "{\"kind\": \"linear\", \"deduplicate\": 1000}",
        "{\"kind\": \"unique\"}"
      })
  void anImportThatIsKilledIsRepeated_andAgain(String settings) throws Exception {
    ImportTarget target = target(settings);
    Path pipe = folder.resolve(target.namespace() + ".ndjson");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    try (RandomAccessFile written = new RandomAccessFile(pipe.toFile(), "rw")) {
      String half = String.join("\n", lines().subList(0, LINES / 2)) + "\n";
      written.write(half.getBytes(StandardCharsets.UTF_8));
      target.isKilledOn(pipe.toString(), () -> target.count("c0") > 0);
    }
    for (int i = 0; i < 2; i++) {
      CommandRun run = target.from(lines.toString(), "--run=first");
      assertThat(run.exitCode()).as(run.err()).isZero();
      assertEachCounts(target, LINES / COUNTERS);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"linear", "unique"})
  void twoImportsAtOnceOfOneRunCountOnce_andOfTwoRunsTwice(String kind) {
    ImportTarget target = target("{\"kind\": \"" + kind + "\"}");
    atOnce(target, new String[0], new String[0]);
    assertEachCounts(target, LINES / COUNTERS);
    atOnce(target, new String[] {"--run=second"}, new String[] {"--run=third"});
    assertEachCounts(target, 3 * LINES / COUNTERS);
  }

  private static void atOnce(ImportTarget target, String[] first, String[] second) {
    Stream.of(first, second)
        .map(options -> CompletableFuture.supplyAsync(() -> target.from(lines.toString(), options)))
        .toList()
        .forEach(
            each -> {
              CommandRun run = TestPatience.join(each);
              assertThat(run.exitCode()).as(run.err()).isZero();
              assertThat(run.out()).isEqualTo("2,000 events recorded\n");
            });
  }

  @Test
  void aHistoryCountsWhereItHappened_inLinesAndColumns() throws IOException {
    ImportTarget target = target("{\"kind\": \"unique\", \"lateness\": \"400d\"}");
    Instant year = Instant.now().minus(Duration.ofDays(365)).truncatedTo(ChronoUnit.DAYS);
    Path columns = folder.resolve("history.csv");
    Files.writeString(columns, "counter,count,events,time\nsales,30,3," + year + "\n");
    Path history = folder.resolve("history.ndjson");
    Files.writeString(
        history,
        "{\"counter\": \"sales\", \"count\": 12, \"time\": \""
            + year.plusSeconds(90_000)
            + "\"}\n");
    for (Path file : List.of(columns, history, history)) {
      CommandRun run = target.from(file.toString());
      assertThat(run.exitCode()).as(run.err()).isZero();
    }
    CommandRun old = target.from(late(year).toString());
    assertThat(old.exitCode()).isEqualTo(1);
    assertThat(old.err()).contains("lateness");
    String path =
        Api.path(target.namespace(), "sales")
            + "/windows?granularity=day&from="
            + year
            + "&to="
            + year.plus(2, ChronoUnit.DAYS);
    assertThat(quipu.api(0).get(path).expect(200).json().getJsonArray("windows").stream())
        .extracting(day -> ((JsonObject) day).getLong("count"))
        .containsExactly(30L, 12L);
  }

  private static Path late(Instant year) throws IOException {
    Instant before = year.minus(Duration.ofDays(40));
    return Files.writeString(
        folder.resolve("late.ndjson"), "{\"counter\": \"sales\", \"time\": \"" + before + "\"}\n");
  }

  @Test
  void saysOfEachNamespaceThatALineNamesWhatItForgets() throws IOException {
    String off = target("{\"deduplicate\": \"off\"}").namespace();
    String linear = target("{\"kind\": \"linear\", \"deduplicate\": 1000}").namespace();
    String forgets = target("{\"kind\": \"linear\", \"deduplicate\": \"off\"}").namespace();
    ImportTarget unique = target("{\"kind\": \"unique\"}");
    Path file = folder.resolve("named.ndjson");
    Files.write(
        file,
        Stream.of(off, linear, linear, forgets, unique.namespace())
            .map(name -> "{\"counter\": \"a\", \"namespace\": \"" + name + "\"}")
            .toList());
    CommandRun run = CommandRun.of(quipu.uri(0), "import", file.toString());
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err().lines())
        .satisfiesExactly(
            line -> assertThat(line).contains(off + " remembers no ids"),
            line -> assertThat(line).contains(linear + " remembers the last 1000 ids of each"),
            line -> assertThat(line).contains(forgets + " remembers no ids"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ndjson", "csv"})
  void anExportOfOneNamespaceCountsNowhere_ifAnotherIsNamed(String format) {
    ImportTarget votes = target("{}");
    ImportTarget archive = target("{}");
    Path lines = folder.resolve(votes.namespace() + "." + format);
    assertThat(votes.quipu("add", "-n", votes.namespace(), "a").exitCode()).isZero();
    Awaitility.await().until(() -> !export(votes.namespace()).isEmpty());
    votes.quipu("export", "-n", votes.namespace(), "--format=" + format, "--output=" + lines);
    CommandRun run = archive.from(lines.toString());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains(votes.namespace(), archive.namespace(), "Nothing is recorded");
    assertThat(List.of(votes.count("a"), archive.count("a"))).containsExactly(1L, 0L);
  }

  /** A line that cannot be read, in the middle of what was recorded before. */
  @Test
  void afterABadLine_whatWasBeforeItDoesNotCountAgain_andTheCommandThatIsNamedGoesOn()
      throws IOException {
    ImportTarget target = target("{\"kind\": \"linear\"}");
    Path file = folder.resolve("broken.csv");
    Files.writeString(file, "counter,count\na,5\na,x\nb,1\n");
    CommandRun broken = target.from(file.toString(), "--json");
    assertThat(broken.exitCode()).isEqualTo(1);
    assertThat(new JsonObject(broken.out()).getInteger("recorded")).isEqualTo(1);
    String run = "--run=" + new JsonObject(broken.out()).getString("run");
    assertThat(broken.err()).contains("Line 3: column count is x; ", run);

    Files.writeString(file, "counter,count\na,5\na,2\nb,1\n");
    String command = broken.err().strip().replaceAll("(?s).* and go on: quipu ", "");
    CommandRun goneOn = CommandRun.of(command.split(" "));
    assertThat(new JsonObject(goneOn.out()).getInteger("recorded")).as(goneOn.err()).isEqualTo(2);
    assertThat(target.from(file.toString(), run).exitCode()).isZero();
    assertThat(target.counts("a", "b")).containsExactly(7L, 1L);
  }

  /** Lines that the service refuses are before the bad one, so the run must begin again. */
  @Test
  void whereLinesWereRefused_theCommandBeginsAtTheFirst() throws IOException {
    ImportTarget target = target("{\"kind\": \"unique\"}");
    Path file = folder.resolve("refused.csv");
    Files.writeString(file, "counter,count\n" + "n".repeat(513) + ",5\na,5\na,x\n");
    CommandRun broken = target.from(file.toString());
    assertThat(broken.exitCode()).isEqualTo(1);
    assertThat(broken.err())
        .contains("Line 2: ", "Line 4: ", "but for those named above", "--run=")
        .doesNotContain("--from-line");
  }

  @ParameterizedTest
  @CsvSource({"csv, 'counter,counts\na,5\n'", "ndjson, '{\"counter\":\"a\",\"counts\":5}\n'"})
  void ofAFileThatBeginsWithAMistakeNothingCounts(String format, String text) throws IOException {
    ImportTarget target = target("{\"kind\": \"unique\"}");
    Path file = Files.writeString(folder.resolve("mistake." + format), text + text);
    CommandRun run = target.from(file.toString());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err())
        .contains("Line 1: ", "counts", "Did you mean count?", "Nothing is recorded");
    assertThat(run.out()).isEmpty();
    assertThat(target.counts("a", "counts")).containsExactly(0L, 0L);
  }

  /** As an export of other analytics has it, with a mark at its beginning. */
  @Test
  void dailyPageViewsCountInTheirDays_outOfStandardInput() {
    ImportTarget target = target("{\"kind\": \"unique\", \"lateness\": \"400d\"}");
    LocalDate day = LocalDate.now(ZoneOffset.UTC).minusDays(300);
    String text =
        "\uFEFFdate;page;visitors;pageviews\r\n" + day + ";/;3;1\r\n\r\n" + day + ";/;3;4";
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    try {
      CommandRun run =
          target.from(
              "-",
              "--format=csv",
              "--run=daily",
              "--tz=Asia/Kolkata",
              "--column=counter=page",
              "--column=count=pageviews",
              "--column=time=date");
      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.err()).contains("Not read, as no --column names them: visitors");
    } finally {
      System.setIn(before);
    }
    String path =
        Api.path(target.namespace(), "/")
            + "/windows?granularity=day&tz=Asia/Kolkata&from="
            + day
            + "T00:00:00%2B05:30&to="
            + day.plusDays(1)
            + "T00:00:00%2B05:30";
    assertThat(quipu.api(0).get(path).expect(200).json().getJsonArray("windows").stream())
        .extracting(window -> ((JsonObject) window).getLong("count"))
        .containsExactly(5L);
  }

  /** Of more counters than a page has, while all of them are written, and others come. */
  @Test
  void anExportWhileEventsCome_hasEachCounterOnce_withACountThatItHad() throws Exception {
    int counters = 1_200;
    String namespace = target("{}").namespace();
    AtomicLongArray begun = new AtomicLongArray(counters);
    AtomicLongArray recorded = new AtomicLongArray(counters);
    try (QuipuClient client = QuipuClient.to(ClientOptions.at(quipu.uri(0).toString()))) {
      IntStream.range(0, counters)
          .mapToObj(i -> write(client, namespace, i, begun, recorded))
          .toList()
          .forEach(TestPatience::join);
      Awaitility.await().until(() -> export(namespace, "--counts").size() == counters);

      AtomicBoolean over = new AtomicBoolean();
      CompletableFuture<Void> writing =
          CompletableFuture.runAsync(
              () -> {
                for (int i = 0; !over.get(); i++) {
                  TestPatience.join(client.add(namespace, "0-new-" + i, 1));
                  TestPatience.join(
                      write(client, namespace, i * 7 % counters, begun, recorded)
                          .thenCombine(
                              write(client, namespace, i * 11 % counters, begun, recorded),
                              (one, other) -> one));
                }
              });
      long[] before = values(recorded);
      List<JsonObject> exported = export(namespace);
      long[] after = values(begun);
      over.set(true);
      TestPatience.join(writing);

      List<String> names = exported.stream().map(one -> one.getString("counter")).toList();
      assertThat(names).isSorted();
      Map<String, Long> counts =
          exported.stream()
              .collect(
                  Collectors.groupingBy(
                      one -> one.getString("counter"),
                      Collectors.summingLong(one -> one.getLong("count"))));
      for (int i = 0; i < counters; i++) {
        assertThat(counts.get(name(i))).as(name(i)).isBetween(before[i], after[i]);
      }
    }
  }

  private static CompletableFuture<?> write(
      QuipuClient client,
      String namespace,
      int counter,
      AtomicLongArray begun,
      AtomicLongArray recorded) {
    begun.incrementAndGet(counter);
    return client
        .add(namespace, name(counter), 1)
        .thenRun(() -> recorded.incrementAndGet(counter))
        .toCompletableFuture();
  }

  private static String name(int counter) {
    return "many-" + (1_000_000 + counter);
  }

  private static long[] values(AtomicLongArray counts) {
    return IntStream.range(0, counts.length()).mapToLong(counts::get).toArray();
  }

  private static List<JsonObject> export(String namespace, String... options) {
    CommandRun run =
        CommandRun.of(
            quipu.uri(0),
            Stream.concat(Stream.of("export", "-n", namespace), Stream.of(options))
                .toArray(String[]::new));
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run.out().lines().map(JsonObject::new).toList();
  }

  private static ImportTarget target(String settings) {
    return new ImportTarget(quipu.uri(0), settings);
  }

  private static void assertEachCounts(ImportTarget target, long count) {
    for (int i = 0; i < COUNTERS; i++) {
      assertThat(target.count("c" + i)).isEqualTo(count);
    }
  }
}
