package io.quipu.edge.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Clients that are gone without a word. */
class SilentClientTest {
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
    try (RawWebSocket socket = new RawWebSocket(server.port(), "/v1/live")) {
      int pings = 0;
      RawWebSocket.Frame frame = socket.receive();
      for (; frame.opcode() != RawWebSocket.CLOSE; frame = socket.receive()) {
        pings += frame.opcode() == RawWebSocket.PING ? 1 : 0;
      }
      assertThat(frame.closeCode()).isEqualTo(4408);
      assertThat(pings).isBetween(1, Keepalive.SILENT_PERIODS);
    }
    await()
        .untilAsserted(
            () ->
                assertThat(server.gauge("quipu.live.connections", "transport", "websocket"))
                    .isZero());
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
