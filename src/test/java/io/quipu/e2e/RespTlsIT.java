package io.quipu.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.dev.FreePort;
import io.quipu.dev.TestAuthority;
import io.quipu.dev.TestCassandra;
import io.quipu.dev.TestPatience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
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
        // with connections that rest
        quipu.terminate();
        assertThat(quipu.exitCode()).as(quipu.output()).isZero();
        assertThat(quipu.output()).doesNotContain("Exception");
      }
    }
  }
}
