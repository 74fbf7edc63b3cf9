package io.quipu.lab.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SocketLoadTest {
  private static final Duration TIME = Duration.ofSeconds(1);
  private static final byte[] REQUEST = HttpText.post("/");

  private ServerSocket server;
  private int stallAt = Integer.MAX_VALUE;
  private int hangUpAt = Integer.MAX_VALUE;
  private int closeAt = -1;
  private volatile boolean closed;
  private int requests;
  private String status = "201 Created";

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  @Test
  void chargesAStallWithAllThatWereToBeSentMeanwhile() {
    stallAt = 20;
    Phase phase = oneConnection(load -> load.atRate(100, TIME));

    assertThat(phase.good()).isEqualTo(100);
    // half a second without answers, at 100 a second: 50 requests of which 40 waited over 100 ms
    assertThat(phase.micros().getCountBetweenValues(100_000, Long.MAX_VALUE / 2))
        .isGreaterThanOrEqualTo(35);
  }

  @Test
  void sendsTheNextWhenTheLastIsAnswered_inAClosedLoop() {
    stallAt = 20;
    Phase phase = oneConnection(load -> load.closedLoop(TIME));

    assertThat(phase.good()).isGreaterThan(20);
    assertThat(phase.micros().getMaxValue()).isGreaterThan(400_000);
    assertThat(phase.time()).isGreaterThanOrEqualTo(TIME);
  }

  @Test
  void countsWhatIsRefusedApart() {
    status = "503 Service Unavailable";
    Phase phase = oneConnection(load -> load.atRate(50, TIME));

    assertThat(phase.good()).isZero();
    assertThat(phase.bad()).isEqualTo(50);
  }

  @Test
  void remembersWhatWasSentAndAcknowledged_inAllPhases() {
    hangUpAt = 30;
    List<Receipts> receipts = new ArrayList<>();
    oneConnection(
        load -> {
          load.atRate(20, TIME);
          receipts.add(load.receipts());
          Phase cutShort = load.atRate(20, TIME);
          receipts.add(load.receipts());
          return cutShort;
        });

    assertThat(receipts).containsExactly(new Receipts(20, 20), new Receipts(40, 39));
    assertThat(receipts.get(1).inDoubt()).isEqualTo(1);
  }

  @Test
  void opensAnew_whatTheServerClosedWhileItWasIdle() {
    closeAt = 20;
    List<Receipts> receipts = new ArrayList<>();
    oneConnection(
        load -> {
          load.atRate(20, TIME);
          Awaitility.await().until(() -> closed);
          Phase next = load.atRate(20, TIME);
          receipts.add(load.receipts());
          return next;
        });

    assertThat(receipts).containsExactly(new Receipts(40, 40));
  }

  @Test
  void doubtsWhatIsRefused() {
    status = "503 Service Unavailable";
    List<Receipts> receipts = new ArrayList<>();
    oneConnection(
        load -> {
          Phase phase = load.atRate(20, TIME);
          receipts.add(load.receipts());
          return phase;
        });

    assertThat(receipts).containsExactly(new Receipts(20, 0));
  }

  private Phase oneConnection(Function<SocketLoad, Phase> phase) {
    Thread answering = new Thread(this::answer, "answers");
    answering.setDaemon(true);
    answering.start();
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort());
    try (SocketLoad load = SocketLoad.http(address, 1, () -> REQUEST)) {
      return phase.apply(load);
    }
  }

  private void answer() {
    try {
      while (true) {
        answerConnection();
      }
    } catch (IOException closed) {
      // by the test
    }
  }

  private void answerConnection() throws IOException {
    byte[] answer = ("HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n\r\n").getBytes(US_ASCII);
    try (Socket socket = server.accept();
        BufferedReader in =
            new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.isEmpty()) {
          if (++requests == stallAt) {
            stall();
          }
          if (requests == hangUpAt) {
            return;
          }
          socket.getOutputStream().write(answer);
          if (requests == closeAt) {
            socket.close();
            closed = true;
            return;
          }
        }
      }
    }
  }

  private static void stall() {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(500);
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }
}
