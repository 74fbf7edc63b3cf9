package io.quipu.testing.dev;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** One start of a Cassandra process: it ends with CQL that answers, or with no process at all. */
final class CassandraLaunch {
  private static final Duration PROBE_PERIOD = Duration.ofMillis(200);
  private static final Duration PROGRESS_PERIOD = Duration.ofSeconds(5);

  /** Until CQL answers, on a machine that others keep busy; a process that ends is seen at once. */
  private static final Duration START_TIMEOUT = Duration.ofMinutes(10);

  private static final int NEWEST_JAVA_TRIED = 25;

  private final CassandraOptions options;
  private final CassandraLayout layout;
  private final CassandraCommand command;
  private final long startedNanos = System.nanoTime();

  CassandraLaunch(CassandraOptions options, CassandraLayout layout) {
    this.options = options;
    this.layout = layout;
    this.command = CassandraCommand.fromBuild();
  }

  Process run() {
    CassandraOptions.Node node = options.node();
    requireFree(node.address(), node.nativePort());
    requireFree(node.address(), node.storagePort());
    tell("Starting Cassandra %s, usually within 20 s; log: %s", version(), layout.systemLog());
    Process process = begin();
    try {
      awaitCql(process);
      tell(
          "Cassandra %s answers at %s:%d after %.1f s",
          version(), node.address(), node.nativePort(), elapsed().toMillis() / 1000.0);
      return process;
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new CassandraStartException("Interrupted while Cassandra was starting", e);
    } catch (RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private static void requireFree(String address, int port) {
    if (!FreePort.isFree(address, port)) {
      throw new PortTakenException(address, port);
    }
  }

  private Process begin() {
    try {
      layout.prepare(options);
      return new ProcessBuilder(command.arguments(layout, options.jvm()))
          .directory(layout.directory().toFile())
          .redirectErrorStream(true)
          .redirectOutput(layout.console().toFile())
          .start();
    } catch (IOException e) {
      throw new CassandraStartException("Cannot start Cassandra: " + e, e);
    }
  }

  private void awaitCql(Process process) throws InterruptedException {
    CassandraOptions.Node node = options.node();
    InetSocketAddress address = new InetSocketAddress(node.address(), node.nativePort());
    Duration nextTold = PROGRESS_PERIOD;
    while (!isThere(address)) {
      if (process.waitFor(PROBE_PERIOD.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new CassandraStartException(
            "Cassandra ended while starting: " + reason() + unfamiliarJava() + seeLog());
      }
      if (elapsed().compareTo(START_TIMEOUT) > 0) {
        throw new CassandraStartException(
            "Cassandra did not answer within " + START_TIMEOUT.toSeconds() + " s" + seeLog());
      }
      if (elapsed().compareTo(nextTold) > 0) {
        tell("Starting Cassandra %s ... %d s", version(), nextTold.toSeconds());
        nextTold = nextTold.plus(PROGRESS_PERIOD);
      }
    }
  }

  /** A node that wants encryption is not asked anything; it listens when it is ready. */
  private boolean isThere(InetSocketAddress address) {
    return options.settings().containsKey("client_encryption_options")
        ? CqlProbe.listens(address)
        : CqlProbe.answers(address);
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - startedNanos);
  }

  /** The first error on the console, else the last thing said there. */
  private String reason() {
    try {
      List<String> lines =
          Files.readAllLines(layout.console()).stream().filter(line -> !line.isBlank()).toList();
      return lines.stream()
          .filter(line -> line.startsWith("ERROR") || line.startsWith("Error"))
          .findFirst()
          .orElseGet(() -> lines.isEmpty() ? "it said nothing" : lines.get(lines.size() - 1))
          .replaceFirst("^ERROR", "")
          .strip();
    } catch (IOException e) {
      return "its output cannot be read";
    }
  }

  private static String unfamiliarJava() {
    int java = Runtime.version().feature();
    return java <= NEWEST_JAVA_TRIED
        ? ""
        : " (Java " + java + " was never tried with it; use 17 to " + NEWEST_JAVA_TRIED + ")";
  }

  private String seeLog() {
    return "; see " + layout.logs();
  }

  private String version() {
    return command.version();
  }

  private void tell(String format, Object... arguments) {
    Consumer<String> progress = options.progress();
    progress.accept(String.format(Locale.ROOT, format, arguments));
  }
}
