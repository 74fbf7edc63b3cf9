package io.quipu.edge.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quipu.edge.guard.ConnectionSettings;
import io.quipu.testing.dev.TestPatience;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients that ping more than they need, or take nothing of what they asked for. */
class PingFloodTest {
  /** Half a minute is usual for a client that takes nothing of its answers. */
  private static final ConnectionSettings IMPATIENT =
      new ConnectionSettings(
          1_000, 1_000, Duration.ofSeconds(10), Duration.ofSeconds(2), 15 * 1024, 8 << 20);

  private LiveServer server;

  @BeforeEach
  void start() {
    server =
        new LiveServer(
            new LiveSettings(
                Duration.ofMillis(400),
                100,
                10_000,
                1_000,
                Duration.ofSeconds(10),
                Duration.ofSeconds(1)),
            64 * 1024 * 1024,
            IMPATIENT);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void answersEveryPing_ofAClientThatReads() throws IOException {
    try (RawWebSocket client = new RawWebSocket(server.port(), "/v1/live")) {
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
    try (RawWebSocket client = new RawWebSocket(server.port(), "/v1/live")) {
      byte[] ping = RawWebSocket.frame(RawWebSocket.PING, true, new byte[125]);
      for (int i = 0; i < 10 * ControlFrames.TOLERATED; i++) {
        client.send(ping);
      }
      assertThat(client.receive(RawWebSocket.CLOSE).closeCode()).isEqualTo(1008);
    }
  }

  @Test
  void endsTheConnection_ofAClientThatSendsNothingButPings_andReadsNothing() {
    try (RawWebSocket client = new RawWebSocket(server.port(), "/v1/live")) {
      byte[] ping = RawWebSocket.frame(RawWebSocket.PING, true, new byte[125]);
      assertEnds(() -> client.send(ping));
    }
  }

  @Test
  void endsTheConnection_ofAClientThatAsksAndPings_butNeverListens() {
    try (RawWebSocket client = new RawWebSocket(server.port(), "/v1/live")) {
      byte[] messages = asks();
      assertEnds(() -> client.send(messages));
    }
  }

  @Test
  void cutsClientsOff_thatNeverListen_whenTheBudgetHasNoRoomForMore() {
    byte[] messages = asks();
    try (LiveServer bounded = new LiveServer(LiveSettings.DEFAULT, 200_000, IMPATIENT)) {
      List<RawWebSocket> clients = new ArrayList<>();
      List<CompletableFuture<Void>> sending = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        RawWebSocket client = new RawWebSocket(bounded.port(), "/v1/live");
        clients.add(client);
        sending.add(
            CompletableFuture.runAsync(
                () ->
                    assertThatThrownBy(
                            () -> {
                              while (true) {
                                client.send(messages);
                              }
                            })
                        .isInstanceOf(IOException.class),
                task -> new Thread(task).start()));
      }
      await()
          .untilAsserted(
              () ->
                  assertThat(bounded.gauge("quipu.live.connections", "transport", "websocket"))
                      .isLessThanOrEqualTo(2));
      assertThat(bounded.budget.held()).isLessThanOrEqualTo(200_000);
      clients.forEach(RawWebSocket::close);
      sending.forEach(TestPatience::join);
      await().untilAsserted(() -> assertThat(bounded.budget.held()).isZero());
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

  /** What is sent fails after a while, as nobody is there to read it. */
  private void assertEnds(Step step) {
    CompletableFuture<Void> ended =
        CompletableFuture.runAsync(
            () ->
                assertThatThrownBy(
                        () -> {
                          while (true) {
                            step.run();
                          }
                        })
                    .isInstanceOf(IOException.class));
    TestPatience.join(ended);
    await()
        .untilAsserted(
            () ->
                assertThat(server.gauge("quipu.live.connections", "transport", "websocket"))
                    .isZero());
  }

  @FunctionalInterface
  private interface Step {
    void run() throws IOException;
  }
}
