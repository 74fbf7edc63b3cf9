package io.quipu.lab.bench.server;

import io.quipu.testing.dev.BuildDirectory;
import io.quipu.testing.dev.EndsWithParent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A server of a comparison in a process of its own, which ends with this JVM at the latest. */
public final class ServerProcess implements AutoCloseable {
  /**
   * How a program ends that knows nothing of its parent.
   *
   * @param signal that ends it
   * @param folder that is deleted with it; empty for none
   */
  record Ending(String signal, String folder) {
    static final Ending KILLED = new Ending("KILL", "");
  }

  private static final Duration START = Duration.ofSeconds(90);
  private static final long STOP_SECONDS = 10;

  private final String name;
  private final Process process;
  private final long pid;
  private final InetSocketAddress address;

  private ServerProcess(String name, Process process, long pid, InetSocketAddress address) {
    this.name = name;
    this.process = process;
    this.pid = pid;
    this.address = address;
  }

  /** Starts a process that ends when its standard input does, and waits until it listens. */
  static ServerProcess start(String name, ProcessBuilder builder, int port) throws IOException {
    Process process = builder.redirectErrorStream(true).redirectOutput(log(name).toFile()).start();
    return listening(new ServerProcess(name, process, process.pid(), loopback(port)));
  }

  /**
   * Starts a program that knows nothing of its parent: a shell stands by and ends it when its own
   * standard input ends.
   */
  static ServerProcess startNative(String name, int port, Ending ending, String... command)
      throws IOException {
    String script =
        "\"$@\" >&2 & echo $!; read -r end; kill -$SIGNAL $!; wait; rm -rf ${FOLDER:+\"$FOLDER\"}";
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", script, name);
    builder.command().addAll(List.of(command));
    builder.environment().put("SIGNAL", ending.signal);
    builder.environment().put("FOLDER", ending.folder);
    Process shell = builder.redirectError(log(name).toFile()).start();
    long pid = Long.parseLong(shell.inputReader().readLine());
    return listening(new ServerProcess(name, shell, pid, loopback(port)));
  }

  private static Path log(String name) throws IOException {
    Path log =
        BuildDirectory.resolve("bench/logs/" + name.replaceAll("[^A-Za-z0-9]+", "-") + ".log");
    Files.createDirectories(log.getParent());
    return log;
  }

  private static InetSocketAddress loopback(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  private static ServerProcess listening(ServerProcess server) {
    try {
      Awaitility.await(server.name)
          .atMost(START)
          .failFast(server.name + " has ended, see its log", () -> !server.process.isAlive())
          .until(server::accepts);
      return server;
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private boolean accepts() {
    try (Socket socket = new Socket()) {
      socket.connect(address, 1_000);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  public String name() {
    return name;
  }

  public InetSocketAddress address() {
    return address;
  }

  public long pid() {
    return pid;
  }

  /** Lets it shut down in order, so that nobody waits for a writer that is gone. */
  void stop() {
    EndsWithParent.tell(process);
    process.onExit().completeOnTimeout(process, STOP_SECONDS, TimeUnit.SECONDS).join();
    close();
  }

  @Override
  public void close() {
    try {
      // the end of its standard input ends it
      process.getOutputStream().close();
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
