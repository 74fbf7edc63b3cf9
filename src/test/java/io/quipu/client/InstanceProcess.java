package io.quipu.client;

import io.quipu.testing.dev.FreePort;
import io.quipu.testing.dev.ServiceProcess;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.TestPatience;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** An instance in a process of its own, which keeps its address when it is killed and started. */
final class InstanceProcess implements AutoCloseable {
  private final TestCassandra cassandra;
  private final String keyspace;
  private final int port = FreePort.on("127.0.0.1");
  private final Path output;
  private Process process;

  private InstanceProcess(TestCassandra cassandra, String keyspace) throws IOException {
    this.cassandra = cassandra;
    this.keyspace = keyspace;
    this.output = Files.createTempFile("quipu-instance", ".txt");
  }

  /** Starts one, which is not ready yet. */
  static InstanceProcess start(TestCassandra cassandra, String keyspace) throws IOException {
    InstanceProcess instance = new InstanceProcess(cassandra, keyspace);
    instance.start();
    return instance;
  }

  void start() throws IOException {
    process =
        ServiceProcess.ofThisBuild(
                Map.of(
                    "QUIPU_HTTP_HOST",
                    "127.0.0.1",
                    "QUIPU_HTTP_PORT",
                    Integer.toString(port),
                    "QUIPU_CASSANDRA_CONTACT_POINTS",
                    cassandra.contactPointText(),
                    "QUIPU_CASSANDRA_LOCAL_DC",
                    TestCassandra.LOCAL_DATACENTER,
                    "QUIPU_CASSANDRA_KEYSPACE",
                    keyspace,
                    "QUIPU_CASSANDRA_REPLICATION",
                    "1"))
            .redirectErrorStream(true)
            .redirectOutput(Redirect.to(output.toFile()))
            .start();
  }

  void awaitReady() {
    Awaitility.await("the ready line")
        .failFast("it has ended", () -> !process.isAlive())
        .until(() -> Files.readString(output).contains("Quipu is ready"));
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + port);
  }

  /** Ends it at once, as {@code kill -9} does. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    if (!process.waitFor(TestPatience.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("still running");
    }
  }

  @Override
  public void close() throws InterruptedException, IOException {
    kill();
    Files.delete(output);
  }
}
