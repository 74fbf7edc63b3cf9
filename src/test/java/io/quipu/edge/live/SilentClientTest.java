package io.quipu.edge.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Clients that are gone without a word. */
class SilentClientTest {
  @AutoClose
  private static final LiveServer server =
      new LiveServer(LiveServer.settings(Duration.ofMillis(400), 100, 10_000));

  @Test
  void isPinged_andClosedWhenItNeverAnswers() throws IOException {
    try (RawWebSocket socket = server.connectRaw()) {
      int pings = 0;
      RawWebSocket.Frame frame = socket.receive();
      for (; frame.opcode() != RawWebSocket.CLOSE; frame = socket.receive()) {
        pings += frame.opcode() == RawWebSocket.PING ? 1 : 0;
      }
      assertThat(frame.closeCode()).isEqualTo(4408);
      assertThat(pings).isBetween(1, Keepalive.SILENT_PERIODS);
    }
    await().until(() -> server.webSockets() == 0);
  }

  @Test
  void staysOpen_asLongAsItAnswersPings() {
    try (LiveClient client = server.connect()) {
      await().until(() -> client.pings.get() > 2 * Keepalive.SILENT_PERIODS);
      assertThat(client.closed).isNotDone();
    }
  }
}
