package io.quipu.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.TestPatience;
import io.quipu.testing.dev.Thorough;
import io.quipu.testing.e2e.Answer;
import io.quipu.testing.e2e.Api;
import io.quipu.testing.e2e.EndToEnd;
import io.quipu.testing.e2e.RunningQuipu;
import io.quipu.testing.e2e.SharedQuipu;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Imports of all sorts of files and options: each counts what it says, or is refused. */
@Thorough
@EndToEnd
class ImportedFilesIT {
  private static final List<String> PAGES = List.of("/", "/a", "/b");

  @TempDir private static Path folder;
  private static RunningQuipu quipu;

  private final long seed = Long.getLong("quipu.seed", System.nanoTime());
  private final Random random = new Random(seed);

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.open();
  }

  private static ImportTarget target(String settings) {
    return new ImportTarget(quipu.uri(0), settings);
  }

  /**
   * A line of a file of page views.
   *
   * @param key the id of the event; empty if it has none
   */
  private record Views(String page, int mobile, int desktop, String key) {
    String csv() {
      return page + "," + mobile + "," + desktop + "," + key + "\n";
    }
  }

  /** What was counted, as the documents say: once for each line of a run, or for each id. */
  private static final class Model {
    private final Set<List<Object>> ids = new HashSet<>();
    private final Map<String, Long> counts = new TreeMap<>();

    void add(String counter, Object id, long count) {
      if (ids.add(List.of(counter, id))) {
        counts.merge(counter, count, Long::sum);
      }
    }
  }

  /** With few files, columns, counters, runs and ids, so that they often meet. */
  @Test
  void manyImportsCountEachLineOfEachRunOnce() throws IOException {
    System.out.println("-Dquipu.seed=" + seed);
    ImportTarget target = target("{\"kind\": \"unique\"}");
    List<List<Views>> files = List.of(views(), views());
    Model model = new Model();
    for (int i = 0; i < 30; i++) {
      List<Views> file = files.get(random.nextInt(2));
      Path path = folder.resolve(target.namespace() + "-" + i + ".csv");
      Files.writeString(path, "page,mobile,desktop,key\n" + joined(file));
      boolean mobile = random.nextBoolean();
      boolean one = random.nextBoolean();
      boolean keyed = random.nextBoolean();
      String named = random.nextInt(3) == 0 ? "r" + random.nextInt(2) : null;
      List<String> options = new ArrayList<>();
      options.add("--column=count=" + (mobile ? "mobile" : "desktop"));
      options.add(one ? "--into=site" : "--column=counter=page");
      if (keyed) {
        options.add("--column=id=key");
      }
      if (named != null) {
        options.add("--run=" + named);
      }
      CommandRun run = target.from(path.toString(), options.toArray(String[]::new));
      assertThat(run.exitCode()).as("seed %s: %s", seed, run.err()).isZero();
      Object name = named == null ? List.of(files.indexOf(file), mobile, one, keyed) : named;
      for (int line = 0; line < file.size(); line++) {
        Views views = file.get(line);
        Object id =
            keyed && !views.key().isEmpty() ? views.key() : List.of(name, Integer.toString(line));
        int count = mobile ? views.mobile() : views.desktop();
        model.add(one ? "site" : views.page(), id, count);
      }
    }
    model.counts.forEach(
        (counter, count) ->
            assertThat(target.count(counter)).as("%s, seed %s", counter, seed).isEqualTo(count));
  }

  private List<Views> views() {
    List<Views> views = new ArrayList<>();
    List<String> keys = new ArrayList<>(List.of("", "", "k", "k:1", "r0:2", "r0:2:1"));
    Collections.shuffle(keys, random);
    for (int i = 0; i < 5; i++) {
      views.add(
          new Views(
              PAGES.get(random.nextInt(PAGES.size())),
              1 + random.nextInt(1_000_000),
              1 + random.nextInt(1_000_000),
              keys.get(i)));
    }
    return views;
  }

  private static String joined(List<Views> views) {
    return String.join("", views.stream().map(Views::csv).toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"kind\": \"unique\"}", "{\"kind\": \"unique\", \"hierarchy\": \"/\"}"})
  void aCheckFindsWhatDiffers_inWhateverOrderTheLinesAre(String settings) throws IOException {
    ImportTarget target = target(settings);
    List<String> lines = new ArrayList<>();
    List<String> names = List.of("a", "a/b", "a/b/c", "b");
    for (int i = 0; i < 40; i++) {
      lines.add(names.get(i % 4) + "," + (random.nextInt(99) - 40) + "\n");
    }
    Path file = folder.resolve(target.namespace() + "-check.csv");
    write(file, lines);
    assertThat(target.from(file.toString()).exitCode()).isZero();
    Collections.shuffle(lines, random);
    write(file, lines);
    target.hasCountsOf(file.toString(), 4);

    lines.add(random.nextInt(lines.size()), "b,1\n");
    write(file, lines);
    CommandRun check = target.from(file.toString(), "--check");
    assertThat(check.exitCode()).as("seed %s", seed).isEqualTo(1);
    assertThat(check.out()).isEqualTo("3 counters have the same count, 1 another one\n");
    assertThat(check.err()).startsWith("b: ");
  }

  private static void write(Path file, List<String> lines) throws IOException {
    Files.writeString(file, "counter,count\n" + String.join("", lines));
  }

  /** The service itself says whether it shows the day: it refuses to, or has the count there. */
  @ParameterizedTest
  @CsvSource({
    "day, UTC",
    "day, Europe/Zurich",
    "day, America/New_York",
    "hour;day, Europe/Zurich",
    "hour;day, Asia/Kolkata",
    "minute;day, Asia/Kolkata",
    "minute;hour;day, Asia/Kathmandu",
  })
  void aDateIsADayThatTheNamespaceShows_orIsRefused(String windows, String zone)
      throws IOException {
    String quoted = "\"" + windows.replace(";", "\", \"") + "\"";
    ImportTarget target = target("{\"lateness\": \"400d\", \"windows\": [" + quoted + "]}");
    LocalDate date = LocalDate.now(ZoneOffset.UTC).minusDays(300);
    Path file = folder.resolve(target.namespace() + "-days.csv");
    Files.writeString(file, "counter,count,time\na,7," + date + "\n");
    CommandRun run = target.from(file.toString(), "--tz=" + zone);

    String day =
        Api.path(target.namespace(), "a")
            + "/windows?granularity=day&tz="
            + zone
            + "&from="
            + start(date, zone)
            + "&to="
            + start(date.plusDays(1), zone);
    Answer shown = quipu.api(0).get(day);
    if (shown.status() == 200) {
      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(shown.json().getJsonArray("windows").stream())
          .extracting(window -> ((JsonObject) window).getLong("count"))
          .containsExactly(7L);
    } else {
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).contains("Line 2: ", target.namespace(), "--tz=UTC", "Nothing is");
      assertThat(target.count("a")).isZero();
    }
  }

  private static String start(LocalDate date, String zone) {
    String time = DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(date.atStartOfDay(ZoneId.of(zone)));
    return URLEncoder.encode(time, StandardCharsets.UTF_8);
  }

  @Test
  void aDateThatShorterWindowsAreNotKeptOfIsRefused() throws IOException {
    ImportTarget target =
        target("{\"lateness\": \"400d\", \"keep\": {\"minute\": \"30d\", \"hour\": \"30d\"}}");
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    for (int days : List.of(20, 40)) {
      Path file = folder.resolve(target.namespace() + "-" + days + ".csv");
      Files.writeString(file, "counter,time\na," + today.minusDays(days) + "\n");
      CommandRun run = target.from(file.toString(), "--tz=Europe/Zurich");
      assertThat(run.exitCode()).isEqualTo(days == 20 ? 0 : 1);
      assertThat(run.err().contains("or keep windows by hour for as long")).isEqualTo(days == 40);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--check", "--dry-run"})
  void aPipeOfWhichNothingIsRecordedNeedsNoRun(String option) throws Exception {
    ImportTarget target = target("{}");
    Path pipe = folder.resolve(target.namespace() + ".csv");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    CompletableFuture<Void> written =
        CompletableFuture.runAsync(
            () -> {
              try {
                Files.writeString(pipe, "counter,count\na,0\n", StandardOpenOption.WRITE);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    CommandRun run = target.from(pipe.toString(), option);
    assertThat(run.exitCode()).as(run.err()).isZero();
    TestPatience.join(written);
  }
}
