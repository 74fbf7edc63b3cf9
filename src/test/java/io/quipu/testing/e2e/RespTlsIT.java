package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quipu.edge.resp.RespSocket;
import io.quipu.testing.dev.FreePort;
import io.quipu.testing.dev.TestAuthority;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.TestPatience;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Map;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/** Redis clients over TLS, with the certificate of the API; and how an instance leaves them. */
@EndToEnd
class RespTlsIT {
  @TempDir private Path folder;

  @Test
  void countsWithTheCertificateOfTheApi_andStopsInOrder(TestCassandra cassandra) throws Exception {
    TestAuthority authority = new TestAuthority(folder);
    TestAuthority.Leaf leaf = authority.sign("dns:localhost");
    int port = FreePort.on("127.0.0.1");
    Map<String, String> environment =
        RunningQuipu.environment(cassandra.contactPoint(), cassandra.freshKeyspace());
    environment.put(
        "QUIPU_TLS_CERTIFICATE",
        Files.writeString(folder.resolve("tls.crt"), leaf.chain()).toString());
    environment.put(
        "QUIPU_TLS_KEY", Files.writeString(folder.resolve("tls.key"), leaf.key()).toString());
    environment.put("QUIPU_RESP_PORT", Integer.toString(port));
    try (SeparateQuipu quipu = SeparateQuipu.start(environment)) {
      quipu.awaitReadyUri();
      try (Jedis jedis =
          new Jedis(
              "localhost",
              port,
              (int) TestPatience.LIMIT.toMillis(),
              true,
              authority.trusting().getSocketFactory(),
              null,
              null)) {
        assertThat(jedis.ping()).isEqualTo("PONG");
        jedis.sendCommand(() -> "QUIPU.ADD".getBytes(StandardCharsets.US_ASCII), "a");
        assertThat(jedis.get("a")).isEqualTo("1");
        try (RespSocket plain =
            new RespSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
          assertThatThrownBy(() -> plain.ask("GET", "a")).isInstanceOf(IOException.class);
        }
        TestAuthority.Leaf renewed = authority.sign("dns:localhost");
        Files.writeString(folder.resolve("tls.crt"), renewed.chain());
        Files.writeString(folder.resolve("tls.key"), renewed.key());
        await().until(() -> served(authority, port).equals(certificate(renewed)));
        assertThat(jedis.get("a")).as("over the connection from before").isEqualTo("1");
        // with connections that rest
        quipu.terminate();
        assertThat(quipu.exitCode()).as(quipu.output()).isZero();
        assertThat(quipu.output()).doesNotContain("Exception");
      }
    }
  }

  /** What a new connection sees. */
  private static Certificate served(TestAuthority authority, int port) throws IOException {
    try (SSLSocket socket =
        (SSLSocket) authority.trusting().getSocketFactory().createSocket("localhost", port)) {
      socket.startHandshake();
      return socket.getSession().getPeerCertificates()[0];
    }
  }

  private static Certificate certificate(TestAuthority.Leaf leaf) throws CertificateException {
    return CertificateFactory.getInstance("X.509")
        .generateCertificate(
            new ByteArrayInputStream(leaf.chain().getBytes(StandardCharsets.US_ASCII)));
  }
}
