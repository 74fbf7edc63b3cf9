package io.quipu.edge.resp;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quipu.edge.guard.CertificateFiles;
import io.quipu.edge.guard.ConnectionSettings;
import io.quipu.edge.guard.ServerCertificate;
import io.quipu.testing.dev.TestAuthority;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The port of Redis clients with TLS, for clients that trust an authority of the test's own. */
class RespTlsTest {
  private static final int MOST = 4;
  private static final Duration HEAD = Duration.ofSeconds(2);

  @TempDir private static Path folder;
  private static TestAuthority authority;
  private static TestAuthority.Leaf first;
  private static TestAuthority.Leaf second;

  private final Path certificate = folder.resolve("tls.crt");
  private final Path key = folder.resolve("tls.key");
  private final ServedRedis redis =
      new ServedRedis(
          ServedRedis.USUAL
              .with(
                  new ConnectionSettings(
                      MOST, MOST, HEAD, Duration.ofMillis(600), 16 * 1024, 8 << 20))
              .with(certificate(first)));

  @BeforeAll
  static void sign() {
    authority = new TestAuthority(folder);
    first = authority.sign("dns:localhost,ip:127.0.0.1");
    second = authority.sign("dns:localhost,ip:127.0.0.1");
  }

  @AfterEach
  void stop() {
    redis.close();
  }

  @Test
  void anotherCertificateIsServedToNewConnections_andThoseThatAreOpenGoOn() throws Exception {
    write(first);
    redis.follow(new CertificateFiles(certificate, key), Duration.ofMillis(20));
    SSLSocket open = secure();
    try (RespSocket before = new RespSocket(open)) {
      assertThat(before.ask("GET", "a")).isEqualTo("42");
      // in the middle of a command, too
      before.send("*2\r\n$4\r\nECHO\r\n$5\r\nhe".getBytes(US_ASCII));

      write(second);
      await().until(() -> served().equals(serial(second)));

      before.send("llo\r\n".getBytes(US_ASCII));
      assertThat(before.reply()).isEqualTo("hello");
      assertThat(before.ask("GET", "a")).isEqualTo("42");
      assertThat(served(open)).isEqualTo(serial(first));
    }
  }

  @Test
  void halfAPairIsNotServed_untilItIsWhole() throws Exception {
    write(first);
    redis.follow(new CertificateFiles(certificate, key), Duration.ofMillis(20));
    Files.writeString(certificate, second.chain());
    await().until(() -> redis.registry.get("quipu.tls.reload.failures").counter().count() > 0);
    assertThat(served()).isEqualTo(serial(first));

    Files.writeString(key, second.key());
    await().until(() -> served().equals(serial(second)));
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

  private void write(TestAuthority.Leaf leaf) throws IOException {
    Files.writeString(certificate, leaf.chain());
    Files.writeString(key, leaf.key());
  }

  private static ServerCertificate certificate(TestAuthority.Leaf leaf) {
    return ServerCertificate.of(leaf.chain().getBytes(US_ASCII), leaf.key().getBytes(US_ASCII));
  }

  private SSLSocket secure() throws IOException {
    SSLSocket socket =
        (SSLSocket)
            authority
                .trusting()
                .getSocketFactory()
                .createSocket("127.0.0.1", redis.address().getPort());
    socket.startHandshake();
    return socket;
  }

  /** Of the certificate that a new connection sees. */
  private BigInteger served() throws IOException {
    try (SSLSocket socket = secure()) {
      return served(socket);
    }
  }

  private static BigInteger served(SSLSocket socket) throws IOException {
    return ((X509Certificate) socket.getSession().getPeerCertificates()[0]).getSerialNumber();
  }

  private static BigInteger serial(TestAuthority.Leaf leaf) throws Exception {
    return ((X509Certificate)
            CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(leaf.chain().getBytes(US_ASCII))))
        .getSerialNumber();
  }
}
