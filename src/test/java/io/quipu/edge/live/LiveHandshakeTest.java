package io.quipu.edge.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LiveHandshakeTest {
  private static final String KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

  @AutoClose
  private static final LiveServer server =
      new LiveServer(LiveServer.settings(Duration.ofSeconds(20), 3, 1_500));

  @BeforeEach
  void allIsAsUsual() {
    server.counters.asUsual();
  }

  private static HttpResponse<String> get(String path, String... headers) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(server.uri("http", path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return LiveClient.HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static void assertProblem(HttpResponse<String> response, int status, String type) {
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(new JsonObject(response.body()).getString("type")).isEqualTo("/problems/" + type);
  }

  /** What the server answers to a raw request: lines of the head, and the body. */
  private static String raw(String path, String headers) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(10_000);
      String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      StringBuilder answer = new StringBuilder();
      int body = 0;
      for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
        answer.append(line).append('\n');
        if (line.toLowerCase(Locale.ROOT).startsWith("content-length: ")) {
          body = Integer.parseInt(line.substring("content-length: ".length()));
        }
      }
      while (body-- > 0) {
        answer.append((char) in.read());
      }
      return answer.toString();
    }
  }

  @Test
  void demandsAnUpgrade_onThePathThatIsAWebSocketOnly() throws Exception {
    HttpResponse<String> response = get("/v1/live");
    assertProblem(response, 426, "upgrade-required");
    assertThat(response.headers().firstValue("Upgrade")).hasValue("websocket");
    assertProblem(get("/v1/live", "Accept", "text/event-stream"), 426, "upgrade-required");
  }

  @Test
  void demandsAnUpgradeOrEvents_onThePathOfACounter() throws Exception {
    assertProblem(get("/v1/counters/votes/a/live"), 406, "not-acceptable");
    assertProblem(get("/v1/counters/votes/a/live", "Accept", "*/*"), 406, "not-acceptable");
    assertProblem(
        get("/v1/counters/votes/a/live", "Accept", "application/json"), 406, "not-acceptable");
    assertProblem(
        get("/v1/counters/votes/a/live", "Accept", "text/event-stream;q=0"), 406, "not-acceptable");
  }

  @Test
  void refusesAnUnknownNamespaceOrABadName_beforeTheUpgrade() throws Exception {
    assertProblem(
        get("/v1/counters/nope/a/live", "Accept", "text/event-stream"), 404, "unknown-namespace");
    assertProblem(
        get("/v1/counters/NOPE/a/live", "Accept", "text/event-stream"), 400, "invalid-request");
    assertThatThrownBy(
            () -> LiveClient.connect(server.uri("ws", "/v1/counters/nope/a/live")).close())
        .cause()
        .isInstanceOf(WebSocketHandshakeException.class)
        .extracting(e -> ((WebSocketHandshakeException) e).getResponse().statusCode())
        .isEqualTo(404);
  }

  @Test
  void refusesABrokenHandshake() throws Exception {
    String upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\n";
    String version = upgrade + "Sec-WebSocket-Version: 13\r\n";
    assertThat(raw("/v1/live", version))
        .contains(" 400 ", "\"Sec-WebSocket-Key must be 16 bytes in Base64");
    assertThat(raw("/v1/live", version + "Sec-WebSocket-Key: short\r\n"))
        .contains(" 400 ", "; Sec-WebSocket-Key is short");
    assertThat(raw("/v1/live", upgrade + KEY))
        .contains(" 426 ", "\"Sec-WebSocket-Version must be 13 (RFC 6455)\"");
    assertThat(raw("/v1/live", upgrade + KEY + "Sec-WebSocket-Version: 8\r\n"))
        .as("the version is told, and the key is not blamed")
        .contains(" 426 ", "\nSec-WebSocket-Version: 13\n", "\nupgrade: websocket\n")
        .contains("; Sec-WebSocket-Version is 8")
        .doesNotContain("Sec-WebSocket-Key");
    assertThat(raw("/v1/live", version + KEY)).contains(" 101 ");
    await().until(() -> server.webSockets() == 0);
  }

  @Test
  void takesNoMoreConnectionsThanAllowed_andTakesThemAgainLater() throws Exception {
    await().until(() -> server.webSockets() == 0);
    LiveClient first = LiveClient.connect(server.uri("ws", "/v1/live"));
    LiveClient second = LiveClient.connect(server.uri("ws", "/v1/live"));
    LiveClient third = LiveClient.connect(server.uri("ws", "/v1/live"));
    HttpResponse<String> refused = get("/v1/counters/votes/a/live", "Accept", "text/event-stream");
    assertProblem(refused, 503, "queue-full");
    assertThat(refused.headers().firstValue("Retry-After")).isPresent();
    assertThatThrownBy(() -> LiveClient.connect(server.uri("ws", "/v1/live")).close())
        .hasCauseInstanceOf(WebSocketHandshakeException.class);
    assertThat(server.webSockets()).isEqualTo(3);
    first.close();
    second.close();
    third.close();
    await().until(() -> server.webSockets() == 0);
    LiveClient.connect(server.uri("ws", "/v1/live")).close();
  }

  @Test
  void leavesNothingBehind_whenAClientGoesBeforeItIsServed() throws Exception {
    await().until(() -> server.webSockets() == 0);
    Promise<Void> release = Promise.promise();
    server.counters.namespacesAnswer = release.future();
    for (String accept :
        new String[] {
          "Accept: text/event-stream\r\n",
          "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" + KEY
        }) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
        socket.setSoLinger(true, 0);
        String request =
            "GET /v1/counters/default/a/live HTTP/1.1\r\nHost: localhost\r\n" + accept + "\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        socket.setSoTimeout(300);
        assertThatThrownBy(() -> socket.getInputStream().read())
            .as("not answered yet")
            .isInstanceOf(SocketTimeoutException.class);
      }
    }
    await().pollDelay(Duration.ofMillis(200)).until(() -> true);
    release.complete();
    await().pollDelay(Duration.ofMillis(200)).until(() -> true);
    server.awaitNobody();
  }
}
