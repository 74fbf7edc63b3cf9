package io.quipu.testing.rollout;

import io.quipu.testing.dev.FreePort;
import io.quipu.testing.dev.ServiceProcess;
import io.quipu.testing.dev.TestPatience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** An instance of the version that a jar holds, which ends with this JVM. */
final class JarProcess implements AutoCloseable {
  private final Process process;
  private final InetSocketAddress address;
  private final Path output;

  private JarProcess(Process process, InetSocketAddress address, Path output) {
    this.process = process;
    this.address = address;
    this.output = output;
  }

  /** Starts it, and waits until it says that it is ready. */
  static JarProcess start(Path jar, Map<String, String> variables) {
    try {
      int port = FreePort.on("127.0.0.1");
      Path output = Files.createTempFile("quipu-jar", ".txt");
      ProcessBuilder builder =
          ServiceProcess.command("io.quipu.Main", List.of(jar.toString()))
              .redirectErrorStream(true)
              .redirectOutput(Redirect.to(output.toFile()));
      builder.environment().keySet().removeIf(name -> name.startsWith("QUIPU_"));
      builder.environment().putAll(variables);
      builder.environment().put("QUIPU_HTTP_HOST", "127.0.0.1");
      builder.environment().put("QUIPU_HTTP_PORT", Integer.toString(port));
      JarProcess started =
          new JarProcess(
              builder.start(),
              new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
              output);
      Awaitility.await("the ready line of " + jar)
          .failFast("it has ended", () -> !started.process.isAlive())
          .until(() -> started.output().contains("Quipu is ready"));
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  InetSocketAddress address() {
    return address;
  }

  /** All that it has printed. */
  String output() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks it to end, as {@code kill} does, and answers its exit code. */
  int terminate() {
    // not Process.destroy(), which closes the pipe too, and so halts the process at once
    process.toHandle().destroy();
    try {
      if (!process.waitFor(TestPatience.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("still running: " + output());
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
