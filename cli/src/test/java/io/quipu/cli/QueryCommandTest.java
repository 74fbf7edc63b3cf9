package io.quipu.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code query} and {@code --range} send, and how results are printed. */
class QueryCommandTest {
  private static final String SUM =
      "\"from\":\"2026-01-01T00:00:00Z\",\"to\":\"2026-01-02T00:00:00Z\",\"count\":7,\"events\":7,"
          + "\"settled\":%s";
  private static final String BAD =
      "{\"id\":\"b\",\"status\":400,\"type\":\"/problems/invalid-range\",\"title\":\"Bad range\","
          + "\"detail\":\"range is fortnight\"}";

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private volatile String answer = "{\"results\":[]}";
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String accept = exchange.getRequestHeaders().getFirst("Accept");
    asked.add((accept == null ? "" : accept + " ") + exchange.getRequestURI() + body);
    byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void optionsAreOneQuestion() {
    done(
        "query -n site / --ask total --range 30d --tz Europe/Zurich --compare previous"
            + " --by country,plan --where country:C\\,H,city:a:b --limit 5 --granularity day");
    done("query --prefix /blog/ --ask top --from=-1mo --to now");
    done("query");

    assertThat(asked)
        .containsExactly(
            "/v1/query{\"queries\":[{\"counter\":\"/\",\"ask\":\"total\",\"granularity\":\"day\","
                + "\"compare\":\"previous\",\"range\":\"30d\",\"tz\":\"Europe/Zurich\","
                + "\"by\":[\"country\",\"plan\"],\"where\":{\"country\":\"C,H\",\"city\":\"a:b\"},"
                + "\"limit\":5,\"id\":\"1\",\"namespace\":\"site\"}]}",
            "/v1/query{\"queries\":[{\"prefix\":\"/blog/\",\"ask\":\"top\","
                + "\"range\":{\"from\":\"-1mo\",\"to\":\"now\"},\"id\":\"1\","
                + "\"namespace\":\"default\"}]}",
            "/v1/query{\"queries\":[{\"id\":\"1\",\"namespace\":\"default\",\"ask\":\"count\"}]}");
  }

  @Test
  void aFileIsSentAsItIs(@TempDir Path folder) throws IOException {
    String body = "{\"queries\": [ {\"id\": \"a\"} ], \"new\": 1e3}";
    done("query --file " + Files.writeString(folder.resolve("q.json"), body));
    InputStream before = System.in;
    try {
      System.setIn(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)));
      done("query --file -");
    } finally {
      System.setIn(before);
    }
    assertThat(asked).containsExactly("/v1/query" + body, "/v1/query" + body);
  }

  @Test
  void aResultIsATable_inWhichWhatMayChangeIsOpen() {
    String sum = SUM.formatted("false");
    answer =
        "{\"results\":[{\"id\":\"1\",\"status\":200,\"total\":{%s,\"previous\":{%s}}}]}"
            .formatted(sum, SUM.formatted("true").replace("7", "12"));
    assertThat(done("query / --ask total --range 30d --compare previous").lines())
        .containsExactly(
            "FROM                  TO                    COUNT  EVENTS",
            "2026-01-01T00:00:00Z  2026-01-02T00:00:00Z      7       7  open",
            "2026-01-01T00:00:00Z  2026-01-02T00:00:00Z     12      12");

    answer =
        "{\"results\":[{\"id\":\"1\",\"status\":200,\"series\":[{\"labels\":{\"country\":\"CH\"},"
            + "\"count\":5,\"events\":4},{\"labels\":{\"country\":\"\"},\"count\":1,\"events\":1}]}]}";
    assertThat(done("query / --ask series --by country").lines())
        .containsExactly(
            "COUNTRY  COUNT  EVENTS", "CH           5       4", "             1       1");

    answer =
        "{\"results\":[{\"id\":\"1\",\"status\":200,\"count\":9,\"events\":8,\"counters\":3,"
            + "\"settled\":{\"count\":9}}]}";
    assertThat(done("query --prefix /").lines())
        .containsExactly("COUNT  EVENTS  COUNTERS", "    9       8         3");
  }

  @Test
  void severalResultsHaveTheirIds_andOneThatFailedIsToldAndIsAFailure(@TempDir Path folder)
      throws IOException {
    answer =
        "{\"results\":[{\"id\":\"a\",\"status\":200,\"counters\":[{\"counter\":\"x\",\"count\":5,"
            + "\"events\":5}],\"total\":1,\"sum\":{\"count\":5,\"events\":5}},"
            + BAD
            + "]}";
    Path file = Files.writeString(folder.resolve("q.json"), "{}");
    CommandRun run = run("query --file " + file);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out().lines())
        .containsExactly("a", "COUNTER  COUNT  EVENTS", "x            5       5", "");
    assertThat(run.err()).isEqualTo("b: 400 Bad range: range is fortnight\n");
    assertThat(run("query --json --file " + file).out()).isEqualTo(answer + "\n");
  }

  @Test
  void csvIsPrintedAsItComes_andAQuestionThatFailedIsAFailure(@TempDir Path folder)
      throws IOException {
    Path file = Files.writeString(folder.resolve("q.json"), "{}");
    answer = "id,status,country,count\r\na,200,\"C,H\",5\r\n";
    assertThat(done("query --csv --file " + file)).isEqualTo(answer);
    assertThat(asked).containsExactly("text/csv /v1/query{}");

    answer = "id,status,count,detail\r\na,200,5,\r\nb,400,,range is fortnight\r\n";
    CommandRun failed = run("query --csv --file " + file);
    assertThat(failed.exitCode()).isEqualTo(1);
    assertThat(failed.out()).isEqualTo(answer);
    assertThat(failed.err()).contains("detail");

    answer = "<html>";
    assertThat(run("query / --csv").err()).contains("not as Quipu does");
  }

  @Test
  void otherReadsTakeRangesToo() {
    answer = "{\"windows\":[],\"counters\":[]," + SUM.formatted("true") + "}";
    done("total a --range month --tz Europe/Zurich --compare");
    done("windows a -g day --range 7d");
    done("top --range today");
    done("top --from=-1mo --to 2026-01-01 --tz Asia/Tokyo");
    assertThat(asked)
        .containsExactly(
            "/v1/counters/default/a/total?range=month&tz=Europe%2FZurich&compare=previous",
            "/v1/counters/default/a/windows?granularity=day&range=7d",
            "/v1/counters/default/top?n=10&range=today",
            "/v1/counters/default/top?n=10&from=-1mo&to=2026-01-01&tz=Asia%2FTokyo");
  }

  private String done(String line) {
    CommandRun run = run(line);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run.out();
  }

  private CommandRun run(String line) {
    return CommandRun.of(
        URI.create("http://127.0.0.1:" + server.getAddress().getPort()), line.split(" ", -1));
  }
}
