package io.quipu.testing.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Uuid;

/**
 * A real broker of Kafka (KRaft: its own controller) in a process of its own, on free ports of
 * loopback, which ends with this JVM at the latest. Its methods block.
 */
public final class KafkaProcess implements AutoCloseable {
  private static final String ADDRESS = "127.0.0.1";
  private static final Duration LOOK = Duration.ofMillis(100);

  private final Path directory;
  private final String address;
  private final String more;
  private final int port;
  private final int securePort;
  private Process process;

  /**
   * @param more lines of properties of the second listener; empty without
   */
  private KafkaProcess(Path directory, String address, String more) throws IOException {
    this.directory = directory;
    this.address = address;
    this.more = more;
    this.port = FreePort.on(address);
    this.securePort = FreePort.on(address);
    Files.writeString(properties(), configuration());
    int formatted =
        exit(
            java(
                "kafka.tools.StorageTool",
                "format",
                "-t",
                Uuid.randomUuid().toString(),
                "-c",
                properties().toString()));
    assertThat(formatted).as("formatting; see %s", log()).isZero();
    process = broker();
  }

  /** Starts one with no topics, and waits until it answers. */
  public static KafkaProcess start() {
    return start(ADDRESS, "");
  }

  /** Starts one at another address of this machine than that of loopback. */
  public static KafkaProcess startAt(String address) {
    return start(address, "");
  }

  /**
   * Starts one that has a second listener, for those who speak TLS and show a password.
   *
   * @param certificate of the listener
   * @param user known by the mechanisms PLAIN and SCRAM-SHA-512
   */
  public static KafkaProcess startSecured(
      TestAuthority.Leaf certificate, String user, String password) {
    KafkaProcess started =
        start(
            ADDRESS,
            """
            listener.name.secure.ssl.keystore.type=PKCS12
            listener.name.secure.ssl.keystore.location=%1$s
            listener.name.secure.ssl.keystore.password=%2$s
            listener.name.secure.ssl.key.password=%2$s
            listener.name.secure.sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-512
            listener.name.secure.plain.sasl.jaas.config=%3$s.plain.PlainLoginModule required \\
              user_%4$s="%5$s";
            listener.name.secure.scram-sha-512.sasl.jaas.config=%3$s.scram.ScramLoginModule \\
              required;
            """
                .formatted(
                    certificate.store(),
                    TestAuthority.PASSWORD,
                    "org.apache.kafka.common.security",
                    user,
                    password));
    try (Admin admin = started.admin()) {
      admin
          .alterUserScramCredentials(
              List.of(
                  new UserScramCredentialUpsertion(
                      user,
                      new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4_096),
                      password)))
          .all()
          .get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    return started;
  }

  private static KafkaProcess start(String address, String more) {
    try {
      Path parent = Files.createDirectories(BuildDirectory.resolve("kafka"));
      KafkaProcess started =
          new KafkaProcess(Files.createTempDirectory(parent, "broker"), address, more);
      started.awaitAnswer();
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@code host:port}; the same after a restart. */
  public String bootstrapServers() {
    return address + ":" + port;
  }

  /** The port of the second listener, on loopback. */
  public int securePort() {
    return securePort;
  }

  /** A client that administers it, to be closed by the caller. */
  public Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", bootstrapServers()));
  }

  /** Ends the broker at once, as {@code kill -9} does. */
  public void kill() {
    process.destroyForcibly();
    exit(process);
  }

  /** Starts the broker again on what it has, and waits until it answers. */
  public void restart() {
    kill();
    try {
      process = broker();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    awaitAnswer();
  }

  @Override
  public void close() {
    kill();
    try (var files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process broker() throws IOException {
    return java("kafka.Kafka", properties().toString());
  }

  private void awaitAnswer() {
    try (Admin admin = admin()) {
      await("an answer of Kafka; see " + log())
          .pollInterval(LOOK)
          .failFast("Kafka ended, see " + log(), () -> !process.isAlive())
          .until(() -> answers(admin));
    }
  }

  private static boolean answers(Admin admin) throws InterruptedException {
    try {
      return !admin.describeCluster().nodes().get(1, TimeUnit.SECONDS).isEmpty();
    } catch (ExecutionException | TimeoutException | KafkaException e) {
      return false;
    }
  }

  private Path properties() {
    return directory.resolve("server.properties");
  }

  private Path log() {
    return directory.resolve("console.log");
  }

  private String configuration() {
    int controller = FreePort.on(address);
    String secure = more.isEmpty() ? "" : "SECURE://%s:%d,".formatted(address, securePort);
    return """
    process.roles=broker,controller
    node.id=1
    controller.quorum.voters=1@%1$s:%2$d
    controller.listener.names=CONTROLLER
    listeners=%3$sPLAINTEXT://%1$s:%4$d,CONTROLLER://%1$s:%2$d
    listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURE:SASL_SSL
    log.dirs=%5$s
    offsets.topic.replication.factor=1
    offsets.topic.num.partitions=4
    transaction.state.log.replication.factor=1
    transaction.state.log.min.isr=1
    group.initial.rebalance.delay.ms=0
    group.min.session.timeout.ms=1000
    auto.create.topics.enable=false
    """
            .formatted(address, controller, secure, port, directory.resolve("data"))
        + more;
  }

  /** Starts a JVM on the class path of the tests, which has the broker in it. */
  private Process java(String main, String... arguments) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx384m",
            ServiceProcess.COMPILES_QUICKLY,
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            EndsWithParent.class.getName(),
            main);
    builder.command().addAll(List.of(arguments));
    return builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
        .start();
  }

  private static int exit(Process process) {
    try {
      assertThat(process.waitFor(TestPatience.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
