package io.quipu.lab.cluster;

import io.quipu.testing.dev.FreePort;
import io.quipu.testing.dev.Suspension;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionTimeoutException;

/**
 * One instance of the service in a process of its own, with a proxy in front. It has the same
 * address after a restart. For one thread, except for the addresses.
 */
final class Instance implements Closeable {
  private static final long STOP_SECONDS = 40;

  private final int number;
  private final Map<String, String> variables;
  private final InetSocketAddress address;
  private final FaultyProxy proxy;
  private int starts;
  private InstanceLog log;
  private Process process;
  private Suspension suspension = Suspension.NONE;

  /** Starts an instance, which connects while this returns; see {@link #isReady}. */
  Instance(int number, Map<String, String> variables, WallClock clock) throws IOException {
    this.number = number;
    this.variables = variables;
    this.address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePort.on("127.0.0.1"));
    this.proxy =
        new FaultyProxy(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), address);
    this.process = launch(clock);
  }

  private Process launch(WallClock clock) throws IOException {
    starts++;
    log = InstanceLog.of(number, starts);
    ProcessBuilder builder =
        clock.command().redirectErrorStream(true).redirectOutput(log.file().toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("QUIPU_"));
    builder.environment().putAll(variables);
    builder.environment().put("QUIPU_HTTP_HOST", "127.0.0.1");
    builder.environment().put("QUIPU_HTTP_PORT", Integer.toString(address.getPort()));
    return builder.start();
  }

  /** The way that clients take, through the proxy. */
  Http proxied() {
    return Http.at(proxy.address());
  }

  Http direct() {
    return Http.at(address);
  }

  FaultyProxy proxy() {
    return proxy;
  }

  void start(WallClock clock) {
    try {
      process = launch(clock);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until it is ready; one that gave up connecting is started again, as by Kubernetes. */
  void awaitReady(WallClock clock) {
    try {
      untilReady(clock);
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(notReady(), e);
    }
  }

  /** Its last line, and the stack of its main thread: the log of a build may be all one sees. */
  private String notReady() {
    String said = log.last();
    return "%s (started %d times, answers %s) is not ready: %s | %s"
        .formatted(this, starts, answer(), said, log.mainThread(process));
  }

  private String answer() {
    try {
      return direct().get("/readyz").text();
    } catch (RuntimeException e) {
      return "nothing";
    }
  }

  private void untilReady(WallClock clock) {
    Waits.until(
        this + " to be ready",
        () -> {
          if (!process.isAlive()) {
            start(clock);
          }
          return isReady();
        });
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  boolean isReady() {
    return direct().get("/readyz").status() == 200;
  }

  /** Ends it at once, as {@code kill -9} does. */
  void kill() {
    process.destroyForcibly();
    awaitExit();
    resume();
  }

  /** Asks it to end, as {@code kill} does, and answers the exit code. */
  int stop() {
    // not Process.destroy(), which closes the pipe too, and so halts the process at once
    process.toHandle().destroy();
    return awaitExit();
  }

  /** Waits for one that ends by itself, and answers the exit code. */
  int awaitEnd() {
    Waits.until(this + " to end", () -> !process.isAlive());
    return process.exitValue();
  }

  /** The last line that it printed. */
  String lastLine() {
    return log.last();
  }

  /** Freezes it, as {@code kill -STOP} does. */
  void pause() {
    suspension = Suspension.of(process);
  }

  void resume() {
    suspension.end();
    suspension = Suspension.NONE;
  }

  private int awaitExit() {
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError(this + " still runs after " + STOP_SECONDS + " s");
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String toString() {
    return "instance " + number;
  }

  @Override
  public void close() throws IOException {
    proxy.end();
    try (proxy) {
      kill();
    }
  }
}
