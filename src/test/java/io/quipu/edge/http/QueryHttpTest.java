package io.quipu.edge.http;

import static io.quipu.engine.names.TestNamespaces.withSettings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.edge.counters.MemoryEngine;
import io.quipu.engine.keys.Grant;
import io.quipu.engine.keys.Right;
import io.quipu.engine.keys.Scope;
import io.quipu.engine.kind.answer.Ranking;
import io.quipu.engine.names.Breakdowns;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Keep;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.names.Series;
import io.quipu.engine.state.ListedCounter;
import io.quipu.engine.state.Tally;
import io.quipu.engine.time.Clock;
import io.quipu.ops.config.AuthConfig;
import io.quipu.ops.csv.Spreadsheet;
import io.quipu.service.access.AccessRules;
import io.quipu.service.auth.Caller;
import io.quipu.service.auth.KeyOrigins;
import io.quipu.service.rates.RateLimits;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each question is answered as the read of its own is, and none spoils another. */
class QueryHttpTest extends HttpTest {
  private static final String JANUARY =
      "'range': {'from': '2026-01-01', 'to': '2026-01-05T00:00:00Z'}";
  private static final String OF_JANUARY = "from=2026-01-01&to=2026-01-05T00:00:00Z";

  @BeforeEach
  void count() {
    service.namespaces.computeIfPresent(
        "votes",
        (name, votes) ->
            withSettings(
                votes, Map.of(Breakdowns.LABELS, "country", Breakdowns.BREAKDOWNS, "country")));
    CounterName counter = new CounterName("votes", "a");
    service.tallies.put(counter, Tally.of(5, 3));
    service.tallies.put(new CounterName("votes", "b"), Tally.of(7, 7));
    service.tallies.put(counter.with(new Series(0, List.of("CH, BE")).key()), Tally.of(2, 1));
    service.onRanking =
        ranked ->
            CompletableFuture.completedFuture(
                new Ranking(
                    List.of(new ListedCounter("a", Tally.of(9, 2))),
                    ranked.names().equals(NameRange.ALL) ? 7 : 3,
                    Tally.of(ranked.time() == null ? 21 : 4, 3),
                    MemoryEngine.ranges(ranked, Tally.of(4, 3)),
                    TestService.UNTIL));
  }

  private HttpResponse<String> ask(String body) {
    return post("/v1/query", JSON, body.replace('\'', '"'));
  }

  private List<JsonObject> results(String queries) {
    return results("", queries);
  }

  private List<JsonObject> results(String usual, String queries) {
    HttpResponse<String> response = ask("{" + usual + "'queries': [" + queries + "]}");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    JsonArray results = json(response).getJsonArray("results");
    return IntStream.range(0, results.size()).mapToObj(results::getJsonObject).toList();
  }

  private JsonObject result(String query) {
    return results("{'id': 'one', 'namespace': 'votes', " + query + "}").get(0);
  }

  /** The members of the answer of a question, which are those of a single read. */
  private void same(String query, String path) {
    JsonObject result = result(query);
    assertThat(result.remove("id")).isEqualTo("one");
    assertThat(result.remove("status")).as(result.encode()).isEqualTo(200);
    JsonObject answer = query.contains("'total'") ? result.getJsonObject("total", result) : result;
    assertThat(answer.encode()).isEqualTo(get("/v1/counters/votes" + path).body());
  }

  @Test
  void answersAsTheReadOfItsOwn() {
    same("'counter': 'a', 'ask': 'count'", "/a");
    same(
        "'counter': 'a', 'ask': 'count', 'where': {'country': 'CH, BE'}",
        "/a?where=country:CH,%20BE");
    same("'counter': 'a', 'ask': 'series', 'by': ['country']", "/a?by=country");
    same(
        "'counter': 'a', 'ask': 'series', 'by': ['country'], 'order': 'name', 'limit': 1",
        "/a?by=country&order=name&limit=1");
    same(
        "'counter': 'a', 'ask': 'series', 'by': ['country'], " + JANUARY,
        "/a/total?by=country&" + OF_JANUARY);
    same("'counter': 'a', 'ask': 'total', " + JANUARY, "/a/total?" + OF_JANUARY);
    same(
        "'counter': 'a', 'ask': 'total', 'compare': 'previous', 'tz': 'Asia/Tokyo', 'range': 'last-month'",
        "/a/total?compare=previous&tz=Asia/Tokyo&range=last-month");
    same(
        "'counter': 'a', 'ask': 'windows', 'granularity': 'day', " + JANUARY,
        "/a/windows?granularity=day&" + OF_JANUARY);
    same(
        "'counter': 'a', 'ask': 'windows', 'granularity': 'day', 'by': ['country'], " + JANUARY,
        "/a/windows?granularity=day&by=country&" + OF_JANUARY);
    same("'ask': 'top', 'limit': 3", "/top?n=3");
    same("'ask': 'top', 'prefix': 'a/', 'range': 'today'", "/top?prefix=a/&range=today");
    same("'ask': 'top', " + JANUARY, "/top?" + OF_JANUARY);
    same(
        "'ask': 'top', 'granularity': 'day', 'window': '2026-01-02'",
        "/top?granularity=day&window=2026-01-02");
  }

  @Test
  void addsUpCounters() {
    assertThat(result("'ask': 'count'").encode())
        .isEqualTo(
            "{\"id\":\"one\",\"status\":200,\"count\":21,\"events\":3,\"counters\":7,"
                + "\"asOf\":\"2026-01-01T12:00:00.123Z\"}");
    assertThat(result("'ask': 'count', 'prefix': 'a/'").getInteger("counters")).isEqualTo(3);
    JsonObject total =
        result("'ask': 'total', 'compare': 'previous', 'tz': 'Europe/Zurich', 'range': 'yesterday'")
            .getJsonObject("total");
    assertThat(total.getInteger("count")).as(total.encode()).isEqualTo(4);
    assertThat(total.getJsonObject("previous").getString("to")).isEqualTo(total.getString("from"));
    assertThat(total.getInteger("counters")).isEqualTo(7);
    assertThat(result("'ask': 'total', 'range': 'all'").getJsonObject("total").getInteger("count"))
        .isEqualTo(21);
    assertThat(result("'ask': 'top', " + JANUARY).getJsonObject("sum").getInteger("count"))
        .as("in the range")
        .isEqualTo(4);
  }

  /** As a ranking; the range before is left out. */
  @Test
  void addsUpNothingOfWhichSomeIsNotKept() {
    String keep = Keep.given(Map.of("day", "10d", "hour", "10d", "minute", "10d"));
    service.namespaces.computeIfPresent(
        "votes", (name, votes) -> withSettings(votes, Map.of(Keep.SETTING, keep)));
    MemoryEngine.looked(service.vertx.eventBus(), Clock.system().wall());
    await()
        .untilAsserted(
            () ->
                assertThat(result("'ask': 'total', 'range': '30d'").getString("field"))
                    .isEqualTo("queries[0].range"));
    JsonObject week =
        result("'ask': 'total', 'compare': 'previous', 'range': '7d'").getJsonObject("total");
    assertThat(week.getInteger("count")).as(week.encode()).isEqualTo(4);
    assertThat(week.containsKey("previous")).isFalse();
  }

  private String table(String path, String usual, String... queries) {
    HttpResponse<String> response =
        send(
            to(path)
                .header("Content-Type", JSON)
                .header("Accept", "text/csv")
                .POST(
                    BodyPublishers.ofString(
                        ("{" + usual + "'queries': [" + String.join(",", queries) + "]}")
                            .replace('\'', '"'))));
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type").orElse("")).startsWith("text/csv");
    return response.body();
  }

  @Test
  void aTableHasTheRowsOfAllAnswers() {
    String ofA = "'namespace': 'votes', 'counter': 'a', ";
    String days = "'ask': 'windows', 'granularity': 'day', ";
    assertThat(
            table(
                    "/v1/query",
                    "'range': {'from': '2026-01-01', 'to': '2026-01-02'}, ",
                    "{'id': 'count', 'namespace': 'votes', 'counter': 'b', 'ask': 'count'}",
                    "{'id': 'all', 'namespace': 'votes', 'ask': 'count'}",
                    "{'id': 'total', " + ofA + "'ask': 'total', 'compare': 'previous'}",
                    "{'id': 'bad', " + ofA + "'ask': 'series', 'by': ['plan'], 'order': 'name'}",
                    "{'id': 'days', "
                        + ofA
                        + days
                        + "'range': {'from': '2026-01-03', 'to': '2026-01-05'}}",
                    "{'id': 'series', "
                        + ofA
                        + "'ask': 'series', 'by': ['country'], 'order': 'name'}",
                    "{'id': 'ranges', " + ofA + "'ask': 'series', 'by': ['country']}",
                    "{'id': 'top', 'namespace': 'votes', 'ask': 'top'}")
                .lines())
        .containsExactly(
            "id,status,country,namespace,counter,start,end,from,to,count,events,counters,settled,detail",
            "count,200,,votes,b,,,,,7,7,,,",
            "all,200,,,,,,,,21,3,7,,",
            "total,200,,,,,,2026-01-01T00:00:00Z,2026-01-02T00:00:00Z,8,7,,true,",
            "total,200,,,,,,2025-12-31T00:00:00Z,2026-01-01T00:00:00Z,7,7,,true,",
            "bad,400,,,,,,,,,,,,queries[3]: the namespace has no breakdown by exactly plan; it has"
                + " [country]; by is plan",
            "days,200,,,,2026-01-03T00:00:00Z,2026-01-04T00:00:00Z,,,7,7,,true,",
            "days,200,,,,2026-01-04T00:00:00Z,2026-01-05T00:00:00Z,,,8,7,,true,",
            "series,200,\"CH, BE\",votes,,,,,,2,1,,,",
            "ranges,200,\"CH, BE\",,,,,2026-01-01T00:00:00Z,2026-01-02T00:00:00Z,7,7,,true,",
            "top,200,,,a,,,,,9,2,,,");
  }

  @Test
  void aTableOfOneQuestionHasItsColumns_andIsSafeForASpreadsheet() {
    service.tallies.put(new CounterName("votes", "=1+1"), Tally.of(-7, 7));
    String query = "{'id': '@a', 'namespace': 'votes', 'counter': '=1+1', 'ask': 'count'}";
    assertThat(table("/v1/query", "", query))
        .isEqualTo("id,status,namespace,counter,count,events\r\n@a,200,votes,=1+1,-7,7\r\n");
    String safe = table("/v1/query?spreadsheet=true", "", query);
    assertThat(Spreadsheet.formulas(safe)).isEmpty();
    assertThat(safe).contains("'=1+1");
    String nowhere = "{'id': 'b', 'namespace': 'nowhere', 'counter': 'c', 'ask': 'count'}";
    assertThat(table("/v1/query", "", nowhere).lines()).first().isEqualTo("id,status,detail");
    expectProblem(
        post("/v1/query?spreadsheet=true", JSON, "{}"), 400, "invalid-request", "spreadsheet");
  }

  /** More rows than an event loop is to write. */
  @Test
  void aLargeTableIsWhole() {
    String minutes =
        "{'id': 'm', 'namespace': 'votes', 'counter': 'a', 'ask': 'windows',"
            + " 'granularity': 'minute', 'range': {'from': '2026-01-01', 'to': '2026-01-07'}}";
    assertThat(table("/v1/query", "", minutes).lines()).hasSize(1 + 6 * 24 * 60);
  }

  @Test
  void countsAreReadTogether_inTheOrderOfTheQuestions() {
    List<JsonObject> results =
        results(
            IntStream.range(0, 100)
                .mapToObj(
                    i ->
                        "{'id': '%d', 'namespace': '%s', 'counter': '%s', 'ask': 'count'}"
                            .formatted(i, i == 50 ? "nowhere" : "votes", i % 2 == 0 ? "a" : "b"))
                .collect(Collectors.joining(",")));
    for (int i = 0; i < 100; i++) {
      JsonObject result = results.get(i);
      assertThat(result.getString("id")).isEqualTo(Integer.toString(i));
      assertThat(result.getInteger("status")).isEqualTo(i == 50 ? 404 : 200);
      assertThat(result.getInteger("count")).isEqualTo(i == 50 ? null : i % 2 == 0 ? 5 : 7);
    }
    assertThat(service.counted).as("each once").hasSize(2);
  }

  @Test
  void whatTheRequestSaysHoldsWhereAQuestionSaysNothing() {
    String a = "'namespace': 'votes', 'counter': 'a', ";
    List<JsonObject> results =
        results(
            "'tz': 'Asia/Kolkata', 'range': 'yesterday', 'compare': 'previous', ",
            String.join(
                ",",
                "{'id': 'usual', " + a + "'ask': 'total'}",
                "{'id': 'own', " + a + "'ask': 'total', 'tz': 'UTC', " + JANUARY + "}",
                "{'id': 'count', " + a + "'ask': 'count'}",
                "{'id': 'hours', " + a + "'ask': 'windows', 'granularity': 'hour'}",
                "{'id': 'all', " + a + "'ask': 'series', 'by': ['country'], 'order': 'count'}",
                "{'id': 'top', 'namespace': 'votes', 'ask': 'top', 'granularity': 'day'}"));
    assertThat(results).extracting(one -> one.getInteger("status")).containsOnly(200);
    JsonObject usual = results.get(0).getJsonObject("total");
    assertThat(usual.getString("from")).endsWith("T00:00:00+05:30");
    assertThat(usual.containsKey("previous")).isTrue();
    JsonObject own = results.get(1).getJsonObject("total");
    assertThat(own.getString("from")).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(own.getJsonObject("previous").getString("from")).isEqualTo("2025-12-28T00:00:00Z");
    assertThat(results.get(2).getInteger("count")).isEqualTo(5);
    assertThat(results.get(3).getJsonArray("windows").getJsonObject(0).getString("start"))
        .endsWith("T00:00:00+05:30");
    assertThat(results.get(4).getJsonArray("series").getJsonObject(0).containsKey("from"))
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'ask': 'windows', 'granularity': 'day', 'by': ['country'] | by",
        "'ask': 'windows' | granularity",
        "'ask': 'windows', 'granularity': 'day', 'range': {'from': '2026-01-01', 'to': '2026-01-01'} | from",
        "'ask': 'windows', 'granularity': 'minute', 'range': '7d' | range",
        "'ask': 'top', 'counter': 'a' | counter",
        "'ask': 'count', 'counter': 'a', 'prefix': 'b' | prefix",
        "'ask': 'count', 'counter': '' | counter",
        "'ask': 'count', 'counter': 'a', 'range': 'today' | range",
        "'ask': 'total', 'counter': 'a', 'granularity': 'day' | granularity",
        "'ask': 'total', 'counter': 'a' | from",
        "'ask': 'total', 'counter': 'a', 'range': 'fortnight' | range",
        "'ask': 'total', 'counter': 'a', 'range': 'today', 'tz': 'Europe/Bern' | tz",
        "'ask': 'windows', 'counter': 'a', 'granularity': 'second' | granularity",
        "'ask': 'series', 'counter': 'a' | by",
        "'ask': 'series', 'counter': 'a', 'by': ['country'], 'range': {'to': '2026-01-08'} | from",
        "'ask': 'top', 'range': {'from': '2026-01-01'}, 'granularity': 'day' | from",
        "'ask': 'series', 'counter': 'a', 'by': ['country'], 'order': 'name', 'range': '7d' | order",
        "'ask': 'series', 'counter': 'a', 'by': ['country'], 'tz': 'UTC' | tz",
        "'ask': 'series', 'counter': 'a', 'by': ['plan'] | by",
        "'ask': 'count', 'counter': 'a', 'where': {'plan': 'x'} | where",
        "'ask': 'top', 'limit': 0 | limit",
        "'ask': 'count', 'by': ['country'] | by",
      })
  void aQuestionThatCannotBeAnsweredHasAProblemOfItsOwn(String query, String field) {
    List<JsonObject> results =
        results(
            "{'id': 'good', 'namespace': 'votes', 'counter': 'b', 'ask': 'count'},"
                + "{'id': 'bad', 'namespace': 'votes', "
                + query
                + "}");
    assertThat(results.get(0).getInteger("count")).isEqualTo(7);
    JsonObject bad = results.get(1);
    assertThat(bad.getString("id")).isEqualTo("bad");
    assertThat(bad.getInteger("status")).as(bad.encode()).isEqualTo(400);
    assertThat(bad.getString("type")).isEqualTo("/problems/invalid-request");
    assertThat(bad.getString("field")).as(bad.encode()).isEqualTo("queries[1]." + field);
    assertThat(bad.getString("detail")).startsWith("queries[1]: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | queries",
        "{'queries': []} | queries",
        "{'queries': {}} | queries",
        "{'questions': []} | questions",
        "{'queries': [{'ask': 'count'}]} | queries[0].id",
        "{'queries': [{'id': 'a', 'ask': 1}]} | queries[0].ask",
        "{'queries': [{'id': 'a', 'ask': 'sum'}]} | queries[0].ask",
        "{'queries': [{'id': 'a'}]} | queries[0].ask",
        "{'queries': [{'id': 'a', 'limits': 1}]} | queries[0].limits",
        "{'queries': [{'id': 'a', 'id': 'a'}]} | queries[0].id",
        "{'queries': [{'id': 'a', 'range': {'until': 'now'}}]} | queries[0].until",
        "{'queries': [{'id': 'a', 'range': {}}]} | queries[0].range",
        "{'queries': [{'id': 'a', 'by': [{}]}]} | queries[0].by",
        "{'queries': [{'id': 'a', 'where': {'country': 1}}]} | queries[0].country",
        "{'queries': [{'id': 'a', 'ask': 'top'}, {'id': 'a', 'ask': 'top'}]} | queries[1].id",
        "{'queries': [], 'limit': 1} | limit",
      })
  void aBodyThatIsNoListOfQuestionsIsRefused(String body, String field) {
    expectProblem(ask(body), 400, "invalid-request", field);
  }

  @Test
  void hasABound() {
    String many =
        IntStream.range(0, 101)
            .mapToObj("{'id': '%d', 'ask': 'top'}"::formatted)
            .collect(Collectors.joining(","));
    expectProblem(ask("{'queries': [" + many + "]}"), 400, "invalid-request", "queries");
  }

  /** One counter is never answered, and the store of another is away. */
  @Test
  void whatIsLateOrAwayLeavesTheOthers() {
    service.onRanking =
        ranked -> ranked.names().equals(NameRange.ALL) ? new CompletableFuture<>() : away();
    List<JsonObject> results =
        results(
            String.join(
                ",",
                "{'id': 'late', 'namespace': 'votes', 'ask': 'top'}",
                "{'id': 'away', 'namespace': 'votes', 'ask': 'top', 'prefix': 'a'}",
                "{'id': 'good', 'namespace': 'votes', 'counter': 'b', 'ask': 'count'}"));
    assertThat(results).extracting(one -> one.getInteger("status")).containsExactly(503, 503, 200);
    assertThat(results.get(0).getString("detail"))
        .isEqualTo("queries[0]: There was no answer in time.");
    assertThat(results.get(1).getString("type")).isEqualTo("/problems/unavailable");
  }

  @Test
  void countsThatAreAwayLeaveTheOthers() {
    service.onCount = counter -> away();
    List<JsonObject> results =
        results(
            "{'id': 'away', 'namespace': 'votes', 'counter': 'b', 'ask': 'count'},"
                + "{'id': 'good', 'namespace': 'votes', 'ask': 'count'}");
    assertThat(results).extracting(one -> one.getInteger("status")).containsExactly(503, 200);
  }

  @Test
  void addsUpCountersInEachWindow() {
    JsonObject days = result("'ask': 'windows', 'granularity': 'day', " + JANUARY);
    assertThat(days.getJsonArray("windows")).hasSize(4);
    assertThat(days.getJsonArray("windows").getJsonObject(3).encode())
        .isEqualTo(
            "{\"start\":\"2026-01-04T00:00:00Z\",\"end\":\"2026-01-05T00:00:00Z\",\"count\":4,"
                + "\"events\":3,\"settled\":true}");
    assertThat(days.getString("asOf")).isEqualTo("2026-01-01T12:00:00.123Z");
  }

  private static final String OF_THREE = "{'id': 'one', 'namespaces': ['votes', 'none', 'more'], ";

  /** An answer for each, as of one namespace, or a problem; those that fit are asked together. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "'ask': 'count'",
        "'ask': 'count', 'prefix': 'a/'",
        "'ask': 'total', 'range': 'yesterday', 'compare': 'previous'",
        "'ask': 'total', 'range': 'all'",
        "'ask': 'windows', 'granularity': 'hour', 'range': '24h'",
        "'ask': 'top', 'limit': 3"
      })
  void answersForEachNamespace(String question) {
    service.exists("more");
    JsonObject result = results(OF_THREE + question + "}").get(0);
    JsonArray each = result.getJsonArray("namespaces");
    assertThat(each).hasSize(3);
    JsonObject none = each.getJsonObject(1);
    assertThat(none.getString("namespace")).isEqualTo("none");
    assertThat(none.getInteger("status")).isEqualTo(404);
    for (int i : List.of(0, 2)) {
      JsonObject answer = each.getJsonObject(i);
      String namespace = (String) answer.remove("namespace");
      JsonObject alone =
          results("{'id': 'one', 'namespace': '" + namespace + "', " + question + "}").get(0);
      alone.remove("id");
      assertThat(answer).isEqualTo(alone);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'namespaces': [], 'ask': 'count' | namespaces",
        "'namespaces': ['a', 'a'], 'ask': 'count' | namespaces",
        "'namespaces': ['a'], 'namespace': 'b', 'ask': 'count' | namespaces",
        "'namespaces': 'a', 'ask': 'count' | namespaces"
      })
  void refusesWrongNamespaces(String question, String field) {
    HttpResponse<String> refused = ask("{'queries': [{'id': 'a', " + question + "}]}");
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(json(refused).getString("field")).isEqualTo("queries[0]." + field);
  }

  @Test
  void aTableSaysOfWhichNamespaceARowIs() {
    service.exists("more");
    assertThat(
            table(
                    "/v1/query",
                    "'range': {'from': '2026-01-01', 'to': '2026-01-02'}, ",
                    OF_TWO + "'ask': 'windows', 'granularity': 'day'}",
                    "{'id': 'total', 'namespaces': ['votes', 'more'], 'ask': 'total'}")
                .lines())
        .containsExactly(
            "id,status,namespace,start,end,from,to,count,events,counters,settled",
            "one,200,votes,2026-01-01T00:00:00Z,2026-01-02T00:00:00Z,,,4,3,,true",
            "one,200,more,2026-01-01T00:00:00Z,2026-01-02T00:00:00Z,,,4,3,,true",
            "total,200,votes,,,2026-01-01T00:00:00Z,2026-01-02T00:00:00Z,4,3,7,true",
            "total,200,more,,,2026-01-01T00:00:00Z,2026-01-02T00:00:00Z,4,3,7,true");
  }

  private static final String OF_TWO = "{'id': 'one', 'namespaces': ['votes', 'more'], ";

  /** Every question names as many as it may, with as many windows as it may. */
  @Test
  void refusesMoreThanCanBeAnswered() {
    String names =
        IntStream.range(0, 500).mapToObj(i -> "'n" + i + "'").collect(Collectors.joining(","));
    String question = "'ask': 'count', 'namespaces': [" + names + "]}";
    String five =
        IntStream.range(0, 5)
            .mapToObj(i -> "{'id': '" + i + "', " + question)
            .collect(Collectors.joining(","));
    HttpResponse<String> refused = ask("{'queries': [" + five + "]}");
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(json(refused).getString("detail")).contains("at most 2000");
    IntStream.range(0, 30).forEach(i -> service.exists("n" + i));
    JsonObject windows =
        results(
                "{'id': 'one', 'namespaces': ["
                    + names
                    + "], 'ask': 'windows', 'granularity': 'minute', 'range': {'from':"
                    + " '2026-01-01', 'to': '2026-01-02'}}")
            .get(0);
    assertThat(windows.getInteger("status")).isEqualTo(400);
    assertThat(windows.getString("field")).isEqualTo("queries[0].namespaces");
  }

  @Test
  void refusesMoreNamespacesThanAreRead() {
    String names =
        IntStream.range(0, 501).mapToObj(i -> "'n" + i + "'").collect(Collectors.joining(","));
    HttpResponse<String> refused =
        ask("{'queries': [{'id': 'a', 'ask': 'count', 'namespaces': [" + names + "]}]}");
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(json(refused).getString("detail")).contains("at most 500");
    assertThat(result("'ask': 'top', 'limit': 11").getInteger("status")).isEqualTo(200);
    assertThat(
            results("{'id': 'one', 'namespaces': ['votes'], 'ask': 'top', 'limit': 11}")
                .get(0)
                .getString("field"))
        .isEqualTo("queries[0].limit");
    assertThat(
            results("{'id': 'one', 'namespaces': ['votes'], 'counter': 'a', 'ask': 'count'}")
                .get(0)
                .getString("field"))
        .isEqualTo("queries[0].counter");
  }

  /** More than fits into one answer: 40 times 10,000 minutes. */
  @Test
  void answersThatDoNotFitHaveAProblem() {
    String minutes =
        "'namespace': 'votes', 'counter': 'a', 'ask': 'windows', 'granularity': 'minute',"
            + " 'range': {'from': '2026-01-01', 'to': '2026-01-07T22:00:00Z'}}";
    List<JsonObject> results =
        results(
            IntStream.range(0, 8)
                .mapToObj(i -> "{'id': '" + i + "', " + minutes)
                .collect(Collectors.joining(",")));
    List<Integer> statuses = results.stream().map(one -> one.getInteger("status")).toList();
    assertThat(statuses).contains(200, 400);
    JsonObject refused = results.get(statuses.indexOf(400));
    assertThat(refused.getString("detail")).contains("ask this in a request of its own");
  }

  @Test
  void eachQuestionNeedsItsRight() {
    service.close();
    service = keyed();
    Grant grant =
        new Grant(List.of(new Scope(Right.READ, "votes")), "a", false, List.of(), 0, null);
    service.onKey =
        shown -> CompletableFuture.completedFuture(Optional.of(new Caller(shown, grant)));
    count();
    String body =
        "{'queries': ["
            + String.join(
                ",",
                "{'id': '0', 'namespace': 'votes', 'counter': 'a', 'ask': 'count'}",
                "{'id': '1', 'namespace': 'votes', 'counter': 'b', 'ask': 'count'}",
                "{'id': '2', 'namespace': 'votes', 'ask': 'top'}",
                "{'id': '3', 'namespace': 'others', 'counter': 'a', 'ask': 'count'}",
                "{'id': '4', 'namespace': 'votes', 'prefix': 'a', 'ask': 'top'}",
                "{'id': '5', 'namespaces': ['votes', 'others'], 'prefix': 'a', 'ask': 'count'}")
            + "]}";
    HttpResponse<String> response =
        send(
            to("/v1/query")
                .header("Content-Type", JSON)
                .header("Authorization", "Bearer qk_some_" + "a".repeat(32))
                .POST(BodyPublishers.ofString(body.replace('\'', '"'))));
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    JsonArray results = json(response).getJsonArray("results");
    assertThat(results.stream().map(one -> ((JsonObject) one).getInteger("status")))
        .containsExactly(200, 403, 403, 403, 200, 200);
    JsonArray each = results.getJsonObject(5).getJsonArray("namespaces");
    assertThat(each.getJsonObject(0).getInteger("status")).isEqualTo(200);
    assertThat(each.getJsonObject(1).getInteger("status"))
        .as("whether it exists or not")
        .isEqualTo(403);
    assertThat(service.counted).hasSize(1);
  }

  private static TestService keyed() {
    TestService keyed =
        new TestService(
            options ->
                options.access =
                    new AccessRules(
                        AuthConfig.Method.KEYS,
                        new KeyOrigins(),
                        new RateLimits(0, 0, 0, Clock.system())));
    keyed.exists("votes");
    return keyed;
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded"})
  void takesJsonOnly(String type) {
    HttpResponse<String> refused = post("/v1/query", type, "{}");
    assertThat(refused.statusCode()).isEqualTo(415);
    assertThat(Objects.requireNonNull(json(refused).getString("type"))).isNotEmpty();
  }
}
