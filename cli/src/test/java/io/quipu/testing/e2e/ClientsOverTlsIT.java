package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.quipu.cli.CommandProcess;
import io.quipu.cli.CommandRun;
import io.quipu.client.ClientOptions;
import io.quipu.client.LiveCounts;
import io.quipu.client.PythonClient;
import io.quipu.client.QuipuClient;
import io.quipu.client.RefusedException;
import io.quipu.client.TypeScriptClient;
import io.quipu.edge.resp.RespSocket;
import io.quipu.ops.config.InvalidConfiguration;
import io.quipu.testing.dev.FreePort;
import io.quipu.testing.dev.OtherPrograms;
import io.quipu.testing.dev.Programs;
import io.quipu.testing.dev.TestAuthority;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.TestPatience;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/** The clients and the command line with a service whose certificate nobody else trusts. */
@OtherPrograms
@EndToEnd
class ClientsOverTlsIT {
  @TempDir private static Path folder;
  private static TestAuthority authority;
  private static Path authorityFile;
  private static SeparateQuipu quipu;
  private static URI base;
  private static int respPort;

  @BeforeAll
  static void start(TestCassandra cassandra) throws Exception {
    authority = new TestAuthority(folder);
    authorityFile = Files.writeString(folder.resolve("ca.crt"), authority.certificate());
    TestAuthority.Leaf leaf = authority.sign("dns:localhost");
    Map<String, String> environment =
        RunningQuipu.environment(cassandra.contactPoint(), cassandra.freshKeyspace());
    respPort = FreePort.on("127.0.0.1");
    environment.put("QUIPU_RESP_PORT", Integer.toString(respPort));
    environment.putAll(files(leaf.chain(), leaf.key()));
    quipu = SeparateQuipu.start(environment);
    base = quipu.awaitReadyUri();
    assertThat(base.getScheme()).isEqualTo("https");
  }

  private static Map<String, String> files(String chain, String key) throws IOException {
    Path directory = Files.createTempDirectory(folder, "tls");
    return Map.of(
        "QUIPU_TLS_CERTIFICATE",
        Files.writeString(directory.resolve("tls.crt"), chain).toString(),
        "QUIPU_TLS_KEY",
        Files.writeString(directory.resolve("tls.key"), key).toString());
  }

  /** With a connection that rests. */
  @AfterAll
  static void stopsInOrder() {
    try (SeparateQuipu stopping = quipu;
        Jedis resting = jedis()) {
      assertThat(resting.ping()).isEqualTo("PONG");
      stopping.terminate();
      assertThat(stopping.exitCode()).as(stopping.output()).isZero();
      assertThat(stopping.output())
          .contains("Serving the certificate of CN=leaf1")
          .doesNotContain("Exception");
    }
  }

  private static Jedis jedis() {
    int patience = (int) TestPatience.LIMIT.toMillis();
    SSLSocketFactory trusting = authority.trusting().getSocketFactory();
    return new Jedis("localhost", respPort, patience, true, trusting, null, null);
  }

  /** With the certificate of the API; a renewed one is the matter of {@code RespTlsTest}. */
  @Test
  void redisClientsCount() throws IOException {
    try (Jedis jedis = jedis();
        RespSocket plain =
            new RespSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), respPort))) {
      jedis.sendCommand(() -> "QUIPU.ADD".getBytes(StandardCharsets.US_ASCII), "a");
      assertThat(jedis.get("a")).isEqualTo("1");
      assertThatThrownBy(() -> plain.ask("GET", "a")).isInstanceOf(IOException.class);
    }
  }

  @Test
  void doesNotStart_withACertificateThatCannotBeServed() throws Exception {
    TestAuthority.Leaf leaf = authority.sign("dns:localhost");
    Map<String, String> files = files(leaf.chain(), authority.sign("dns:localhost").key());
    String why = "the key is not that of the certificate";
    Map<String, String> variables = new HashMap<>(files);
    variables.put("QUIPU_HTTP_HOST", "127.0.0.1");
    try (SeparateQuipu refused = SeparateQuipu.start(variables)) {
      assertThat(refused.exitCode()).isEqualTo(2);
      assertThat(refused.output().lines()).hasSize(1);
      assertThat(refused.output()).contains("QUIPU_TLS_CERTIFICATE=", "QUIPU_TLS_KEY=", why);
    }
    Files.delete(Path.of(files.get("QUIPU_TLS_KEY")));
    InetSocketAddress nowhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    assertThatThrownBy(() -> RunningQuipu.start(1, nowhere, "none", files).close())
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessageContainingAll("QUIPU_TLS_CERTIFICATE=", "QUIPU_TLS_KEY=")
        .hasMessageContaining(files.get("QUIPU_TLS_KEY") + " cannot be read");
  }

  @Test
  void javaCountsAndFollows_whereItTrustsTheAuthority() {
    Deque<Long> told = new ConcurrentLinkedDeque<>();
    try (QuipuClient client = QuipuClient.to(options().sslContext(authority.trusting()));
        LiveCounts live = client.live(List.of("java"), count -> told.add(count.longValue()))) {
      client.add("java", 3).join();
      assertThat(client.get("java").join().longValue()).isEqualTo(3);
      await().until(() -> told.contains(3L));
    }
  }

  /** Nothing was sent, so nothing is in doubt. */
  @Test
  void javaRefusesAServiceThatItDoesNotTrust() {
    try (QuipuClient client = QuipuClient.to(options().giveUp(Duration.ofSeconds(1)))) {
      Throwable refused = catchThrowable(() -> client.add("untrusted").join());
      assertThat(refused).hasCauseInstanceOf(RefusedException.class);
      assertThat(refused).hasMessageContaining("The certificate of " + base + " is not trusted");
    }
  }

  @Test
  void commandsTrustTheAuthorityTheyAreTold() throws IOException {
    Map<String, String> variables =
        Map.of("QUIPU_URL", base.toString(), "QUIPU_CA_FILE", authorityFile.toString());
    Programs.Run add = Programs.run(CommandProcess.of(variables, "add", "shell", "--delta=4"), "");
    assertThat(add.exitCode()).as(add.errors()).isZero();
    assertThat(add.output() + add.errors()).isEmpty();
    String trusting = "--ca-file=" + authorityFile;
    assertThat(CommandRun.of(base, "get", "shell", trusting).out()).isEqualTo("4\n");
    assertThat(CommandRun.of(base, "watch", "shell", "--until=4", trusting).out())
        .endsWith(" shell 4\n");
    CommandRun load =
        CommandRun.of(base, "bench", "--seconds=1", "--warm-up=0", "--connections=2", trusting);
    assertThat(load.out()).as(load.err()).contains(": exact");
  }

  @Test
  void commandsSayWhichFileIsOfNoUse_andWhomTheyDoNotTrust() throws Exception {
    Path empty = Files.writeString(folder.resolve("empty.crt"), "");
    CommandRun useless = CommandRun.of(base, "get", "shell", "--ca-file=" + empty);
    assertThat(useless.exitCode()).isEqualTo(2);
    assertThat(useless.err()).contains("--ca-file=" + empty);
    CommandRun untrusting = CommandRun.of(base, "get", "shell");
    assertThat(untrusting.exitCode()).isEqualTo(1);
    assertThat(untrusting.err().lines()).hasSize(1);
    assertThat(untrusting.err()).contains(base.toString(), "--ca-file");
  }

  @Test
  void nodeCountsAndFollows_whereItTrustsTheAuthority() throws Exception {
    Path output = folder.resolve("node.txt");
    ProcessBuilder builder =
        new ProcessBuilder("node", "examples/count.mjs")
            .directory(TypeScriptClient.built().folder().toFile())
            .redirectErrorStream(true)
            .redirectOutput(Redirect.to(output.toFile()));
    builder.environment().put("QUIPU_ADDRESS", base.toString());
    builder.environment().put("NODE_EXTRA_CA_CERTS", authorityFile.toString());
    Process node = builder.start();
    try {
      assertThat(node.waitFor(TestPatience.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(Files.readString(output)).contains("live: back in black 5", "in doubt: 0");
    } finally {
      node.destroyForcibly();
    }
  }

  /** OpenSSL heeds the variable; a program may give the client a context instead. */
  @Test
  void pythonCountsAndFollows_whereItTrustsTheAuthority() {
    String script =
        """
        import sys
        from quipu_client import Quipu, RefusedError
        with Quipu(sys.argv[1], give_up=1) as client:
            try:
                client.add("python", 3)
                print(client.get("python").count, next(client.live(["python"])).count)
            except RefusedError:
                print("refused")
        """;
    Map<String, String> trusting = Map.of("SSL_CERT_FILE", authorityFile.toString());
    assertThat(PythonClient.run(trusting, "-c", script, base.toString()).output())
        .isEqualTo("3 3\n");
    assertThat(PythonClient.run(Map.of(), "-c", script, base.toString()).output())
        .isEqualTo("refused\n");
  }

  private static ClientOptions options() {
    return ClientOptions.at(base.toString());
  }
}
