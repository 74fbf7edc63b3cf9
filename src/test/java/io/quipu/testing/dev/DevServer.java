package io.quipu.testing.dev;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The launcher of {@code mvn -Pdev}, in Maven's JVM: Cassandra and the service, each a process of
 * its own, until the service ends or somebody stops Maven.
 *
 * <p>Everything is stopped from a shutdown hook, so that it does not matter whether Ctrl-C, SIGTERM
 * or the end of the service brings the JVM down, nor whether the signal goes to all processes at
 * once: they stop when they are told, the service before Cassandra, which it needs to retire its
 * writer. After {@code kill -9} see {@link EndsWithParent}.
 */
public final class DevServer {
  static final String PORT_VARIABLE = "QUIPU_DEV_CASSANDRA_PORT";

  private static final int DEFAULT_PORT = 9042;

  // Maven replaces System.out and takes it away again while the shutdown hooks run
  private static final PrintStream OUT =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
  private static final PrintStream ERR =
      new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);

  private final AtomicBoolean stopping = new AtomicBoolean();
  private volatile CassandraProcess cassandra;
  private volatile ServiceProcess service;

  private DevServer() {}

  public static void main(String[] arguments) {
    DevServer server = new DevServer();
    Runtime.getRuntime().addShutdownHook(new Thread(server::stop, "dev-server-stop"));
    System.exit(server.run(System.getenv()));
  }

  /** Returns the exit code. */
  private int run(Map<String, String> environment) {
    try {
      int port = port(environment);
      cassandra =
          CassandraProcess.start(
              CassandraOptions.named("dev")
                  .at(new CassandraOptions.Node("127.0.0.1", port, 0))
                  .endingWhenTold()
                  .tellingProgress(DevServer::say));
      say("Starting Quipu");
      service = ServiceProcess.start(environment, cassandra.address());
      return awaitEnd();
    } catch (PortTakenException e) {
      complain(e.getMessage() + "; stop it, or set " + PORT_VARIABLE + " to another port");
    } catch (CassandraStartException | IllegalArgumentException e) {
      complain(e.getMessage());
    }
    return 1;
  }

  private static int port(Map<String, String> environment) {
    String value = environment.getOrDefault(PORT_VARIABLE, "").strip();
    if (value.isEmpty()) {
      return DEFAULT_PORT;
    }
    try {
      int port = Integer.parseInt(value);
      if (port >= 0 && port <= 65_535) {
        return port;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new IllegalArgumentException(
        PORT_VARIABLE + " is \"" + value + "\": it takes a port, or 0 for any free one");
  }

  /** Waits for the first of the two to end, which neither does unless something is wrong. */
  private int awaitEnd() {
    CompletableFuture<Integer> serviceEnd = service.onExit();
    CompletableFuture<Integer> cassandraEnd = cassandra.onExit();
    CompletableFuture.anyOf(serviceEnd, cassandraEnd).join();
    if (stopping.get()) {
      return 0;
    }
    if (!serviceEnd.isDone()) {
      complain(
          "Cassandra ended with exit code " + cassandraEnd.join() + "; see " + cassandra.log());
      return 1;
    }
    int code = serviceEnd.join();
    if (code != 0) {
      complain("Quipu ended with exit code " + code);
    }
    return code;
  }

  /** The service first: what it still has to write needs Cassandra. */
  private void stop() {
    stopping.set(true);
    if (service != null && service.isRunning()) {
      say("Stopping Quipu");
      service.stop();
    }
    if (cassandra != null) {
      say("Stopping Cassandra");
      cassandra.stop();
      cassandra.close();
    }
  }

  private static void say(String line) {
    OUT.println(line);
  }

  private static void complain(String line) {
    ERR.println("ERROR: " + line);
  }
}
