package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.edge.guard.connection.ConnectionSettings;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.names.CounterName;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Clients that send heads or take answers too slowly. */
class SlowConnectionTest extends HttpTest {
  private static final Duration HEAD = Duration.ofMillis(300);
  private static final Duration STALL = Duration.ofMillis(600);
  private static final Buffer GET = RawHttp.get("/livez");
  private static final String READ = "/v1/counters/votes/a";

  @Override
  TestService service() {
    ConnectionSettings strict = new ConnectionSettings(100, 100, HEAD, STALL, 16 * 1024, 1 << 20);
    return new TestService(options -> options.connections = strict);
  }

  @Test
  void areToldAndCutOff_whenAHeadDoesNotEnd() {
    try (RawHttp http = new RawHttp(service.base())) {
      http.send(Buffer.buffer("GET /livez HTTP/1.1\r\nHost: lo"));
      assertTimedOut(http);
    }
    assertThat(service.cut("slow_head")).isEqualTo(1);
  }

  @Test
  void areToldAndCutOff_howeverManyHeadersTheyTrickle() {
    try (RawHttp http = new RawHttp(service.base())) {
      http.send(Buffer.buffer("GET /livez HTTP/1.1\r\nHost: localhost\r\n"));
      Awaitility.await()
          .pollInterval(HEAD.dividedBy(10))
          .until(
              () -> {
                http.send(Buffer.buffer("X: y\r\n"));
                return service.cut("slow_head") == 1;
              });
      assertThat(http.receive().status()).isEqualTo(408);
    }
  }

  @Test
  void areCutOff_whenALaterHeadDoesNotEnd() {
    try (RawHttp http = new RawHttp(service.base())) {
      assertThat(http.ask(GET.copy().appendBuffer(GET).appendString("G")).status()).isEqualTo(200);
      assertThat(http.receive().status()).isEqualTo(200);
      assertTimedOut(http);
    }
  }

  @Test
  void areCutOff_whenTheySendNothing() {
    try (RawHttp http = new RawHttp(service.base())) {
      assertThat(http.isClosedByServer()).isTrue();
    }
    assertThat(service.cut("silent")).isEqualTo(1);
  }

  /** What follows a request is late only after its answer. */
  @Test
  void getTheAnswerOfTheRequestBefore_whenALaterHeadDoesNotEnd() {
    CompletableFuture<Answer> count = new CompletableFuture<>();
    service.onCount = counter -> count;
    try (RawHttp http = new RawHttp(service.base())) {
      http.send(RawHttp.get(READ).appendString("GET /"));
      Awaitility.await().until(() -> service.cut("slow_head") == 1);
      count.complete(service.count(new CounterName("votes", "a")));
      assertThat(http.receive().status()).isEqualTo(200);
      assertTimedOut(http);
    }
  }

  @Test
  void keepTheirConnection_whenTheyRestBetweenRequests() {
    try (RawHttp resting = new RawHttp(service.base())) {
      assertThat(resting.ask(GET).status()).isEqualTo(200);
      for (int i = 0; i < 2; i++) {
        try (RawHttp silent = new RawHttp(service.base())) {
          assertThat(silent.isClosedByServer()).as("time has passed").isTrue();
        }
      }
      assertThat(resting.ask(GET).status()).isEqualTo(200);
    }
  }

  @Test
  void areCutOff_whenTheyDoNotTakeTheirAnswers() throws IOException {
    try (Socket socket = service.narrow()) {
      askForMuch(socket);
      Awaitility.await().until(() -> service.cut("slow_reader") == 1);
      Awaitility.await().until(() -> service.openConnections() == 0);
    }
  }

  @Test
  void areCutOff_whenTheyTakeTheirAnswersInDrops() throws IOException {
    try (Socket socket = service.narrow()) {
      askForMuch(socket);
      InputStream in = socket.getInputStream();
      Awaitility.await()
          .pollInterval(STALL.dividedBy(20))
          .until(
              () -> {
                if (service.cut("slow_reader") == 0) {
                  in.read(new byte[16]);
                  return false;
                }
                return true;
              });
    }
  }

  /** More than the kernel takes off the hands of the service. */
  private static void askForMuch(Socket socket) throws IOException {
    Buffer requests = Buffer.buffer();
    for (int i = 0; i < 100; i++) {
      requests.appendBuffer(RawHttp.get("/assets/swagger-ui/swagger-ui-bundle.js"));
    }
    socket.getOutputStream().write(requests.getBytes());
  }

  private static void assertTimedOut(RawHttp http) {
    RawHttp.Response response = http.receive();
    assertThat(response.status()).isEqualTo(408);
    assertThat(response.headers()).containsEntry("connection", "close");
    assertThat(new JsonObject(response.text()).getString("type"))
        .isEqualTo("/problems/head-timeout");
    assertThat(http.isClosedByServer()).isTrue();
  }
}
