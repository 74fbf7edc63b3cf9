package io.quipu.lab.bench.cases;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.quipu.lab.bench.load.Load;
import io.quipu.lab.bench.report.Finding;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against a server that acknowledges everything and counts as it is told. */
class AuditTest {
  private static final int COUNTERS = 2_500;
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration LITTLE_PATIENCE = Duration.ofSeconds(3);

  private final List<Integer> asked = new ArrayList<>();
  private final Audit audit = Audit.ofNumbered("audited-", COUNTERS);
  private HttpServer server;
  private int refusals;
  private int unsettledAnswers;
  private long countOfTheFirst;
  private int recorded;

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
    server.createContext("/v1/counters/", this::record);
    server.createContext("/v1/counts", this::count);
    server.start();
  }

  @AfterEach
  void close() {
    server.stop(0);
  }

  @Test
  void addsUpAllCounters_aThousandAtATime() {
    countOfTheFirst = load();

    Balance balance = audit.settled(new Counts(server.getAddress()), PATIENCE);

    assertThat(balance.isRight()).isTrue();
    assertThat(balance.counted()).isEqualTo(new Sum(countOfTheFirst, 0));
    assertThat(asked).containsExactly(1_000, 1_000, 500);
  }

  @Test
  void waitsUntilAllIsSettled_andAsksAgainWhenItIsRefused() {
    refusals = 1;
    unsettledAnswers = 2;
    countOfTheFirst = load();

    Balance balance = audit.settled(new Counts(server.getAddress()), PATIENCE);

    assertThat(balance.isRight()).isTrue();
    assertThat(balance.counted().unsettled()).isZero();
  }

  @Test
  void failsTheCase_whenAnAcknowledgedEventIsNotCounted() {
    countOfTheFirst = load() - 1;

    Balance balance = audit.settled(new Counts(server.getAddress()), LITTLE_PATIENCE);

    assertThat(balance.counted()).isEqualTo(new Sum(countOfTheFirst, 0));
    assertThat(fails(balance)).isTrue();
  }

  @Test
  void failsTheCase_whenAnEventIsCountedTwice() {
    countOfTheFirst = load() + 1;

    Balance balance = audit.settled(new Counts(server.getAddress()), PATIENCE);

    assertThat(balance.counted()).isEqualTo(new Sum(countOfTheFirst, 0));
    assertThat(fails(balance)).isTrue();
  }

  @Test
  void failsTheCase_whenTheCountsCannotBeRead() {
    refusals = Integer.MAX_VALUE;

    Balance balance = audit.settled(new Counts(server.getAddress()), LITTLE_PATIENCE);

    assertThat(balance).isNull();
    assertThat(fails(balance)).isTrue();
  }

  private static boolean fails(@Nullable Balance balance) {
    Finding finding = new Finding("audited", "", line -> {});
    Audit.tell(balance, finding);
    return finding.hasFailed();
  }

  private long load() {
    try (Load load =
        audit.watch(
            Posts.of(server.getAddress(), 1, "audited-", COUNTERS, Posts.uniform(COUNTERS)), 1)) {
      load.atRate(100, Duration.ofMillis(200));
    }
    return recorded;
  }

  private synchronized void record(HttpExchange exchange) throws IOException {
    recorded++;
    answer(exchange, 201, "{}");
  }

  private synchronized void count(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    JsonArray counters = new JsonObject(body).getJsonArray("counters");
    asked.add(counters.size());
    if (refusals > 0) {
      refusals--;
      answer(exchange, 503, "{}");
    } else {
      long tail = unsettledAnswers-- > 0 ? 1 : 0;
      answer(exchange, 200, counts(counters, tail));
    }
  }

  private String counts(JsonArray counters, long tail) {
    return IntStream.range(0, counters.size())
        .mapToObj(i -> counters.getJsonObject(i).getString("counter").equals("audited-0"))
        .map(
            first ->
                "{\"count\":%d,\"tail\":{\"count\":%d,\"events\":%d}}"
                    .formatted(first ? countOfTheFirst : 0, tail, tail))
        .collect(Collectors.joining(",", "{\"counts\":[", "]}"));
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }
}
