package io.quipu.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.cli.service.Unanswered;
import io.quipu.client.JsonObject;
import java.time.LocalDate;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The questions of reports, and their words. */
class ReportTest {
  private static final LocalDate TODAY = LocalDate.of(2026, 11, 30);
  private static final String TOTAL =
      "{\"id\":\"%s\",\"status\":200,\"total\":{%s,\"from\":\"2026-11-23T00:00:00+01:00\","
          + "\"to\":\"2026-11-30T00:00:00+01:00\",\"settled\":%s,\"asOf\":\"2026-11-30T09:00:00Z\"%s}}";
  private static final Settings PLAIN = new Settings(false, List.of(), null);
  private static final String BEFORE = ",\"previous\":{\"count\":3597,\"events\":3597}";
  private static final String MANY = "\"count\":3757,\"events\":3757";

  @Test
  void aNamespaceIsAskedFor_byNamesOfRanges() {
    assertThat(ofPrefix(null).body())
        .isEqualTo(
            "{\"tz\":\"Europe/Zurich\",\"range\":\"last-week\",\"queries\":["
                + "{\"id\":\"total\",\"namespace\":\"site\",\"ask\":\"total\",\"compare\":\"previous\"},"
                + "{\"id\":\"windows\",\"namespace\":\"site\",\"ask\":\"windows\",\"granularity\":\"day\"},"
                + "{\"id\":\"top\",\"namespace\":\"site\",\"ask\":\"top\",\"limit\":10},"
                + "{\"id\":\"before\",\"namespace\":\"site\",\"ask\":\"top\","
                + "\"range\":{\"from\":\"2026-11-16\",\"to\":\"2026-11-23\"},\"limit\":1000}]}");
    assertThat(JsonObject.parse(ofPrefix("/blog/").body()).objects("queries"))
        .allMatch(question -> question.text("prefix").equals("/blog/"));
  }

  @Test
  void onlyOneCounterIsBrokenDown_andFiftyAreOneRequest() {
    assertThat(JsonObject.parse(ofCounters("a").body()).objects("queries"))
        .extracting(JsonObject::toString)
        .contains(
            "{\"id\":\"by 0\",\"namespace\":\"site\",\"ask\":\"series\",\"compare\":\"previous\","
                + "\"counter\":\"a\",\"by\":[\"country\",\"plan\"],\"limit\":5}");
    String[] all = Collections.nCopies(ReportQuestions.MOST_COUNTERS, "a").toArray(String[]::new);
    assertThat(JsonObject.parse(ofCounters(all).body()).objects("queries"))
        .hasSize(100)
        .noneMatch(question -> question.has("by"));
  }

  @Test
  void aNamespaceHasItsTotal_itsDaysAndItsLargestCounters() {
    assertThat(
            mail(
                ofPrefix(null),
                total("total", MANY, true, BEFORE),
                windows("windows", true, 8, 0, 4),
                top("top", 12, "views", 20, "signups", 5, "new", 1),
                top("before", 2, "views", 10, "signups", 10)))
        .containsExactly(
            "site, last week",
            "",
            "3,757 from 2026-11-23 to 2026-11-29 (Europe/Zurich), +4.4 % against the",
            "week before (3,597).",
            "",
            "Each day",
            "█▁▅",
            "DAY             COUNT",
            "Mon 2026-11-23      8",
            "Tue 2026-11-24      0",
            "Wed 2026-11-25      4",
            "",
            "The largest 3 of 12 counters",
            "COUNTER  COUNT  CHANGE",
            "views       20  +100 %",
            "signups      5  -50 %",
            "new          1  new");
  }

  @Test
  void aChangeThatIsNotKnown_isNotSaid() {
    String notAll = top("before", 1001, "views", 10);
    assertThat(
            mail(ofPrefix(null), total("total", MANY, true, BEFORE), top("top", 1, "b", 1), notAll))
        .contains("b            1       -");
    ReportQuestions tomorrow =
        new ReportQuestions(
            "site", Period.WEEK, TODAY.plusWeeks(1), "Europe/Zurich", null, List.of(), PLAIN);
    String before = top("before", 1, "b", 10);
    assertThat(mail(tomorrow, total("total", MANY, true, BEFORE), top("top", 1, "b", 1), before))
        .contains("b            1       -");
    assertThat(
            mail(
                ofPrefix(null),
                total("total", MANY, true, ",\"previous\":{\"count\":0,\"events\":0}")))
        .anyMatch(line -> line.contains("; nothing"));
  }

  @Test
  void whatIsNotSettledIsOpen() {
    assertThat(
            mail(ofPrefix(null), total("total", MANY, false, BEFORE), windows("windows", false, 8)))
        .contains(
            "3,757 (open) from 2026-11-23 to 2026-11-29 (Europe/Zurich), +4.4 %",
            "It holds what was settled up to 2026-11-30T09:00:00Z.",
            "What is open is not settled yet: it may still change.",
            "Mon 2026-11-23      8  open");
  }

  @Test
  void oneCounterIsBrokenDown() {
    assertThat(
            mail(
                ofCounters("a"),
                total("total 0", MANY, true, BEFORE),
                "{\"id\":\"by 0\",\"status\":200,\"series\":[{\"labels\":{\"plan\":\"pro\","
                    + "\"country\":\"CH\"},\"count\":5,\"events\":5,\"previous\":{\"count\":4,"
                    + "\"events\":4}},{\"labels\":{\"country\":\"\",\"plan\":\"\"},\"count\":1,"
                    + "\"events\":1}]}"))
        .containsSequence(
            "By country, plan",
            "COUNTRY, PLAN   COUNT  CHANGE",
            "CH, pro             5  +25 %",
            "(none), (none)      1  -");
  }

  @Test
  void severalCountersAreTables_withALineOfTheDaysOfEach() {
    assertThat(
            mail(
                ofCounters("a", "b"),
                total("total 0", MANY, true, BEFORE),
                windows("windows 0", true, 1, 0, 2),
                failed("total 1", 400),
                windows("windows 1", true, 0, 3, 0)))
        .containsExactly(
            "2 counters in site, last week",
            "",
            "What was counted from 2026-11-23 to 2026-11-29 (Europe/Zurich), and the",
            "change against the week before.",
            "",
            "Not answered: total of b: 400 Bad: why",
            "",
            "Totals",
            "COUNTER  COUNT  CHANGE",
            "a        3,757  +4.4 %",
            "",
            "Each day",
            "COUNTER",
            "a        ▅▁█",
            "b        ▁█▁");
  }

  @Test
  void aWeekThatIsKeptInPart_saysFromWhen_andHasNoChange() {
    String cut = kept("total%s", "2026-11-25T00:00:00+01:00", "");
    assertThat(mail(ofPrefix(null), cut.formatted("")))
        .contains(
            "3,757 from 2026-11-25 to 2026-11-29 (Europe/Zurich).",
            "Windows are kept from 2026-11-25T00:00:00+01:00 on.");
    assertThat(
            mail(ofCounters("a", "b"), cut.formatted(" 0"), total("total 1", MANY, true, BEFORE)))
        .contains(
            "What was counted from 2026-11-23 to 2026-11-29 (Europe/Zurich), and the",
            "Windows are kept from 2026-11-25T00:00:00+01:00 on.",
            "a        3,757  -       in part",
            "b        3,757  +4.4 %");
  }

  @Test
  void aWeekBeforeThatIsNotKept_isNoLimitOfThisWeek() {
    String missing = "2026-11-23T00:00:00+01:00";
    String cut = ",\"keptFrom\":\"2026-11-18T00:00:00+01:00\"";
    assertThat(mail(ofPrefix(null), kept("total", missing, "")))
        .containsExactly(
            "site, last week",
            "",
            "3,757 from 2026-11-23 to 2026-11-29 (Europe/Zurich); the week before is",
            "not kept.");
    assertThat(mail(ofPrefix(null), total("total", MANY, true, BEFORE + cut)))
        .containsExactly(
            "site, last week",
            "",
            "3,757 from 2026-11-23 to 2026-11-29 (Europe/Zurich); the week before is",
            "kept in part.");
    assertThat(
            mail(
                ofCounters("a", "b"),
                total("total 0", MANY, true, BEFORE + cut),
                kept("total 1", missing, "")))
        .noneMatch(line -> line.startsWith("Windows are kept"))
        .contains("a        3,757       -", "b        3,757       -");
  }

  @Test
  void aWeekOfWhichNothingIsKept_hasNoTotal() {
    String gone =
        "{\"id\":\"total%s\",\"status\":200,\"total\":{\"count\":0,\"events\":0,"
            + "\"from\":\"2026-11-30T00:00:00+01:00\",\"to\":\"2026-11-30T00:00:00+01:00\","
            + "\"settled\":true,\"keptFrom\":\"2026-11-30T08:00:00+01:00\"}}";
    assertThat(mail(ofPrefix(null), gone.formatted(""), "{\"id\":\"windows\",\"status\":200}"))
        .containsExactly(
            "site, last week",
            "",
            "Nothing is kept of what was counted from 2026-11-23 to 2026-11-29",
            "(Europe/Zurich).");
    assertThat(mail(ofCounters("a", "b"), gone.formatted(" 0")))
        .contains("a            -       -  not kept");
  }

  @Test
  void aTopOfTheWeekBefore_mayBeRefusedAsItIsNotKept_withoutFailure() {
    String total = kept("total", "2026-11-23T00:00:00+01:00", "");
    Report report = report(ofPrefix(null), total, top("top", 1, "b", 1), failed("before", 400));
    assertThat(report.failures()).isEmpty();
    assertThat(MailText.of(report)).contains("b            1       -");
    assertThat(report(ofPrefix(null), total, failed("before", 503)).failures())
        .extracting(Failure::line)
        .containsExactly("top of the week before: 503 Bad: why");
  }

  @Test
  void ofWhatStandsATotalIsAChange_andHasNoPercentage() {
    Settings settings = Settings.of(new JsonObject().put("kind", "latest"));
    ReportQuestions asked =
        new ReportQuestions("site", Period.WEEK, TODAY, "Europe/Zurich", null, List.of(), settings);
    assertThat(
            mail(
                asked,
                total("total", MANY, true, BEFORE),
                top("top", 2, "a", 5, "b", 1),
                top("before", 1, "a", -2)))
        .containsExactly(
            "site, last week",
            "",
            "A change of 3,757 from 2026-11-23 to 2026-11-29 (Europe/Zurich); 3,597",
            "the week before.",
            "",
            "Counters",
            "COUNTER  CHANGE  BEFORE",
            "a             5      -2",
            "b             1       0");
    ReportQuestions several =
        new ReportQuestions(
            "site", Period.WEEK, TODAY, "Europe/Zurich", null, List.of("a", "b"), settings);
    assertThat(mail(several, total("total 0", MANY, true, BEFORE)))
        .contains(
            "The change from 2026-11-23 to 2026-11-29 (Europe/Zurich), and that of",
            "a         3,757   3,597");
  }

  @Test
  void withoutTheSettingsThereIsAReport_thatSaysSo() {
    ReportQuestions asked =
        new ReportQuestions(
            "site",
            Period.WEEK,
            TODAY,
            "Europe/Zurich",
            null,
            List.of("a"),
            Settings.unread(new Unanswered("no answer in 60 s")));
    assertThat(mail(asked, total("total 0", MANY, true, BEFORE)))
        .contains(
            "3,757 from 2026-11-23 to 2026-11-29 (Europe/Zurich), +4.4 % against the",
            "Not answered: settings: no answer in 60 s");
    assertThat(report(asked).failures())
        .containsExactly(new Failure("settings: no answer in 60 s", 0));
  }

  @Test
  void whatFailsForTheSameReason_isToldOnce() {
    String unknown =
        "{\"id\":\"%s\",\"status\":404,\"title\":\"Bad\",\"detail\":\"queries[%s]: There is none\"}";
    assertThat(
            report(
                    ofPrefix(null),
                    unknown.formatted("total", 0),
                    failed("windows", 400),
                    unknown.formatted("top", 2),
                    unknown.formatted("before", 3))
                .failures())
        .containsExactly(
            new Failure("total, top, top of the week before: 404 Bad: There is none", 404),
            new Failure("windows: 400 Bad: why", 400));
  }

  @Test
  void anHourThatComesTwice_hasTwoNames() {
    ReportQuestions asked =
        new ReportQuestions(
            "site",
            Period.DAY,
            LocalDate.of(2026, 10, 26),
            "Europe/Zurich",
            null,
            List.of(),
            PLAIN);
    String hours =
        Stream.of("01:00:00+02:00", "02:00:00+02:00", "02:00:00+01:00", "03:00:00+01:00")
            .map(hour -> "{\"start\":\"2026-10-25T" + hour + "\",\"count\":1,\"events\":1}")
            .collect(
                Collectors.joining(",", "{\"id\":\"windows\",\"status\":200,\"windows\":[", "]}"));
    assertThat(mail(asked, hours))
        .containsSequence(
            "01:00              1",
            "02:00              1",
            "02:00 (again)      1",
            "03:00              1");
  }

  @Test
  void longNamesHaveTheRoomOfTheLine_andAreCutInTheMiddle() {
    String path = "/blog/2026/" + "n".repeat(40) + "/";
    assertThat(mail(ofPrefix(null), top("top", 2, path + "a", 2, path + "b", 1)))
        .anyMatch(line -> line.startsWith(path + "a  "))
        .anyMatch(line -> line.startsWith(path + "b  "));
    String longer = path + "m".repeat(200) + "/";
    assertThat(mail(ofPrefix(null), top("top", 2, longer + "a", 2, longer + "b", 1)))
        .anyMatch(line -> line.matches("/blog/2026/n+[.]{3}m+/a .*"))
        .anyMatch(line -> line.matches("/blog/2026/n+[.]{3}m+/b .*"))
        .allMatch(line -> line.length() <= 72);
  }

  @Test
  void aPartThatIsNotAnswered_isAFailureThatTheReportSays() {
    ReportQuestions asked = ofPrefix(null);
    Report report = report(asked, failed("total", 503), windows("windows", true, 1));
    assertThat(report.failures()).containsExactly(new Failure("total: 503 Bad: why", 503));
    assertThat(MailText.of(report))
        .contains("The total is not known.", "Not answered: total: 503 Bad: why", "Each day");
    assertThat(report(asked, total("total", MANY, true, BEFORE)).failures()).isEmpty();
  }

  @Test
  void linesOfMailAreShort_whateverTheNames() {
    String name = "n".repeat(200) + " \u001b[31m" + "m".repeat(300);
    List<String> lines =
        mail(
            ofPrefix(name),
            total("total", "\"count\":-9223372036854775808,\"events\":1", false, BEFORE),
            top("top", 1, name, Long.MIN_VALUE),
            failed("windows", 400));
    assertThat(lines).allMatch(line -> line.length() <= 72);
    assertThat(String.join("", lines))
        .contains("-9,223,372,036,854,775,808")
        .doesNotContain("\u001b");
  }

  @Test
  void slackGetsBlocks_inWhichNoNameIsMarkup() {
    String name = "<!here> & `x` ```";
    JsonObject message =
        SlackMessage.of(
            report(ofPrefix(name), total("total", MANY, true, BEFORE), top("top", 1, name, 3)));
    assertThat(message.text("text"))
        .startsWith("site, &lt;!here&gt; &amp; `x` ```..., last week: 3,757 from 2026-11-23");
    assertThat(message.objects("blocks"))
        .extracting(block -> block.text("type") + " " + block.object("text").text("type"))
        .containsExactly("header plain_text", "section mrkdwn", "section mrkdwn");
    assertThat(message.objects("blocks").get(2).object("text").text("text"))
        .isEqualTo(
            "*Counters*\n```COUNTER            COUNT  CHANGE\n&lt;!here&gt; &amp; 'x' '''      3       -```");
    assertThat(JsonObject.parse(message.toString()).objects("blocks")).hasSize(3);
  }

  @ParameterizedTest
  @EnumSource(Period.class)
  void messagesOfSlackKeepToItsBounds(Period period) {
    String name = "&".repeat(500);
    String[] names =
        IntStream.range(0, ReportQuestions.MOST_COUNTERS)
            .mapToObj(i -> i + name)
            .toArray(String[]::new);
    ReportQuestions asked =
        new ReportQuestions("site", period, TODAY, "Europe/Zurich", null, List.of(names), PLAIN);
    String[] results =
        IntStream.range(0, names.length)
            .boxed()
            .flatMap(
                i ->
                    List.of(total("total " + i, MANY, true, BEFORE), failed("windows " + i, 400))
                        .stream())
            .toArray(String[]::new);
    JsonObject message = SlackMessage.of(report(asked, results));
    assertThat(message.text("text").length()).isLessThanOrEqualTo(3000);
    assertThat(message.objects("blocks"))
        .hasSizeBetween(3, 50)
        .allMatch(
            block ->
                block.object("text").text("text").length()
                    <= (block.text("type").equals("header") ? 150 : 3000));
    assertThat(message.objects("blocks").get(2).object("text").text("text")).endsWith("\n...```");
    ReportQuestions named =
        new ReportQuestions("site", period, TODAY, "UTC", name, List.of(), PLAIN);
    String title =
        SlackMessage.of(report(named)).objects("blocks").get(0).object("text").text("text");
    assertThat(title).hasSizeLessThanOrEqualTo(150).startsWith("site, &amp;").endsWith("...");
  }

  private static ReportQuestions ofPrefix(String prefix) {
    return new ReportQuestions(
        "site", Period.WEEK, TODAY, "Europe/Zurich", prefix, List.of(), PLAIN);
  }

  private static ReportQuestions ofCounters(String... counters) {
    return new ReportQuestions(
        "site",
        Period.WEEK,
        TODAY,
        "Europe/Zurich",
        null,
        List.of(counters),
        new Settings(false, List.of(List.of("country", "plan")), null));
  }

  private static List<String> mail(ReportQuestions asked, String... results) {
    return MailText.of(report(asked, results));
  }

  private static Report report(ReportQuestions asked, String... results) {
    return Report.of(asked, JsonObject.parse("{\"results\":[" + String.join(",", results) + "]}"));
  }

  private static String total(String id, String members, boolean settled, String more) {
    return TOTAL.formatted(id, members, settled, more);
  }

  /** A total of the week, of which windows are kept from a time on. */
  private static String kept(String id, String from, String more) {
    return total(id, MANY, true, more + ",\"keptFrom\":\"" + from + "\"")
        .replace("2026-11-23T00:00:00+01:00", from);
  }

  private static String windows(String id, boolean settled, int... counts) {
    return IntStream.range(0, counts.length)
        .mapToObj(
            i ->
                "{\"start\":\"2026-11-%sT00:00:00+01:00\",\"count\":%s,\"events\":%s,\"settled\":%s}"
                    .formatted(23 + i, counts[i], counts[i], settled))
        .collect(
            Collectors.joining(",", "{\"id\":\"" + id + "\",\"status\":200,\"windows\":[", "]}"));
  }

  private static String top(String id, int all, Object... namesAndCounts) {
    return IntStream.range(0, namesAndCounts.length / 2)
        .mapToObj(
            i ->
                new JsonObject()
                    .put("counter", namesAndCounts[2 * i])
                    .put("count", namesAndCounts[2 * i + 1])
                    .put("events", 1)
                    .toString())
        .collect(
            Collectors.joining(
                ",",
                "{\"id\":\"" + id + "\",\"status\":200,\"total\":" + all + ",\"counters\":[",
                "]}"));
  }

  private static String failed(String id, int status) {
    return "{\"id\":\"%s\",\"status\":%s,\"type\":\"/problems/x\",\"title\":\"Bad\",\"detail\":\"why\"}"
        .formatted(id, status);
  }
}
