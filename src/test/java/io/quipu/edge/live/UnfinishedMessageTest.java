package io.quipu.edge.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.util.internal.PlatformDependent;
import io.quipu.edge.guard.body.ByteBudget;
import io.quipu.edge.live.frames.FrameAssembly;
import io.quipu.edge.web.LoggedLines;
import io.quipu.engine.input.Limits;
import io.quipu.engine.time.HandDrivenTime;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.WebSocketFrame;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Messages of which a part has arrived. */
class UnfinishedMessageTest {
  private static final int BUDGET = 4 * 1024 * 1024;
  private static final byte[] MOST_OF_A_FRAME =
      Arrays.copyOf(RawWebSocket.frame(RawWebSocket.TEXT, true, new byte[1024 * 1024]), 1_000_000);

  @Test
  void areBounded_overAllConnections() throws IOException {
    long direct = PlatformDependent.usedDirectMemory();
    List<RawWebSocket> clients = new ArrayList<>();
    try (LiveServer server = new LiveServer(LiveSettings.DEFAULT, BUDGET)) {
      for (int i = 0; i < 50; i++) {
        RawWebSocket client = server.connectRaw();
        clients.add(client);
        try {
          client.send(MOST_OF_A_FRAME);
        } catch (IOException refused) {
          // closed by the server while it was sending
        }
      }
      await().until(() -> server.webSockets() < 5);
      assertThat(server.budget.held()).isBetween(1_000_000L, (long) BUDGET);
      // Less than a frame for each client: what Netty keeps for its threads.
      assertThat(PlatformDependent.usedDirectMemory() - direct).isLessThan(40 * 1024 * 1024);
      clients.forEach(RawWebSocket::close);
      await().until(() -> server.budget.held() == 0);
    }
  }

  @Test
  void areRefusedWith1013_whenThereIsNoRoom() throws IOException {
    try (LiveServer server = new LiveServer(LiveSettings.DEFAULT, 100_000);
        RawWebSocket client = server.connectRaw()) {
      client.send(RawWebSocket.frame(RawWebSocket.TEXT, false, new byte[90_000]));
      assertThat(client.receive(RawWebSocket.CLOSE).closeCode()).isEqualTo(1013);
    }
  }

  @Test
  void endWithTheConsentOfTheirClient_notByBeingCutOff() throws IOException {
    Logger logger = (Logger) LoggerFactory.getLogger(LiveSocket.class);
    logger.setLevel(Level.DEBUG);
    try (LoggedLines lines = new LoggedLines(LiveSocket.class.getName());
        LiveServer server = new LiveServer(LiveSettings.DEFAULT, 100_000);
        RawWebSocket client = server.connectRaw()) {
      client.send(RawWebSocket.frame(RawWebSocket.TEXT, false, new byte[90_000]));
      assertThat(client.receive(RawWebSocket.CLOSE).closeCode()).isEqualTo(1013);
      client.send(RawWebSocket.frame(RawWebSocket.CLOSE, true, new byte[] {0x03, (byte) 0xf5}));
      await().until(() -> server.webSockets() == 0);
      assertThat(lines.of(Level.DEBUG)).noneMatch(line -> line.contains("cut off"));
    } finally {
      logger.setLevel(null);
    }
  }

  @Test
  void mustArriveInTime() {
    HandDrivenTime time = new HandDrivenTime();
    ByteBudget budget = new ByteBudget(1_000, new SimpleMeterRegistry());
    AtomicInteger late = new AtomicInteger();
    FrameAssembly frames = new FrameAssembly(budget, time, late::incrementAndGet);
    frames.add(WebSocketFrame.textFrame("{", false), Limits.MESSAGE_BYTES);
    time.pass(FrameAssembly.DEADLINE.minusSeconds(1));
    frames.add(WebSocketFrame.continuationFrame(Buffer.buffer("}"), true), Limits.MESSAGE_BYTES);
    time.pass(Duration.ofMinutes(1));
    assertThat(late).as("it came in time").hasValue(0);

    frames.add(WebSocketFrame.textFrame("{", false), Limits.MESSAGE_BYTES);
    for (int second = 0; second < FrameAssembly.DEADLINE.toSeconds(); second++) {
      frames.add(WebSocketFrame.continuationFrame(Buffer.buffer(" "), false), Limits.MESSAGE_BYTES);
      time.pass(Duration.ofSeconds(1));
    }
    assertThat(late).hasValue(1);
    assertThat(budget.held()).isPositive();
    frames.end();
    assertThat(budget.held()).isZero();
  }
}
