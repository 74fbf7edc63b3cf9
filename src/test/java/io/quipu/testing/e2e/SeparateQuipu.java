package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.BuildDirectory;
import io.quipu.testing.dev.ServiceProcess;
import io.quipu.testing.dev.TestPatience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An instance in a process of its own, as operators start it, which ends with this JVM. */
public final class SeparateQuipu implements AutoCloseable {
  private static final Pattern READY = Pattern.compile("Quipu is ready at (https?://\\S+)");

  private final Process process;
  private final Path output;

  private SeparateQuipu(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /** Starts a process with nothing but these variables of Quipu's; it may end at once. */
  static SeparateQuipu start(Map<String, String> variables) {
    return start(variables, List.of());
  }

  /** Starts a command of the command line. */
  static SeparateQuipu start(Map<String, String> variables, List<String> arguments) {
    return start(BuildDirectory.resolve("dev/classpath.txt"), variables, arguments);
  }

  /**
   * Starts the version that a class path has.
   *
   * @param classPath a jar, or a file with a line for each entry
   */
  public static SeparateQuipu start(
      Path classPath, Map<String, String> variables, List<String> arguments) {
    try {
      Path output = Files.createTempFile("quipu-instance", ".txt");
      ProcessBuilder builder =
          ServiceProcess.command(
                  "io.quipu.Main",
                  classPath.toString().endsWith(".jar")
                      ? List.of(classPath.toString())
                      : Files.readAllLines(classPath))
              .redirectErrorStream(true)
              .redirectOutput(Redirect.to(output.toFile()));
      builder.environment().keySet().removeIf(name -> name.startsWith("QUIPU_"));
      builder.environment().putAll(variables);
      builder.command().addAll(arguments);
      return new SeparateQuipu(builder.start(), output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for the ready line. */
  Api awaitReady() {
    return new Api(awaitReadyUri());
  }

  /** Waits for the ready line; what it names. */
  public URI awaitReadyUri() {
    return await("the ready line")
        .failFast(() -> assertThat(process.isAlive()).as(output()).isTrue())
        .until(this::readyUri, Optional::isPresent)
        .orElseThrow();
  }

  private Optional<URI> readyUri() {
    Matcher ready = READY.matcher(output());
    return ready.find() ? Optional.of(URI.create(ready.group(1))) : Optional.empty();
  }

  /** All that it has printed. */
  public String output() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks it to end, as {@code kill} does. */
  public void terminate() {
    // not Process.destroy(), which closes the pipe too, and so halts the process at once
    process.toHandle().destroy();
  }

  /** Ends it at once, as {@code kill -9} does. */
  void kill() {
    process.destroyForcibly();
    exitCode();
  }

  /** How it ended, waited for. */
  public int exitCode() {
    try {
      if (!process.waitFor(TestPatience.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("still running after " + TestPatience.LIMIT + ": " + output());
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
    try {
      exitCode();
      Files.delete(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
