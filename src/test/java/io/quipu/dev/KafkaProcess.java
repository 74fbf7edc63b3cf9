package io.quipu.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
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
  private final int port = FreePort.on(ADDRESS);
  private Process process;

  private KafkaProcess(Path directory) throws IOException {
    this.directory = directory;
    Files.writeString(properties(), configuration());
    int formatted =
        exit(
            java("kafka.tools.StorageTool")
                .arguments(
                    "format", "-t", Uuid.randomUuid().toString(), "-c", properties().toString())
                .start());
    assertThat(formatted).as("formatting; see %s", log()).isZero();
    process = broker();
  }

  /** Starts one with no topics, and waits until it answers. */
  public static KafkaProcess start() {
    try {
      Path parent = Files.createDirectories(BuildDirectory.resolve("kafka"));
      KafkaProcess started = new KafkaProcess(Files.createTempDirectory(parent, "broker"));
      started.awaitAnswer();
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@code host:port}; the same after a restart. */
  public String bootstrapServers() {
    return ADDRESS + ":" + port;
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
    return java("kafka.Kafka").arguments(properties().toString()).start();
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
    int controller = FreePort.on(ADDRESS);
    return Map.ofEntries(
            Map.entry("process.roles", "broker,controller"),
            Map.entry("node.id", "1"),
            Map.entry("controller.quorum.voters", "1@" + ADDRESS + ":" + controller),
            Map.entry("controller.listener.names", "CONTROLLER"),
            Map.entry(
                "listeners",
                "PLAINTEXT://%s:%d,CONTROLLER://%s:%d"
                    .formatted(ADDRESS, port, ADDRESS, controller)),
            Map.entry("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT"),
            Map.entry("log.dirs", directory.resolve("data").toString()),
            Map.entry("offsets.topic.replication.factor", "1"),
            Map.entry("offsets.topic.num.partitions", "4"),
            Map.entry("transaction.state.log.replication.factor", "1"),
            Map.entry("transaction.state.log.min.isr", "1"),
            Map.entry("group.initial.rebalance.delay.ms", "0"),
            Map.entry("group.min.session.timeout.ms", "1000"),
            Map.entry("auto.create.topics.enable", "false"))
        .entrySet()
        .stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private Command java(String main) {
    return new Command(main);
  }

  /** A JVM on the class path of the tests, which has the broker in it. */
  private final class Command {
    private final List<String> words = new ArrayList<>();

    private Command(String main) {
      words.addAll(
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-Xmx384m",
              ServiceProcess.COMPILES_QUICKLY,
              "-cp",
              System.getProperty("java.class.path"),
              EndsWithParent.class.getName(),
              main));
    }

    private Command arguments(String... some) {
      words.addAll(List.of(some));
      return this;
    }

    private Process start() throws IOException {
      return new ProcessBuilder(words)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
          .start();
    }
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
