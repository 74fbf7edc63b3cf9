package io.quipu.edge.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.TestPatience;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Clients that are gone without a word. */
class SilentClientTest {
  private static final int PING = 0x89;
  private static final int CLOSE = 0x88;
  private static final String HANDSHAKE =
      """
      GET /v1/live HTTP/1.1\r
      Host: localhost\r
      Connection: Upgrade\r
      Upgrade: websocket\r
      Sec-WebSocket-Version: 13\r
      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
      \r
      """;

  private static LiveServer server;

  @BeforeAll
  static void start() {
    server =
        new LiveServer(
            new LiveSettings(
                Duration.ofMillis(400),
                100,
                10_000,
                1_000,
                Duration.ofSeconds(10),
                Duration.ofSeconds(1)));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void isPinged_andClosedWhenItNeverAnswers() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout((int) TestPatience.LIMIT.toMillis());
      socket.getOutputStream().write(HANDSHAKE.getBytes(StandardCharsets.US_ASCII));
      DataInputStream in = new DataInputStream(socket.getInputStream());
      while (!readLine(in).isEmpty()) {
        // the head of the answer
      }
      int pings = 0;
      int opcode = in.readUnsignedByte();
      while (opcode != CLOSE) {
        in.readNBytes(in.readUnsignedByte());
        pings += opcode == PING ? 1 : 0;
        opcode = in.readUnsignedByte();
      }
      in.readUnsignedByte();
      assertThat(in.readUnsignedShort()).isEqualTo(4408);
      assertThat(pings).isBetween(1, Keepalive.SILENT_PERIODS);
    }
    await()
        .untilAsserted(
            () ->
                assertThat(server.gauge("quipu.live.connections", "transport", "websocket"))
                    .isZero());
  }

  private static String readLine(DataInputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      line.append((char) c);
    }
    return line.toString().trim();
  }

  @Test
  void staysOpen_asLongAsItAnswersPings() {
    try (LiveClient client = LiveClient.connect(server.uri("ws", "/v1/live"))) {
      client.next("hello");
      await().until(() -> client.pings.get() > 2 * Keepalive.SILENT_PERIODS);
      assertThat(client.closed).isNotDone();
    }
  }
}
