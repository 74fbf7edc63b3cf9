package io.quipu.edge.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quipu.edge.guard.connection.ConnectionSettings;
import io.quipu.edge.live.frames.ControlFrames;
import io.quipu.testing.dev.TestPatience;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Clients that ping more than they need, or take nothing of what they asked for. */
class PingFloodTest {
  /** Half a minute is usual for a client that takes nothing of its answers. */
  private static final ConnectionSettings IMPATIENT =
      new ConnectionSettings(
          1_000, 1_000, Duration.ofSeconds(10), Duration.ofSeconds(2), 15 * 1024, 8 << 20);

  /** The bytes that wait for two clients. An event loop has ten clients. */
  private static final long UNREAD = 100_000;

  private static final int CLIENTS = 20;

  @AutoClose
  private final LiveServer server =
      new LiveServer(
          LiveServer.settings(Duration.ofMillis(400), 100, 10_000), 64 * 1024 * 1024, IMPATIENT);

  @Test
  void answersEveryPing_ofAClientThatReads() throws IOException {
    try (RawWebSocket client = server.connectRaw()) {
      ByteArrayOutputStream pings = new ByteArrayOutputStream();
      for (int i = 0; i < ControlFrames.TOLERATED / 2; i++) {
        pings.writeBytes(
            RawWebSocket.frame(RawWebSocket.PING, true, RawWebSocket.utf8("ping " + i)));
      }
      client.send(pings.toByteArray());
      for (int i = 0; i < ControlFrames.TOLERATED / 2; i++) {
        assertThat(client.receive(RawWebSocket.PONG).text()).isEqualTo("ping " + i);
      }
    }
  }

  @Test
  void closesTheConnection_ofAClientThatSendsNothingButPings() throws IOException {
    try (RawWebSocket client = server.connectRaw()) {
      byte[] ping = RawWebSocket.frame(RawWebSocket.PING, true, new byte[125]);
      for (int i = 0; i < 10 * ControlFrames.TOLERATED; i++) {
        client.send(ping);
      }
      assertThat(client.receive(RawWebSocket.CLOSE).closeCode()).isEqualTo(1008);
    }
  }

  @Test
  void endsTheConnection_ofAClientThatSendsNothingButPings_andReadsNothing() {
    assertEnds(RawWebSocket.frame(RawWebSocket.PING, true, new byte[125]));
  }

  @Test
  void endsTheConnection_ofAClientThatAsksAndPings_butNeverListens() {
    assertEnds(asks());
  }

  /** Nobody is cut off here for what waits for one client, for how long, or for saying nothing. */
  @Test
  void cutsClientsOff_thatNeverListen_whenTooMuchWaitsInAll() {
    byte[] messages = asks();
    ConnectionSettings patient =
        new ConnectionSettings(
            1_000, 1_000, Duration.ofSeconds(10), Duration.ofHours(1), 15 * 1024, UNREAD);
    LiveSettings quiet = LiveServer.settings(Duration.ofHours(1), 100, 10_000);
    try (LiveServer bounded = new LiveServer(quiet, 64 * 1024 * 1024, patient)) {
      List<RawWebSocket> clients = new ArrayList<>();
      List<CompletableFuture<Void>> sending = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        RawWebSocket client = bounded.connectRaw();
        clients.add(client);
        sending.add(
            CompletableFuture.runAsync(
                () -> sendToTheEnd(client, messages), task -> new Thread(task).start()));
      }
      await().until(() -> bounded.webSockets() <= CLIENTS / 2);
      clients.forEach(RawWebSocket::close);
      sending.forEach(TestPatience::join);
      await().until(() -> bounded.webSockets() == 0);
    }
  }

  private static byte[] asks() {
    byte[] ask =
        RawWebSocket.frame(
            RawWebSocket.TEXT,
            true,
            RawWebSocket.utf8("{\"type\":\"ping\",\"ref\":" + Long.MAX_VALUE / 2 + "}"));
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    for (int i = 0; i < 10_000; i++) {
      messages.writeBytes(ask);
    }
    messages.writeBytes(RawWebSocket.frame(RawWebSocket.PING, true, new byte[0]));
    return messages.toByteArray();
  }

  private void assertEnds(byte[] messages) {
    try (RawWebSocket client = server.connectRaw()) {
      TestPatience.join(CompletableFuture.runAsync(() -> sendToTheEnd(client, messages)));
      await().until(() -> server.webSockets() == 0);
    }
  }

  /** What is sent fails after a while, as nobody is there to read it. */
  private static void sendToTheEnd(RawWebSocket client, byte[] messages) {
    assertThatThrownBy(
            () -> {
              while (true) {
                client.send(messages);
              }
            })
        .isInstanceOf(IOException.class);
  }
}
