package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.quipu.client.ClientOptions;
import io.quipu.client.LiveCounts;
import io.quipu.client.QuipuClient;
import io.quipu.client.RefusedException;
import io.quipu.client.TypeScriptClient;
import io.quipu.testing.dev.TestAuthority;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.TestPatience;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The clients and the command line with a service whose certificate nobody else trusts. */
@EndToEnd
class ClientsOverTlsIT {
  @TempDir private static Path folder;
  private static TestAuthority authority;
  private static Path authorityFile;
  private static SeparateQuipu quipu;
  private static URI base;

  @BeforeAll
  static void start(TestCassandra cassandra) throws Exception {
    authority = new TestAuthority(folder);
    authorityFile = Files.writeString(folder.resolve("ca.crt"), authority.certificate());
    TestAuthority.Leaf leaf = authority.sign("dns:localhost");
    Map<String, String> environment =
        RunningQuipu.environment(cassandra.contactPoint(), cassandra.freshKeyspace());
    environment.put(
        "QUIPU_TLS_CERTIFICATE",
        Files.writeString(folder.resolve("tls.crt"), leaf.chain()).toString());
    environment.put(
        "QUIPU_TLS_KEY", Files.writeString(folder.resolve("tls.key"), leaf.key()).toString());
    quipu = SeparateQuipu.start(environment);
    base = quipu.awaitReadyUri();
    assertThat(base.getScheme()).isEqualTo("https");
  }

  @AfterAll
  static void stop() {
    quipu.close();
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
      assertThat(refused).hasMessageContaining("certificate of the service is not trusted");
    }
  }

  @Test
  void commandsTrustTheAuthorityTheyAreTold() {
    assertThat(run("add", "shell", "--delta=4")).isEmpty();
    assertThat(run("get", "shell")).isEqualTo("4\n");
    assertThat(run("watch", "shell", "--until=4")).endsWith(" shell 4\n");
    assertThat(run("bench", "--seconds=1", "--warm-up=0", "--connections=2")).contains(": exact");
  }

  @Test
  void commandsSayWhichFileIsOfNoUse_andWhomTheyDoNotTrust() throws Exception {
    Path empty = Files.writeString(folder.resolve("empty.crt"), "");
    try (SeparateQuipu command = command("get", "shell", "--ca-file=" + empty)) {
      assertThat(command.exitCode()).isEqualTo(2);
      assertThat(command.output()).contains("--ca-file=" + empty);
    }
    try (SeparateQuipu command = command("get", "shell")) {
      assertThat(command.exitCode()).isEqualTo(1);
      assertThat(command.output().lines()).hasSize(1);
      assertThat(command.output()).contains(base.toString(), "--ca-file");
    }
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

  private static ClientOptions options() {
    return ClientOptions.at(base.toString());
  }

  /** What a command prints that succeeds. */
  private static String run(String... arguments) {
    Map<String, String> variables =
        Map.of("QUIPU_URL", base.toString(), "QUIPU_CA_FILE", authorityFile.toString());
    try (SeparateQuipu command = SeparateQuipu.start(variables, List.of(arguments))) {
      assertThat(command.exitCode()).as(command.output()).isZero();
      return command.output();
    }
  }

  private static SeparateQuipu command(String... arguments) {
    return SeparateQuipu.start(Map.of("QUIPU_URL", base.toString()), List.of(arguments));
  }
}
