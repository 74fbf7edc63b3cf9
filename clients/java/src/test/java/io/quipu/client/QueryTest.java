package io.quipu.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Questions, results and ranges, as they are sent and read. */
class QueryTest {
  private static final ZoneId ZURICH = ZoneId.of("Europe/Zurich");
  private static final String SUM =
      "{\"from\":\"2026-01-01T00:00:00Z\",\"to\":\"2026-01-02T00:00:00Z\",\"count\":7,\"events\":7,"
          + "\"settled\":true}";

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private volatile String answer = "";
  private volatile int status = 200;
  private HttpServer server;
  private QuipuClient client;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    client =
        QuipuClient.to(
            ClientOptions.at("http://127.0.0.1:" + server.getAddress().getPort())
                .namespace("site"));
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    asked.add(body.isEmpty() ? exchange.getRequestURI().toString() : body);
    String text =
        answer.isEmpty()
            ? JsonObject.parse(body).objects("queries").stream()
                .map(one -> "{\"id\":\"" + one.text("id") + "\",\"status\":200,\"count\":1}")
                .collect(Collectors.joining(",", "{\"results\":[", "]}"))
            : answer;
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange
        .getResponseHeaders()
        .set("Content-Type", status == 200 ? "application/json" : "application/problem+json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @AfterEach
  void stop() {
    client.close(Duration.ZERO);
    server.stop(0);
  }

  @Test
  void questionsHaveWhatTheyWereGiven_andTheNamespaceOfTheClient() {
    Range bounds = Range.between(Instant.parse("2026-01-01T00:00:00Z"), null);
    query(
        List.of(
            Question.count("a"),
            Question.total("b").counter("/").over(bounds).in(ZURICH).compared(),
            Question.windows("c", Granularity.DAY)
                .counter(new CounterRef("shop", "x"))
                .by(Breakdown.of(Map.of("country", "CH"))),
            Question.series("d", Breakdown.by("country").limit(3)).counter("/"),
            Question.top("e", 5).prefix("/blog/").over(Range.of("7d"))));

    assertThat(JsonObject.parse(asked.get(0)).objects("queries").stream().map(JsonObject::toString))
        .containsExactly(
            "{\"id\":\"a\",\"ask\":\"count\",\"namespace\":\"site\"}",
            "{\"id\":\"b\",\"ask\":\"total\",\"counter\":\"/\","
                + "\"range\":{\"from\":\"2026-01-01T00:00:00Z\"},\"tz\":\"Europe/Zurich\","
                + "\"compare\":\"previous\",\"namespace\":\"site\"}",
            "{\"id\":\"c\",\"ask\":\"windows\",\"granularity\":\"day\",\"namespace\":\"shop\","
                + "\"counter\":\"x\",\"where\":{\"country\":\"CH\"}}",
            "{\"id\":\"d\",\"ask\":\"series\",\"by\":[\"country\"],\"limit\":3,\"counter\":\"/\","
                + "\"namespace\":\"site\"}",
            "{\"id\":\"e\",\"ask\":\"top\",\"limit\":5,\"prefix\":\"/blog/\",\"range\":\"7d\","
                + "\"namespace\":\"site\"}");
  }

  @Test
  void aHundredQuestionsAreOneRequest_andResultsAreInTheirOrder() {
    List<Question> questions =
        IntStream.range(0, 101).mapToObj(i -> Question.count("q" + i)).toList();

    List<QueryResult> results =
        TestPatience.join(client.query(questions, Range.of("30d"), ZURICH, true));

    assertThat(results.stream().map(QueryResult::id))
        .containsExactlyElementsOf(IntStream.range(0, 101).mapToObj(i -> "q" + i).toList());
    assertThat(asked.stream().map(JsonObject::parse))
        .hasSize(2)
        .allSatisfy(
            body -> {
              assertThat(body.text("tz") + body.text("range") + body.text("compare"))
                  .isEqualTo("Europe/Zurich30dprevious");
            })
        .extracting(body -> body.objects("queries").size())
        .containsExactlyInAnyOrder(100, 1);
    assertThat(query(List.of())).isEmpty();
  }

  @Test
  void eachResultIsReadAsTheReadOfItsName_andAProblemIsItsOwn() {
    answer =
        "{\"results\":["
            + "{\"id\":\"a\",\"status\":200,\"count\":36893488147419103232,\"events\":2,\"counters\":3},"
            + "{\"id\":\"b\",\"status\":404,\"type\":\"/problems/unknown-namespace\",\"title\":\"No\","
            + "\"detail\":\"none\"},"
            + ("{\"id\":\"c\",\"status\":200,\"total\":" + SUM + "},")
            + "{\"id\":\"d\",\"status\":200,\"counters\":[{\"counter\":\"x\",\"count\":5,\"events\":5}]}"
            + "]}";

    List<QueryResult> results =
        query(
            List.of(
                Question.count("a"),
                Question.total("b"),
                Question.total("c"),
                Question.top("d", 1)));

    assertThat(results.get(0).count()).isEqualTo(BigInteger.TWO.pow(65));
    assertThat(results.get(0).counters()).isEqualTo(3);
    assertThat(results.get(1).problem())
        .isEqualTo(new Problem("/problems/unknown-namespace", "No", 404, "none"));
    assertThatThrownBy(() -> results.get(1).total())
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining("404");
    assertThat(results.get(2).total().count()).isEqualTo(7);
    assertThatThrownBy(() -> results.get(2).windows()).isExactlyInstanceOf(QuipuException.class);
    assertThat(results.get(3).top().get(0).counter()).isEqualTo("x");
  }

  @Test
  void aRefusedQueryFails() {
    status = 400;
    answer = "{\"type\":\"/problems/invalid-request\",\"title\":\"No\",\"detail\":\"range\"}";
    assertThatThrownBy(() -> query(List.of(Question.count("a"))))
        .hasCauseInstanceOf(ProblemException.class);
    assertThat(asked).hasSize(1);
  }

  @Test
  void readsTakeRangesWithNames() {
    answer = SUM;
    CounterRef counter = new CounterRef("site", "/");
    TestPatience.join(client.total(counter, Range.of("month"), ZURICH, true));
    answer = "{\"windows\":[],\"counters\":[]}";
    TestPatience.join(client.windows(counter, Granularity.DAY, Range.of("7d"), null));
    TestPatience.join(client.windows("/", Granularity.DAY));
    TestPatience.join(client.top("site", 3, Range.of("today"), ZURICH));
    TestPatience.join(
        client.windows(counter, Granularity.DAY, new Range(null, "-1mo", "now"), null));

    assertThat(asked)
        .containsExactly(
            "/v1/counters/site/%2F/total?range=month&tz=Europe%2FZurich&compare=previous",
            "/v1/counters/site/%2F/windows?granularity=day&range=7d",
            "/v1/counters/site/%2F/windows?granularity=day",
            "/v1/counters/site/top?n=3&range=today&tz=Europe%2FZurich",
            "/v1/counters/site/%2F/windows?granularity=day&from=-1mo&to=now");
    assertThatThrownBy(() -> new Range("7d", "-1d", null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private List<QueryResult> query(List<Question> questions) {
    return TestPatience.join(client.query(questions));
  }
}
