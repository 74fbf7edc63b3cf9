package io.quipu.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.startsWith;

import io.quipu.testing.dev.AtOnce;
import io.quipu.testing.dev.HttpApi;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.e2e.EndToEnd;
import io.quipu.testing.e2e.RunningQuipu;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands with a running service. */
@EndToEnd
@AtOnce
class ServiceCommandsIT {
  private static final String FIRST = "qk_first_0123456789abcdefghijklmnopqrstuvwxyz-_AB";

  @TempDir private static Path folder;
  private static RunningQuipu quipu;
  private static Path first;

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
  void oneCounterIsItsCount_severalAreATable() {
    record("default", "one", "{\"delta\": 9223372036854}");
    record("default", "back%20in%20black", "[{}, {\"delta\": -3}]");

    assertThat(done("get", "one")).isEqualTo("9223372036854\n");
    List<String> lines = done("get", "one", "back in black", "never").lines().toList();
    assertThat(lines).hasSize(4);
    assertThat(lines.get(0)).matches("COUNTER +COUNT +EVENTS +NOT YET SETTLED");
    assertThat(lines.get(1)).matches("one +9223372036854 +1 +[01]");
    assertThat(lines.get(2)).matches("back in black +-2 +2 +[012]");
    assertThat(lines.get(3)).matches("never +0 +0 +0");
  }

  @Test
  void aQuestionIsAnswered_andOneOfSeveralMayFail() throws IOException {
    record("default", "asked", "{\"delta\": 4}");
    assertThat(done("query", "asked").lines().toList().get(1)).matches("(asked +)? *4 +1.*");
    List<String> total =
        done(
                "query",
                "asked",
                "--ask=total",
                "--range=7d",
                "--tz=Asia/Kolkata",
                "--compare=previous")
            .lines()
            .toList();
    assertThat(total).hasSize(3);
    assertThat(total.get(1)).matches("\\S+ +\\S+ +4 +1 +open");
    assertThat(total.get(2)).matches("\\S+ +\\S+ +0 +0( +open)?");
    assertThat(done("total", "asked", "--range=today").lines()).hasSize(2);
    Awaitility.await()
        .until(
            () -> done("query", "--prefix=asked", "--ask=top", "--range=30d"),
            containsString("asked"));

    Path file = folder.resolve("questions.json");
    Files.writeString(
        file,
        """
        {"range": "7d", "queries": [
          {"id": "bad", "namespace": "default", "counter": "asked", "ask": "windows", "granularity": "blink"},
          {"id": "good", "namespace": "default", "counter": "asked", "ask": "count"}]}
        """);
    CommandRun run = run(first, "query", "--csv", "--file=" + file);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).startsWith("id,status,").containsPattern("good,200,(\\w+,asked,)?4,1");
    assertThat(run.out()).containsPattern("bad,400,.*blink");
    assertThat(run.err()).contains("detail");
    assertThat(run(first, "query", "--file=" + file).err()).startsWith("bad: 400 ");
    assertThat(refused(first, "query", "asked", "--ask=total", "--range=fortnight"))
        .contains("fortnight");
  }

  @Test
  void aReportHasWhatWasCountedYesterday() {
    done(
        "namespaces",
        "put",
        "reported",
        "--lateness=7d",
        "--labels=country",
        "--breakdowns=country");
    String noon = LocalDate.now(ZoneOffset.UTC).minusDays(1) + "T12:00:00Z";
    String before = LocalDate.now(ZoneOffset.UTC).minusDays(2) + "T12:00:00Z";
    for (String[] event :
        new String[][] {
          {"page/a", "--delta=4", noon, "CH"},
          {"page/a", "--delta=2", before, "CH"},
          {"page/b", "--delta=1500", noon, "DE"},
          {"other", "--delta=7", noon, "DE"}
        }) {
      done(
          "add",
          event[0],
          "-n=reported",
          event[1],
          "--time=" + event[2],
          "--label",
          "country=" + event[3]);
    }
    Awaitility.await()
        .untilAsserted(
            () ->
                assertThat(done("report", "-n=reported", "--day", "--prefix=page/").lines())
                    .contains("reported, page/..., yesterday")
                    .anyMatch(line -> line.startsWith("1,504 (open) on "))
                    .anyMatch(line -> line.matches("12:00 +1,504 +open"))
                    .anyMatch(line -> line.matches("page/b +1,500 +new"))
                    .anyMatch(line -> line.matches("page/a +4 +\\+100 %"))
                    .noneMatch(line -> line.startsWith("other"))
                    .allMatch(line -> line.length() <= 72));
    assertThat(done("report", "-n=reported", "--counter=page/a").lines())
        .anyMatch(line -> line.contains("+100 % against the day"))
        .containsSubsequence("By country", "CH           4  +100 %");
    assertThat(done("report", "-n=reported", "--counter=page/a", "--counter=other").lines())
        .anyMatch(line -> line.matches("other +7 +new +open"));
    JsonObject slack = new JsonObject(done("report", "-n=reported", "--month", "--slack"));
    assertThat(slack.getString("text")).startsWith("reported, last month: ");
    assertThat(slack.getJsonArray("blocks")).hasSizeGreaterThan(1);

    done("namespaces", "put", "reported-days", "--windows=day");
    CommandRun failed = run(first, "report", "-n=reported-days");
    assertThat(failed.exitCode()).isEqualTo(1);
    assertThat(failed.out()).contains("Not answered: windows: 400", "; nothing the day before.");
    assertThat(failed.err()).startsWith("windows: 400 ");
    assertThat(refused(first, "report", "-n=reporte")).contains("Did you mean reported?");
  }

  @Test
  void anEventIsAddedOnce_howeverOftenItIsGiven() {
    assertThat(done("add", "added")).isEmpty();
    for (int i = 0; i < 2; i++) {
      assertThat(done("add", "added", "--delta=-5", "--id=order-1")).isEmpty();
    }
    assertThat(done("get", "added")).isEqualTo("-4\n");
    assertThat(done("add", "added", "--json")).contains("\"status\":\"recorded\"", "\"id\":\"");
  }

  @Test
  void anEventThatIsRefusedIsNotAdded() {
    String nowhere = refused(first, "add", "added", "-n", "nowhere");
    assertThat(nowhere.lines()).singleElement().asString().contains("404");
    assertThat(refused(first, "add", "added", "--delta=0")).contains("delta");
  }

  @Test
  void whoWatchesIsToldUntilTheGoalIsReached() {
    record("default", "watched", "{\"delta\": 3}");
    CommandRun watching =
        CommandRun.begin(
            "watch",
            "watched",
            "watched too",
            "--until=10",
            "--url=" + quipu.uri(0),
            "--key-file=" + first);
    Awaitility.await().until(() -> watching.out().lines().count() >= 2);
    record("default", "watched", "{\"delta\": 7}");
    record("default", "watched%20too", "{\"delta\": 11}");
    assertThat(watching.exitCode()).as(watching.err()).isZero();
    assertThat(watching.out())
        .containsPattern("Z watched 3\n")
        .containsPattern("Z watched 10\n")
        .containsPattern("Z watched too 0\n")
        .contains(" watched too 11\n");
  }

  @Test
  void aPrefixIsWatched_withWhatAppearsLater_untilItsNamespaceIsDeleted() {
    done("namespaces", "put", "watched");
    record("watched", "page%2Fa", "{\"delta\": 3}");
    record("watched", "other", "");
    CommandRun watching =
        CommandRun.begin(
            "watch",
            "--prefix=page/",
            "--namespace=watched",
            "--url=" + quipu.uri(0),
            "--key-file=" + first);
    Awaitility.await().until(watching::out, containsString("Z page/a 3\n"));
    record("watched", "page%2Fb", "{\"delta\": 5}");
    Awaitility.await().until(watching::out, containsString("Z page/b 5\n"));
    done("namespaces", "delete", "watched", "--yes");
    assertThat(watching.exitCode()).isEqualTo(1);
    assertThat(watching.out()).doesNotContain("other");
    assertThat(watching.err().lines()).anyMatch(line -> line.startsWith("404 "));
  }

  @Test
  void whatIsExportedCanBeImported_andIsNotCountedTwice() throws Exception {
    done("namespaces", "put", "old");
    for (String namespace : List.of("new", "newer")) {
      done("namespaces", "put", namespace, "{\"kind\": \"unique\"}");
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
              () -> done("export", "-n", "old", "--format=" + format, "-o", "" + file),
              is("3 counters written\n"));
      Path unnamed =
          Files.writeString(
              file,
              Files.readString(file)
                  .replace("\"namespace\":\"old\",", "")
                  .replaceAll("(?m)^old,", ","));
      String namespace = format.equals("csv") ? "newer" : "new";
      for (int i = 0; i < 2; i++) {
        CommandRun run = run(first, "import", "-n", namespace, unnamed.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
      }
      assertThat(done("get", "-n", namespace, "plain")).isEqualTo("-12\n");
      assertThat(done("get", "-n", namespace, "large")).isEqualTo("12000000000000000\n");
      assertThat(done("get", "-n", namespace, "with \"quotes\", commas\nand lines"))
          .isEqualTo("5\n");
    }
  }

  @Test
  void anImportSaysWhatIsWrongWithALine_andThatIdsAreForgotten() throws Exception {
    Path file = folder.resolve("bad.ndjson");
    Files.writeString(file, "{\"counter\": \"before\"}\n{\"counter\": 5}\n");
    CommandRun broken = run(first, "import", file.toString(), "--json");
    assertThat(broken.exitCode()).isEqualTo(1);
    JsonObject told = new JsonObject(broken.out());
    assertThat(told.getInteger("recorded")).isEqualTo(1);
    String again = "--run=" + told.getString("run");
    assertThat(broken.err())
        .contains("remembers ids for 24h", "Line 2: ", again + " --from-line=2");

    Files.writeString(file, "{\"counter\": \"before\"}\n{\"counter\": \"after\"}\n");
    assertThat(done("import", file.toString(), again)).isEqualTo("2 events recorded\n");
    assertThat(done("get", "before") + done("get", "after")).isEqualTo("1\n1\n");
  }

  @Test
  void whatATerminalWouldObeyIsNotPrinted() {
    record("default", "red%1B%5B31m%0Aname", "");
    assertThat(done("get", "red\u001b[31m\nname", "other"))
        .contains("red\uFFFD[31m\uFFFDname")
        .doesNotContain("\u001b");
    assertThat(done("get", "red\u001b[31m\nname", "--json")).contains("red\\u001b[31m\\nname");
  }

  @Test
  void namespacesAreListedCreatedAndShown() {
    done("namespaces", "put", "votes", "{\"kind\": \"unique\"}");
    assertThat(done("namespaces"))
        .containsPattern("votes +unique")
        .containsPattern("default +event");
    assertThat(done("namespaces", "get", "votes", "--json"))
        .isEqualTo(done("namespaces", "show", "votes", "--json"))
        .contains("\"kind\":\"unique\"");
    assertThat(done("namespaces", "list"))
        .containsPattern("votes +unique")
        .containsPattern("default +event");
    assertThat(refused(first, "namespaces", "put", "votes", "{\"kind\": \"event\"}").lines())
        .singleElement()
        .asString()
        .startsWith("409 ")
        .contains("kind");
  }

  @Test
  void settingsHaveOptions() {
    String[] put = {"namespaces", "put", "settings"};
    assertThat(
            doneMore(
                put,
                "--kind=event",
                "--deduplicate=2h",
                "--lateness=7d",
                "--windows=hour,day",
                "--keep=hour=2y",
                "--labels=country,plan",
                "--breakdowns=country",
                "--breakdowns=country,plan",
                "--note=2026-12-24=closed, a=b",
                "--note=2026-12-25=closed",
                "--public=read"))
        .containsPattern("kind +event")
        .containsPattern("windows +hour,day")
        .containsPattern("breakdowns +country country,plan");
    assertThat(new JsonObject(doneMore(put, "{\"deduplicate\": \"3h\"}", "--rows=2d", "--json")))
        .contains(
            Map.entry("deduplicate", "3h"), Map.entry("lateness", "7d"), Map.entry("rows", "2d"));
    assertThat(doneMore(put, "--note=2026-12-25=", "--json"))
        .contains("\"notes\":{\"2026-12-24\":\"closed, a=b\"}");
    assertThat(doneMore(put, "--windows=none", "--json")).contains("\"windows\":[]");
    assertThat(
            done(
                "namespaces",
                "put",
                "quota",
                "--kind=linear",
                "--max=9",
                "--period=hour",
                "--json"))
        .contains("\"max\":9", "\"period\":\"hour\"");
    assertThat(done("add", "a", "-n", "quota")).isEmpty();
    assertThat(done("get", "a", "b", "-n", "quota"))
        .containsPattern("COUNTER +COUNT +EVENTS +REMAINING +RESETS")
        .containsPattern("a +1 +1 +8 +20");
    assertThat(refused(first, "namespaces", "put", "settings", "--state=top")).contains("state");
    done("namespaces", "delete", "settings", "--yes");
    assertThat(refused(first, "namespaces", "get", "settings")).startsWith("404 ");
  }

  @Test
  void whatIsMistypedIsGuessed() {
    record("default", "mistyped", "");
    done("namespaces", "put", "guessed");
    Awaitility.await().until(() -> run(first, "get", "mistyped").err().isEmpty());
    Awaitility.await()
        .until(() -> run(first, "get", "mitsyped").err(), containsString("Did you mean mistyped?"));
    for (String[] command :
        List.of(
            new String[] {"get", "a", "-n", "gessed"},
            new String[] {"add", "a", "-n", "gessed"},
            new String[] {"watch", "a", "-n", "gessed"},
            new String[] {"namespaces", "get", "gessed"})) {
      assertThat(refused(first, command)).endsWith(". Did you mean guessed?\n");
    }
    assertThat(refused(first, "get", "a", "-n", "elephants")).doesNotContain("mean");
  }

  @Test
  void countersAreListed() {
    done("namespaces", "put", "listed");
    record("listed", "b%2F2", "{\"delta\": 5}");
    record("listed", "b%2F1", "");
    record("listed", "a", "");
    Awaitility.await().until(() -> done("list", "-n", "listed").lines().count() == 4);
    assertThat(done("list", "-n", "listed", "--prefix=b/").lines().toList())
        .satisfiesExactly(
            head -> assertThat(head).matches("COUNTER +COUNT +EVENTS"),
            one -> assertThat(one).matches("b/1 +1 +1"),
            two -> assertThat(two).matches("b/2 +5 +1"));
    CommandRun page = run(first, "list", "-n", "listed", "--limit=1");
    assertThat(page.out().lines()).hasSize(2);
    assertThat(page.err()).isEqualTo("More: --after=a\n");
    assertThat(done("list", "-n", "listed", "--after=a", "--json")).doesNotContain("\"a\"");
  }

  @Test
  void aCounterIsSetBackToZero() {
    record("default", "set-back", "[{}, {}]");
    assertThat(run(first, "reset", "set-back").exitCode()).isEqualTo(2);
    assertThat(done("reset", "set-back", "--yes")).isEqualTo("set-back is back at zero\n");
    assertThat(done("get", "set-back")).isEqualTo("0\n");
    assertThat(done("reset", "set-back", "-y", "--json")).contains("\"status\":\"reset\"");
  }

  @Test
  void theLargestAreTold_whenTheyAreSettled() {
    done("namespaces", "put", "ranked");
    record("ranked", "small", "{\"delta\": 2}");
    record("ranked", "large", "{\"delta\": 30}");
    Awaitility.await()
        .until(
            () -> done("top", "-n", "ranked", "--prefix=", "--limit=5").lines().toList(),
            lines -> lines.size() == 3 && lines.get(1).matches("large +30 +1"));
    assertThat(done("top", "-n", "ranked", "--granularity=year", "--window=-0d", "--tz=Asia/Tokyo"))
        .containsPattern("large +30 +1");
    assertThat(refused(first, "top", "-n", "ranked", "--limit=0")).startsWith("400 ").contains("n");
  }

  @Test
  void windowsHaveWhatWasCounted() {
    record("default", "windowed", "{\"delta\": 4}");
    assertThat(done("windows", "windowed", "-g", "day"))
        .containsPattern("T00:00:00Z +4 +1")
        .contains("START", "EVENTS");
    assertThat(done("windows", "windowed", "-g", "month", "--tz=Europe/Zurich"))
        .containsPattern("T00:00:00\\+0[12]:00 +4 +1");
    assertThat(refused(first, "windows", "windowed", "--granularity=decade"))
        .startsWith("400 ")
        .contains("granularity");
  }

  @Test
  void totalsHaveWhatWasCounted() {
    record("default", "totalled", "{\"delta\": 4}");
    assertThat(done("total", "totalled", "--from=-7d", "--tz=Asia/Kolkata", "--compare"))
        .containsPattern("\\+05:30 +4 +1 +open\\R.*\\+05:30 +0 +0")
        .contains("FROM", "EVENTS");
    assertThat(refused(first, "total", "totalled", "--from=yesterday"))
        .startsWith("400 ")
        .contains("from");
  }

  @Test
  void countsWindowsAndTotalsAreBrokenDownByLabels(@TempDir Path directory) throws IOException {
    done("namespaces", "put", "labelled", "{\"labels\": [\"country\"]}");
    done("add", "a", "-n", "labelled", "--label", "country=CH", "--delta=4");
    Path lines = directory.resolve("labelled.ndjson");
    Files.writeString(
        lines,
        "{\"counter\": \"a\", \"labels\": {\"country\": \"DE\"}}\n{\"counter\": \"a\", \"count\": 9}\n");
    done("import", "-n", "labelled", lines.toString());
    assertThat(done("get", "a", "-n", "labelled", "--by=country").lines().toList())
        .satisfiesExactly(
            head -> assertThat(head).matches("COUNTRY +COUNT +EVENTS +NOT YET SETTLED"),
            none -> assertThat(none).matches(" +9 +1 +[01]"),
            swiss -> assertThat(swiss).matches("CH +4 +1 +[01]"),
            german -> assertThat(german).matches("DE +1 +1 +[01]"));
    assertThat(done("get", "a", "-n", "labelled", "--where=country:CH")).isEqualTo("4\n");
    assertThat(done("windows", "a", "-n", "labelled", "-g", "day", "--by=country", "--limit=2"))
        .containsPattern("CH +[-0-9]+T00:00:00Z +4 +1")
        .contains("COUNTRY")
        .doesNotContain("DE");
    assertThat(done("windows", "a", "-n", "labelled", "-g", "day", "--where=country:DE"))
        .containsPattern("T00:00:00Z +1 +1");
    assertThat(done("total", "a", "-n", "labelled", "--from=-7d", "--by=country", "--compare"))
        .containsPattern("CH .*Z +4 +1 +open\\RCH .*Z +0 +0");
    assertThat(refused(first, "get", "a", "-n", "labelled", "--by=city"))
        .startsWith("400 ")
        .contains("by");
    assertThat(refused(first, "add", "a", "-n", "labelled", "--label=city=Bern"))
        .contains("labels");
    assertThat(run(first, "get", "a", "b", "-n", "labelled", "--by=country").exitCode())
        .isEqualTo(2);
    assertThat(run(first, "add", "a", "-n", "labelled", "--label=country").exitCode()).isEqualTo(2);
  }

  @Test
  void windowsAndTotalsOfSketchesHaveTheirBounds() {
    String namespace = "commands-visitors";
    done(
        "namespaces",
        "put",
        namespace,
        "{\"kind\": \"sketch\", \"state\": \"distinct\", \"windows\": [\"day\"]}");
    record(namespace, "home", "[{\"value\": \"ann\"}, {\"value\": \"bob\"}, {\"value\": \"ann\"}]");
    assertThat(done("windows", "home", "--namespace=" + namespace, "-g", "day"))
        .containsPattern("T00:00:00Z +3 +2 +2 +2 +open")
        .contains("START", "ESTIMATE", "UPPER");
    assertThat(done("total", "home", "--namespace=" + namespace, "--from=-30d", "--compare"))
        .containsPattern("Z +3 +2 +2 +2 +open\\R.*Z +0 +0 +0 +0");
  }

  @Test
  void whatActorsStateIsAdded() {
    done("namespaces", "put", "stated", "{\"kind\": \"latest\"}");
    String[] add = {"add", "paid", "-n", "stated"};
    assertThat(doneMore(add, "--actor=P1", "--actor-version=1", "--value=1500")).isEmpty();
    assertThat(doneMore(add, "--actor=P2", "--actor-version=1", "--value=300")).isEmpty();
    doneMore(add, "--actor=P2", "--actor-version=0", "--value=20", "--replaces=1");
    assertThat(done("get", "paid", "-n", "stated")).isEqualTo("1520\n");
    assertThat(run(first, "add", "paid", "-n", "stated", "--actor=P1", "--value=1").err())
        .startsWith("--actor-version is missing: kind latest takes all of --actor=P1 ");
    assertThat(run(first, "add", "paid", "--value=1", "--delta=1").exitCode()).isEqualTo(2);
    assertThat(refused(first, "add", "paid", "-n", "stated")).startsWith("400");
  }

  @Test
  void valuesOfSketchesAreAdded_andReadInParts() {
    done("namespaces", "put", "valued", "{\"kind\": \"sketch\", \"state\": \"quantiles\"}");
    for (int i = 0; i < 4; i++) {
      done("add", "home", "-n", "valued", "--value=" + i + ".5");
    }
    assertThat(done("get", "home", "-n", "valued", "--ranks=0,1"))
        .containsPattern("RANK +VALUE +LOWER +UPPER\n +0 +0.5 .*\n +1 +3.5")
        .doesNotContain("0.99");
    done("namespaces", "put", "texts", "{\"kind\": \"sketch\", \"state\": \"top\"}");
    done("add", "home", "-n", "texts", "--text=5");
    done("add", "home", "-n", "texts", "--value=5");
    assertThat(done("get", "home", "-n", "texts", "--json"))
        .contains("\"item\":\"5\"", "\"item\":5,");
    assertThat(done("get", "home", "-n", "texts").lines())
        .hasSize(3)
        .first()
        .asString()
        .matches("ITEM +ESTIMATE +LOWER +UPPER");
    assertThat(done("get", "home", "-n", "texts", "--items=1").lines()).hasSize(2);
  }

  @Test
  void anIncrementPrintsTheValueAfterIt() {
    done("namespaces", "put", "bounded", "{\"kind\": \"linear\", \"max\": 10}");
    String[] seats = {"increment", "top", "-n", "bounded"};
    assertThat(doneMore(seats)).isEqualTo("1\n");
    assertThat(doneMore(seats, "--delta=5", "--id=x")).isEqualTo("6\n");
    assertThat(doneMore(seats, "--json")).contains("\"count\":7", "\"id\":\"");
    assertThat(doneMore(seats, "--delta=5", "--id=x")).isEqualTo("6\n");
    assertThat(refused(first, "increment", "top", "-n", "bounded", "--max=7")).contains("max");
    assertThat(refused(first, "increment", "top", "-n", "bounded", "-d4")).contains("10");
    assertThat(done("get", "top", "-n", "bounded")).isEqualTo("7\n");
    assertThat(refused(first, "increment", "event")).contains("not of kind linear");
  }

  @Test
  void allSeriesAreReadByName() {
    done("namespaces", "put", "countries", "{\"labels\": [\"country\"]}");
    for (String country : List.of("CH", "AT", "DE")) {
      done("add", "a", "-n", "countries", "--label", "country=" + country);
    }
    done("add", "a", "-n", "countries", "--label", "country=DE");
    assertThat(done("get", "a", "-n", "countries", "--by=country", "--all").lines())
        .extracting(line -> line.split(" ", 2)[0])
        .containsExactly("COUNTRY", "AT", "CH", "DE");
    assertThat(run(first, "get", "a", "-n", "countries", "--all").exitCode()).isEqualTo(2);
  }

  @Test
  void recountFindsNoDrift() {
    record("default", "recounted", "[{}, {}]");
    Awaitility.await()
        .until(() -> done("recount", "recounted"), startsWith("Recounted 2 of 2, drift 0, "));
  }

  @Test
  void aCounterIsDeleted_whenThatIsSaidTwice() {
    record("default", "purged", "[{}, {}]");
    assertThat(run(first, "delete", "purged").err()).startsWith("--yes is missing");
    assertThat(run(first, "delete", "purged").exitCode()).isEqualTo(2);
    assertThat(done("get", "purged")).isEqualTo("2\n");
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> run(first, "delete", "purged", "--yes").exitCode() == 0);
    assertThat(done("get", "purged")).isEqualTo("0\n");
    assertThat(done("namespaces", "deleting")).contains("purged");
  }

  @Test
  void aLoadIsMeasured_andWhatItRecordedIsCounted() {
    String told =
        done("bench", "--seconds=1", "--warm-up=1", "--rate=200", "--counters=7", "--batch=3");
    Matcher counts =
        Pattern.compile("acknowledged +([0-9,]+) events(?s:.*)counted +([0-9,]+): exact")
            .matcher(told);
    assertThat(counts.find()).as(told).isTrue();
    assertThat(counts.group(1)).isEqualTo(counts.group(2)).isNotEqualTo("0");
    assertThat(told)
        .containsPattern("events a second +[0-9,]+\n")
        .containsPattern("p99 +[0-9.,]+ ms\n")
        .containsPattern("ceiling of this load +[0-9,]+ requests");
  }

  @Test
  void aLoadOfEverythingThatIsAnsweredIsExactToo() {
    assertThat(done("bench", "--seconds=1", "--warm-up=0", "--ids", "--batch=10", "--json"))
        .contains("\"verdict\":\"exact\"", "\"unknown\":0");
  }

  @Test
  void aLoadThatMayNotBeEndsBeforeItBegins() {
    assertThat(refused(first, "bench", "-n", "nowhere")).startsWith("404 ");
  }

  @Test
  void keysAreMadeUsedAndDeleted() throws Exception {
    String key = done("keys", "create", "read:default", "--prefix=page/", "--delta-one").strip();
    assertThat(key).startsWith("qk_");
    String id = key.split("_", 3)[1];
    Path file = Files.writeString(folder.resolve(id), key);

    assertThat(run(file, "get", "page/a").out()).isEqualTo("0\n");
    assertThat(refused(file, "get", "other")).startsWith("403 ");
    assertThat(refused(file, "keys")).startsWith("403 ");

    assertThat(done("keys", "list"))
        .isEqualTo(done("keys"))
        .containsPattern(id + " +read:default +page/")
        .doesNotContain(key);
    String link =
        done(
                "keys",
                "create",
                "read:default",
                "--prefix=page/a b",
                "--expires=2199-01-01T00:00:00Z",
                "--link")
            .strip();
    assertThat(link)
        .startsWith(quipu.uri(0).resolve("/#key=qk_").toString())
        .endsWith("&namespace=default&search=page%2Fa%20b");
    Path linked =
        Files.writeString(
            folder.resolve("linked"), link.substring(link.indexOf("qk_"), link.indexOf('&')));
    assertThat(run(linked, "get", "page/a b").out()).isEqualTo("0\n");
    assertThat(refused(linked, "get", "page/a")).startsWith("403 ");

    done("keys", "delete", id, "-y");
    assertThat(refused(first, "keys", "delete", id, "-y")).startsWith("404 ");
  }

  @Test
  void withoutAKeyOneIsToldWhatIsMissing() {
    CommandRun run = run(null, "get", "one");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).startsWith("401 ");
    assertThat(run.out()).isEmpty();
    assertThat(refused(null, "watch", "watched", "--timeout=20")).contains("401");
  }

  private static void record(String namespace, String segment, String body) {
    new HttpApi(quipu.uri(0), FIRST)
        .send("POST", "/v1/counters/" + namespace + "/" + segment + "/events", body);
  }

  /** The output of a command with the first key, which must succeed. */
  private static String done(String... arguments) {
    CommandRun run = run(first, arguments);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run.out();
  }

  /** The output of a command with more options, which must succeed. */
  private static String doneMore(String[] command, String... options) {
    return done(Stream.of(command, options).flatMap(Stream::of).toArray(String[]::new));
  }

  /** The complaint of a command that is not done. */
  private static String refused(@Nullable Path key, String... arguments) {
    CommandRun run = run(key, arguments);
    assertThat(run.exitCode()).isEqualTo(1);
    return run.err();
  }

  private static CommandRun run(@Nullable Path key, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    if (key != null) {
      all.add("--key-file=" + key);
    }
    return CommandRun.of(quipu.uri(0), all.toArray(String[]::new));
  }
}
