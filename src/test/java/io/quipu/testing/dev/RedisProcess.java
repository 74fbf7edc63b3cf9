package io.quipu.testing.dev;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * A Redis in a process of its own, of the program that is installed, which ends with this JVM. What
 * it was told stays when it is killed and started again.
 */
public final class RedisProcess implements AutoCloseable {
  private static final String PROGRAM = "redis-server";

  private final int port = FreePort.on("127.0.0.1");
  private final List<String> command = new ArrayList<>();
  private Process process;

  private RedisProcess(Path folder, List<String> options) {
    command.addAll(
        List.of(
            PROGRAM,
            "--bind",
            "127.0.0.1",
            "--port",
            Integer.toString(port),
            "--dir",
            folder.toString(),
            "--save",
            "",
            "--appendonly",
            "yes",
            "--loglevel",
            "warning"));
    command.addAll(options);
  }

  public static boolean isInstalled() {
    return Stream.of(System.getenv("PATH").split(":", -1))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, PROGRAM)));
  }

  /**
   * Starts one, and waits until it serves.
   *
   * @param folder of its own
   * @param options as on its command line
   */
  public static RedisProcess start(Path folder, String... options) throws IOException {
    RedisProcess redis = new RedisProcess(folder, List.of(options));
    redis.start();
    return redis;
  }

  /** After it was killed. */
  public void start() throws IOException {
    // A shell stands by, and kills it when its own standard input ends, as it does with this JVM.
    ProcessBuilder builder =
        new ProcessBuilder(
            "sh", "-c", "\"$@\" >&2 & pid=$!; read -r end; kill -9 $pid; wait", PROGRAM);
    builder.command().addAll(command);
    process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    Awaitility.await(PROGRAM)
        .ignoreExceptions()
        .failFast("it has ended", () -> !process.isAlive())
        .until(this::serves);
  }

  private boolean serves() {
    try (Jedis client = client()) {
      return client.ping().equals("PONG");
    } catch (JedisDataException e) {
      return e.getMessage().startsWith("NOAUTH");
    }
  }

  public int port() {
    return port;
  }

  /** A client of it, of the caller's to close. */
  public Jedis client() {
    return new Jedis(InetAddress.getLoopbackAddress().getHostAddress(), port);
  }

  /** Ends it at once. */
  public void kill() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(TestPatience.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("still running");
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    kill();
  }
}
