package io.quipu.edge.resp;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quipu.edge.guard.TlsPeer;
import io.quipu.edge.guard.connection.ConnectionSettings;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The port of Redis clients with TLS, for clients that trust an authority of the test's own. */
class RespTlsTest {
  private static final int MOST = 4;
  private static final Duration HEAD = Duration.ofSeconds(2);

  @TempDir private static Path folder;
  private static TlsPeer tls;

  @AutoClose
  private final ServedRedis redis =
      new ServedRedis(
          ServedRedis.USUAL
              .with(
                  new ConnectionSettings(
                      MOST, MOST, HEAD, Duration.ofMillis(600), 16 * 1024, 8 << 20))
              .with(TlsPeer.certificate(tls.first)));

  @BeforeAll
  static void sign() {
    tls = new TlsPeer(folder);
  }

  @Test
  void anotherCertificateIsServedToNewConnections_andThoseThatAreOpenGoOn() throws Exception {
    tls.write(tls.first);
    redis.follow(tls.files, Duration.ofMillis(20));
    SSLSocket open = secure();
    try (RespSocket before = new RespSocket(open)) {
      assertThat(before.ask("GET", "a")).isEqualTo("42");
      // in the middle of a command, too
      before.send("*2\r\n$4\r\nECHO\r\n$5\r\nhe".getBytes(US_ASCII));

      tls.write(tls.second);
      await().until(() -> tls.served(redis.address().getPort()).equals(TlsPeer.serial(tls.second)));

      before.send("llo\r\n".getBytes(US_ASCII));
      assertThat(before.reply()).isEqualTo("hello");
      assertThat(before.ask("GET", "a")).isEqualTo("42");
      assertThat(TlsPeer.served(open)).isEqualTo(TlsPeer.serial(tls.first));
    }
  }

  @Test
  void clientsRefuseAnAuthorityThatTheyDoNotTrust() {
    SSLSocketFactory usual = (SSLSocketFactory) SSLSocketFactory.getDefault();
    assertThatThrownBy(
            () -> {
              try (SSLSocket socket =
                  (SSLSocket) usual.createSocket("127.0.0.1", redis.address().getPort())) {
                socket.startHandshake();
              }
            })
        .isInstanceOf(SSLHandshakeException.class);
    await().until(() -> redis.registry.get("quipu.http.handshakes.failed").counter().count() == 1);
  }

  @Test
  void whoSpeaksWithoutTlsIsNotAnswered() throws IOException {
    try (RespSocket plain = redis.connect()) {
      plain.send("PING");
      assertThat(plain.isClosedByServer()).isTrue();
    }
    assertThat(redis.answered("ping")).isZero();
  }

  @Test
  void whoDoesNotShakeHandsTakesAPlace_andIsCutOff() throws Exception {
    List<Socket> silent = new ArrayList<>();
    try {
      for (int i = 0; i < MOST; i++) {
        silent.add(redis.narrow());
      }
      await().until(() -> redis.open() == MOST);
      try (RespSocket more = redis.connect()) {
        assertThat(more.isClosedByServer()).isTrue();
      }
      assertThat(redis.refused("total")).isEqualTo(1);
      await().until(() -> redis.cut("slow_handshake") == MOST);
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
    await().until(() -> redis.open() == 0);
    try (RespSocket fine = new RespSocket(secure())) {
      assertThat(fine.ask("PING")).isEqualTo("+PONG");
      assertThat(redis.open()).as("counted once, not twice").isEqualTo(1);
    }
  }

  @Test
  void whoDoesNotTakeRepliesIsCutOff() throws Exception {
    byte[] one = RespSocket.command("ECHO", "x".repeat(16_000));
    try (SSLSocket deaf = secure()) {
      assertThatThrownBy(
              () -> {
                while (true) {
                  deaf.getOutputStream().write(one);
                }
              })
          .isInstanceOf(IOException.class);
    }
    assertThat(redis.cut("slow_reader")).isEqualTo(1);
    await().until(() -> redis.open() == 0);
    await().until(() -> redis.budget.held() == 0);
  }

  private SSLSocket secure() throws IOException {
    return tls.connect(redis.address().getPort());
  }
}
