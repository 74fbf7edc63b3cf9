package io.quipu.edge.http;

import static io.quipu.engine.names.TestNamespaces.known;
import static io.quipu.engine.names.TestNamespaces.namespace;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.kind.answer.WindowQuery;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.query.Count;
import io.quipu.engine.state.Tally;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.TimeSpan;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReadHttpTest extends HttpTest {
  private static final String PATH = "/v1/counters/votes/back%20in%20black";
  private static final CounterName COUNTER = new CounterName("votes", "back in black");

  @Test
  void answersTheCountAndHowExactItIs() {
    settled(Tally.of(3, 3), Tally.of(2, 2));
    HttpResponse<String> response = get(PATH);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body())
        .isEqualTo(
            "{\"namespace\":\"votes\",\"counter\":\"back in black\",\"count\":5,\"events\":5,"
                + "\"settled\":{\"count\":3,\"events\":3,\"until\":\"2026-01-01T12:00:00.123Z\"},"
                + "\"tail\":{\"count\":2,\"events\":2}}");
    assertThat(header(response, "Cache-Control")).isEqualTo("no-cache");
  }

  @Test
  void countsZero_whenNobodyRecordedAnything() {
    assertThat(get(PATH).body())
        .contains("\"count\":0,\"events\":0,\"settled\":{\"count\":0,\"events\":0,\"until\":null}");
  }

  @ParameterizedTest
  @CsvSource({
    "2026-01-01T12:00:00.123999900Z, 2026-01-01T12:00:00.123Z",
    "2026-01-01T12:00:00.999999900Z, 2026-01-01T12:00:00.999Z",
    "2026-01-01T12:00:00Z, 2026-01-01T12:00:00.000Z",
  })
  void cutsUntilOffAfterMilliseconds(Instant until, String written) {
    service.onCount =
        counter ->
            CompletableFuture.completedFuture(
                new Count(counter, Tally.of(3, 3), EventTime.of(until), Tally.ZERO));
    assertThat(get(PATH).body()).contains("\"until\":\"" + written + "\"}");
  }

  @Test
  void writesCountsOfAnySizeAsIntegers() {
    BigInteger huge = BigInteger.TEN.pow(40).negate();
    settled(new Tally(huge, 9_000_000_000L), Tally.of(-1, 1));
    assertThat(get(PATH).body())
        .contains("\"count\":-1" + "0".repeat(39) + "1,\"events\":9000000001");
  }

  @Test
  void changesTheTag_whenTheCountDoes() {
    settled(Tally.of(3, 3), Tally.of(2, 2));
    String tag = header(get(PATH), "ETag");
    settled(Tally.of(5, 5), Tally.ZERO);
    assertThat(header(get(PATH), "ETag"))
        .as("settling changes the content, but not the count")
        .isEqualTo(tag)
        .startsWith("W/");
    settled(Tally.of(5, 5), Tally.of(0, 2));
    assertThat(header(get(PATH), "ETag")).as("two events that cancel out").isNotEqualTo(tag);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"5-5\"", "W/\"5-5\"", "\"a\", \"5-5\"", "*", "\"x,y\" ,W/\"5-5\""})
  void answers304_whenTheCallerHasIt(String ifNoneMatch) {
    settled(Tally.of(3, 3), Tally.of(2, 2));
    HttpResponse<String> response = send(to(PATH).header("If-None-Match", ifNoneMatch));

    assertThat(response.statusCode()).isEqualTo(304);
    assertThat(response.body()).isEmpty();
    assertThat(header(response, "ETag")).isEqualTo("W/\"5-5\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"4-4\"", "5-5", "\"5-5", "", "\"55\"", "W/5-5"})
  void answers200_whenTheCallerHasAnother(String ifNoneMatch) {
    settled(Tally.of(3, 3), Tally.of(2, 2));
    assertThat(send(to(PATH).header("If-None-Match", ifNoneMatch)).statusCode()).isEqualTo(200);
  }

  @Test
  void answers503_whenTheStoreCannotBeRead() {
    service.onCount = counter -> away();
    for (HttpResponse<String> response : List.of(get(PATH), counts("a"))) {
      expect503(response, "unavailable");
      assertThat(response.body()).doesNotContain("10.1.2.3");
    }
  }

  @Test
  void answers503_whenNoReplyComesInTime() {
    service.onCount = counter -> new CompletableFuture<>();
    HttpResponse<String> response = get(PATH);

    expectProblem(response, 503, "unavailable");
  }

  @Test
  void readsManyInTheOrderOfTheQuestion() {
    for (int i = 0; i < 20; i++) {
      service.tallies.put(new CounterName("votes", "c" + i), Tally.of(i, 1));
    }
    HttpResponse<String> response = counts("c7", "c19", "c0", "c7", "none");

    assertThat(response.statusCode()).isEqualTo(200);
    JsonArray counts = json(response).getJsonArray("counts");
    assertThat(
            IntStream.range(0, counts.size())
                .mapToObj(i -> counts.getJsonObject(i))
                .map(count -> count.getString("counter") + "=" + count.getInteger("count")))
        .containsExactly("c7=7", "c19=19", "c0=0", "c7=7", "none=0");
  }

  @Test
  void readsAThousand() {
    String[] names = IntStream.range(0, 1_000).mapToObj(i -> "c" + i).toArray(String[]::new);
    assertThat(json(counts(names)).getJsonArray("counts")).hasSize(1_000);
  }

  @Test
  void readsTheWindowsThatOverlapTheRange() {
    HttpResponse<String> response =
        get(PATH + "/windows?granularity=hour&from=2026-01-01T11:59:59.9Z&to=2026-01-01T13:00:00Z");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body())
        .isEqualTo(
            "{\"granularity\":\"hour\",\"windows\":["
                + "{\"start\":\"2026-01-01T11:00:00Z\",\"end\":\"2026-01-01T12:00:00Z\","
                + "\"count\":7,\"events\":7,\"settled\":true},"
                + "{\"start\":\"2026-01-01T12:00:00Z\",\"end\":\"2026-01-01T13:00:00Z\","
                + "\"count\":8,\"events\":7,\"settled\":true}]}");
  }

  @Test
  void readsTheLastHour_whenNoRangeIsGiven() {
    assertThat(json(get(PATH + "/windows?granularity=minute")).getJsonArray("windows")).hasSize(61);
    WindowQuery range = service.ranges.element();
    assertThat(range.counter()).isEqualTo(known(COUNTER, 1));
    assertThat(range.cover().runs()).hasSize(1);
    assertThat(range.cover().windows()).isEqualTo(61);
  }

  /** Who asks for a counter without its shards would be told a part of it. */
  @Test
  void asksForAllShardsOfTheNamespace() {
    KnownCounter all = known(COUNTER, 3);
    service.namespaces.put("votes", all.namespace());
    get(PATH);
    counts("back in black");
    get(PATH + "/windows?granularity=hour");
    post(PATH + "/recount", JSON, "");
    post(PATH + "/events?confirm=settled", JSON, "{}");
    get("/v1/counters/votes");

    assertThat(service.counted).containsExactly(all, all);
    assertThat(service.ranges.element().counter()).isEqualTo(all);
    assertThat(service.recounts.element().counter()).isEqualTo(all);
    assertThat(service.confirmed.element().shards()).isEqualTo(3);
    assertThat(service.listed.element().namespace().shards()).isEqualTo(3);
  }

  @Test
  void refusesAGranularityThatTheNamespaceDoesNotKeep() {
    service.namespaces.put(
        "votes",
        namespace("votes", "event", TimeSpan.OFF, TimeSpan.FOREVER, 1, Set.of(Granularity.DAY)));
    HttpResponse<String> response = get(PATH + "/windows?granularity=hour");

    expectProblem(response, 400, "invalid-request", "granularity");
  }

  @Test
  void readsMonthsOfAZone() {
    HttpResponse<String> response =
        get(
            PATH
                + "/windows?granularity=month&tz=Europe/Zurich"
                + "&from=2026-03-01T00:00:00%2B01:00&to=2026-04-01T00:00:00%2B02:00");

    assertThat(response.body())
        .isEqualTo(
            "{\"granularity\":\"month\",\"windows\":["
                + "{\"start\":\"2026-03-01T00:00:00+01:00\",\"end\":\"2026-04-01T00:00:00+02:00\","
                + "\"count\":7,\"events\":7,\"settled\":true}]}");
    assertThat(service.ranges.element().cover().runs())
        .extracting(run -> run.first().granularity())
        .containsExactly(Granularity.HOUR, Granularity.DAY, Granularity.HOUR);
  }

  /** What was counted between the two is read with them, and not shown. */
  @Test
  void readsTheTotalOfToday_andOfYesterdayUpToTheSameTime() {
    ZoneId zurich = ZoneId.of("Europe/Zurich");
    JsonObject answer = json(get(PATH + "/total?range=today&compare=previous&tz=Europe/Zurich"));
    WindowCover cover = service.ranges.element().cover();
    ZonedDateTime today = cover.range(cover.size() - 1).start().instant().atZone(zurich);
    assertThat(today).isEqualTo(today.toLocalDate().atStartOfDay(zurich));
    assertThat(cover.start().instant().atZone(zurich))
        .isEqualTo(today.toLocalDate().minusDays(1).atStartOfDay(zurich));
    assertThat(OffsetDateTime.parse(answer.getString("from"))).isEqualTo(today.toOffsetDateTime());
    JsonObject previous = answer.getJsonObject("previous");
    assertThat(OffsetDateTime.parse(previous.getString("to")).toInstant())
        .isEqualTo(cover.range(0).end().instant());
    assertThat(answer.getLong("count") - previous.getLong("count")).isEqualTo(cover.size() - 1L);
  }

  @Test
  void readsTheTotalOfARange_andOfTheOneBefore() {
    String range = "/total?from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z";

    assertThat(get(PATH + range).body())
        .isEqualTo(
            "{\"count\":7,\"events\":7,\"from\":\"2026-03-01T00:00:00Z\","
                + "\"to\":\"2026-04-01T00:00:00Z\",\"settled\":true}");
    assertThat(get(PATH + range + "&compare=previous").body())
        .isEqualTo(
            "{\"count\":8,\"events\":7,\"from\":\"2026-03-01T00:00:00Z\","
                + "\"to\":\"2026-04-01T00:00:00Z\",\"settled\":true,\"previous\":"
                + "{\"count\":7,\"events\":7,\"from\":\"2026-02-01T00:00:00Z\","
                + "\"to\":\"2026-03-01T00:00:00Z\",\"settled\":true}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/csv", "TEXT/CSV; q=0.5", "text/csv, */*;q=0.1"})
  void writesListsAsCsv_whereThatIsWhatTheCallerNames(String accept) {
    service.tallies.put(new CounterName("votes", "a, \"b\""), Tally.of(-3, 2));
    service.tallies.put(new CounterName("votes", "c"), Tally.of(1, 1));
    HttpResponse<String> windows =
        send(
            to(PATH
                    + "/windows?granularity=day&tz=Europe/Zurich"
                    + "&from=2026-03-29T00:00:00%2B01:00&to=2026-03-29T00:00:01%2B01:00")
                .header("Accept", accept));
    assertThat(windows.headers().firstValue("Content-Type"))
        .contains("text/csv; charset=utf-8; header=present");
    assertThat(windows.body())
        .isEqualTo(
            String.join(
                "\r\n",
                "start,end,count,events,settled",
                "2026-03-29T00:00:00+01:00,2026-03-30T00:00:00+02:00,7,7,true",
                ""));
    HttpResponse<String> list =
        send(to("/v1/counters/votes?limit=1&prefix=").header("Accept", accept));
    assertThat(list.body()).isEqualTo("counter,count,events\r\n\"a, \"\"b\"\"\",-3,2\r\n");
    assertThat(list.headers().firstValue("Link").orElseThrow())
        .startsWith("</v1/counters/votes?")
        .contains("after=a%2C+%22b%22", "limit=1")
        .endsWith(">; rel=\"next\"");
    expectProblem(
        send(to(PATH + "/windows?granularity=era").header("Accept", accept)),
        400,
        "invalid-request",
        "granularity");
  }

  @Test
  void writesWhatTheJsonAnswersHave_asCsv_too() {
    service.keptFrom = Instant.parse("2026-01-01T11:00:00Z").getEpochSecond();
    String hours = "/windows?granularity=hour&from=2026-01-01T11:00:00Z&to=2026-01-01T12:00:00Z";
    String total = "/total?from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z&compare=previous";
    for (String path : List.of(hours, total)) {
      HttpResponse<String> csv = send(to(PATH + path).header("Accept", "text/csv"));
      assertThat(header(csv, "Kept-From"))
          .isEqualTo(json(get(PATH + path)).getString("keptFrom"))
          .isEqualTo("2026-01-01T11:00:00Z");
      assertThat(csv.body())
          .isEqualTo(
              String.join(
                  "\r\n",
                  path.equals(hours)
                      ? List.of(
                          "start,end,count,events,settled",
                          "2026-01-01T11:00:00Z,2026-01-01T12:00:00Z,7,7,true",
                          "")
                      : List.of(
                          "from,to,count,events,settled",
                          "2026-03-01T00:00:00Z,2026-04-01T00:00:00Z,8,7,true",
                          "2026-02-01T00:00:00Z,2026-03-01T00:00:00Z,7,7,true",
                          "")));
    }
    service.keptFrom = null;
    HttpResponse<String> all = send(to(PATH + hours).header("Accept", "text/csv"));
    assertThat(all.headers().firstValue("Kept-From")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text/csv, application/json | 200",
        "text/csv;q=0, text/html | 406",
        "text/xml | 406"
      })
  void writesJson_orNothing_otherwise(String accept, int status) {
    HttpResponse<String> answer =
        send(to(PATH + "/windows?granularity=day").header("Accept", accept));
    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.body()).startsWith("{");
  }

  @ParameterizedTest
  @CsvSource({
    "/windows?granularity=day&tz=Europe/Paradise, tz",
    "/windows?granularity=decade, granularity",
    "/windows?granularity=day&from=-1q, from",
    "/windows?granularity=day&from=2026-02-30, from",
    "/windows?granularity=day&range=14d, range",
    "/windows?granularity=day&range=7d&from=-1d, range",
    "/total, from",
    "/total?range=fortnight, range",
    "/total?range=7d&to=now, range",
    "/total?from=2026-03-01T00:00:30Z, from",
    "/total?from=-1d&compare=next, compare",
    "/total?from=-1d&granularity=day, granularity",
  })
  void refusesWhatIsNoRange(String path, String field) {
    expectProblem(get(PATH + path), 400, "invalid-request", field);
    assertThat(service.ranges).isEmpty();
  }

  @Test
  void listsCountersByPrefix_andSaysHowManyThereAre_whereItKnows() {
    for (String name : List.of("page/a", "page/\u00e9 1", "page/\u00e9", "pages")) {
      service.tallies.put(new CounterName("votes", name), Tally.of(1, 1));
    }
    assertThat(get("/v1/counters/votes?prefix=page%2F%C3%A9").body())
        .isEqualTo(
            "{\"counters\":[{\"counter\":\"page/\u00e9\",\"count\":1,\"events\":1},"
                + "{\"counter\":\"page/\u00e9 1\",\"count\":1,\"events\":1}],\"total\":2}");
    assertThat(json(get("/v1/counters/votes?prefix=page/&limit=2")).fieldNames())
        .containsExactlyInAnyOrder("counters", "next");
    assertThat(get("/v1/counters/votes?prefix=page/&limit=2&after=page/%C3%A9").body())
        .isEqualTo("{\"counters\":[{\"counter\":\"page/\u00e9 1\",\"count\":1,\"events\":1}]}");
    assertThat(get("/v1/counters/votes?prefix=x").body())
        .isEqualTo("{\"counters\":[],\"total\":0}");
    assertThat(json(get("/v1/counters/votes?prefix=")).getInteger("total")).isEqualTo(4);
  }

  @Test
  void listsCountersPageByPage() {
    for (String name : List.of("a", "b & c", "d", "e")) {
      service.tallies.put(new CounterName("votes", name), Tally.of(name.length(), 1));
    }
    HttpResponse<String> first = get("/v1/counters/votes?limit=2");
    assertThat(first.body())
        .isEqualTo(
            "{\"counters\":[{\"counter\":\"a\",\"count\":1,\"events\":1},"
                + "{\"counter\":\"b & c\",\"count\":5,\"events\":1}],\"next\":\"b & c\"}");
    HttpResponse<String> last = get("/v1/counters/votes?limit=2&after=b+%26%20c");
    assertThat(last.body())
        .isEqualTo(
            "{\"counters\":[{\"counter\":\"d\",\"count\":1,\"events\":1},"
                + "{\"counter\":\"e\",\"count\":1,\"events\":1}]}");
    assertThat(get("/v1/counters/votes?after=z").body()).isEqualTo("{\"counters\":[]}");
  }

  @Test
  void remembersANamespaceButNeverItsAbsence() {
    assertThat(get("/v1/counters/late/c").statusCode()).isEqualTo(404);
    service.exists("late");
    assertThat(get("/v1/counters/late/c").statusCode()).isEqualTo(200);
    int before = service.finds.get();
    for (int i = 0; i < 10; i++) {
      assertThat(get("/v1/counters/late/c").statusCode()).isEqualTo(200);
    }
    assertThat(service.finds.get() - before).isLessThan(TestService.INSTANCES);
  }

  private HttpResponse<String> counts(String... names) {
    String counters =
        Stream.of(names)
            .map(name -> "{\"namespace\":\"votes\",\"counter\":\"" + name + "\"}")
            .collect(Collectors.joining(","));
    return post("/v1/counts", JSON, "{\"counters\":[" + counters + "]}");
  }

  private void settled(Tally settled, Tally tail) {
    service.onCount =
        counter ->
            CompletableFuture.completedFuture(new Count(counter, settled, TestService.UNTIL, tail));
  }
}
