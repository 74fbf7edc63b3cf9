package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Tally;
import io.quipu.testing.dev.TestPatience;
import io.vertx.core.buffer.Buffer;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What happens on a connection besides one request and one answer. */
class ConnectionHttpTest extends HttpTest {
  private static final String EVENTS = "/v1/counters/votes/a/events";
  private static final String CHUNKED =
      "POST "
          + EVENTS
          + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Transfer-Encoding: chunked\r\n\r\n";
  private static final String EXPECTED = "Expect: 100-continue\r\nContent-Length: 2";
  private static final Buffer BEGUN =
      Buffer.buffer("POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n{");
  private static final CounterName A = new CounterName("votes", "a");

  @Test
  void listensOnOnePortWithAllInstances() {
    assertThat(service.ports())
        .hasSize(TestService.INSTANCES)
        .containsOnly(service.base().getPort());
  }

  @Test
  void answersPipelinedRequestsInOrder() {
    Buffer requests = Buffer.buffer();
    for (int i = 0; i < 50; i++) {
      requests.appendBuffer(post(EVENTS, "{\"delta\":2}"));
      requests.appendBuffer(post(EVENTS, "{\"delta\":0}"));
      requests.appendBuffer(post("/nowhere", "{}"));
    }
    try (RawHttp http = new RawHttp(service.base())) {
      http.send(requests);
      for (int i = 0; i < 50; i++) {
        assertThat(http.receive().status()).isEqualTo(201);
        assertThat(http.receive().status()).isEqualTo(400);
        assertThat(http.receive().status()).isEqualTo(404);
      }
    }
    assertThat(service.tallies).containsEntry(A, Tally.of(100, 50));
  }

  @Test
  void readsABodyInChunks() {
    try (RawHttp http = new RawHttp(service.base())) {
      http.send(Buffer.buffer(CHUNKED));
      for (char c : "{\"delta\": 42}".toCharArray()) {
        http.send(Buffer.buffer("1\r\n" + c + "\r\n"));
      }
      assertThat(http.ask(Buffer.buffer("0\r\n\r\n")).status()).isEqualTo(201);
    }
    assertThat(service.tallies).containsEntry(A, Tally.of(42, 1));
  }

  @Test
  void readsABodyOfExactly4MiB() {
    String padding = " ".repeat(4 * 1024 * 1024 - 2);
    assertThat(post(EVENTS, JSON, padding + "{}").statusCode()).isEqualTo(201);
  }

  @Test
  void asksForABodyThatIsAnnounced() {
    try (RawHttp http = new RawHttp(service.base())) {
      String head = CHUNKED.replace("Transfer-Encoding: chunked", EXPECTED);
      assertThat(http.ask(Buffer.buffer(head)).status()).isEqualTo(100);
      assertThat(http.ask(Buffer.buffer("{}")).status()).isEqualTo(201);
    }
  }

  @Test
  void endsTheConnection_whenABodyIsTooLarge() {
    try (RawHttp http = new RawHttp(service.base())) {
      http.send(Buffer.buffer(CHUNKED));
      String mebibyte = "100000\r\n" + " ".repeat(0x100000) + "\r\n";
      for (int i = 0; i < 5; i++) {
        http.send(Buffer.buffer(mebibyte));
      }
      RawHttp.Response response = http.receive();
      assertThat(response.status()).isEqualTo(413);
      assertThat(response.headers()).containsEntry("connection", "close");
      assertThat(http.isClosedByServer()).isTrue();
    }
    assertThat(service.appends).isEmpty();
  }

  @Test
  void endsTheConnection_whenABodyGoesOnForLongAfterItsAnswer() {
    try (RawHttp http = new RawHttp(service.base())) {
      RawHttp.Response response = http.ask(BEGUN);
      assertThat(response.status()).isEqualTo(404);
      assertThat(response.headers()).doesNotContainKey("connection");
      assertThat(http.isClosedByServer()).isTrue();
    }
  }

  @Test
  void keepsTheConnection_whenABodyEndsSoonAfterItsAnswer() {
    try (RawHttp http = new RawHttp(service.base())) {
      assertThat(http.ask(BEGUN).status()).isEqualTo(404);
      Buffer rest = Buffer.buffer(" ".repeat(99_999)).appendBuffer(post(EVENTS, "{}"));
      assertThat(http.ask(rest).status()).isEqualTo(201);
    }
  }

  @Test
  void recordsNothingAndCloses_whenTheChunksOfABodyAreMalformed() {
    try (RawHttp http = new RawHttp(service.base())) {
      http.send(Buffer.buffer(CHUNKED + "2\r\n{}\r\nzz\r\n"));
      assertThat(http.isClosedByServer()).isTrue();
    }
    assertThat(service.appends).isEmpty();
  }

  @Test
  void recordsNothing_whenTheConnectionEndsInTheMiddleOfABody() {
    try (RawHttp http = new RawHttp(service.base())) {
      http.send(Buffer.buffer(CHUNKED + "2\r\n{}\r\n"));
    }
    assertThat(get("/livez").statusCode()).isEqualTo(200);
    assertThat(service.appends).isEmpty();
  }

  @Test
  void boundsTheLargeBodiesOfSlowClients() {
    service.close();
    service = TestService.holding(8 * 1024 * 1024);
    service.exists("votes");
    List<RawHttp> slow = new ArrayList<>();
    String kibibytes100 = "19000\r\n" + " ".repeat(0x19000) + "\r\n";
    for (int i = 0; i < 40; i++) {
      RawHttp http = new RawHttp(service.base());
      http.send(Buffer.buffer(CHUNKED + kibibytes100));
      slow.add(http);
    }
    Awaitility.await()
        .untilAsserted(
            () -> {
              int status = post("/v1/events", JSON, large()).statusCode();
              RawHttp more = new RawHttp(service.base());
              more.send(Buffer.buffer(CHUNKED + kibibytes100));
              slow.add(more);
              assertThat(status).as("no room is left").isEqualTo(503);
            });
    assertThat(post(EVENTS, JSON, "{}").statusCode()).as("small bodies pass").isEqualTo(201);
    slow.forEach(RawHttp::close);
    Awaitility.await()
        .untilAsserted(
            () ->
                assertThat(post("/v1/events", JSON, large()).statusCode())
                    .as("there is room again")
                    .isEqualTo(201));
  }

  @Test
  void finishesRequestsInFlight_whenItStops() throws Exception {
    CountDownLatch arrived = new CountDownLatch(1);
    CompletableFuture<RecordOutcome> outcome = new CompletableFuture<>();
    service.onAppend =
        append -> {
          arrived.countDown();
          return outcome;
        };
    try (RawHttp idle = new RawHttp(service.base());
        RawHttp busy = new RawHttp(service.base())) {
      assertThat(idle.ask(RawHttp.get("/livez")).status()).isEqualTo(200);
      busy.send(post(EVENTS, "{}"));
      assertThat(arrived.await(TestPatience.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();

      CompletableFuture<Void> stopped = service.undeploy();
      assertThat(idle.isClosedByServer()).isTrue();
      Awaitility.await()
          .untilAsserted(
              () ->
                  assertThatThrownBy(() -> new RawHttp(service.base()).close())
                      .isInstanceOf(UncheckedIOException.class));
      assertThat(stopped).isNotDone();

      outcome.complete(new RecordOutcome.Recorded(TestService.AT));
      RawHttp.Response last = busy.receive();
      assertThat(last.status()).isEqualTo(201);
      assertThat(last.headers()).containsEntry("connection", "close");
      TestPatience.join(stopped);
    }
  }

  private static String large() {
    return "[" + " ".repeat(300_000) + "{\"counter\":\"a\"}]";
  }

  private static Buffer post(String path, String body) {
    return RawHttp.request(
        "POST", path, Map.of("Content-Type", "application/json"), Buffer.buffer(body));
  }
}
