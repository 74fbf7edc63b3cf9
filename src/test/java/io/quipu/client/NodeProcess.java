package io.quipu.client;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A program of Node, or of Python, that is run to its end. */
public final class NodeProcess {
  /** Words of npm when it is the network that is missing, and nothing of ours. */
  private static final Pattern NO_NETWORK =
      Pattern.compile(
          "ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|E50[234]"
              + "|ERR_SOCKET_TIMEOUT");

  private static final long MOST_MINUTES = 10;

  private NodeProcess() {}

  /** The end of a program, and all that it has printed, errors among it. */
  public record Outcome(String command, int exitCode, String output) {
    /** Tells whether npm has failed for want of a network, and nothing of ours. */
    public boolean lacksNetwork() {
      return exitCode != 0 && NO_NETWORK.matcher(output).find();
    }

    public Outcome requireSuccess() {
      if (exitCode != 0) {
        throw new AssertionError(command + " ended with " + exitCode + ":\n" + output);
      }
      return this;
    }
  }

  /** The first of these programs that is not on the PATH; empty if all are. */
  public static Optional<String> missing(String... programs) {
    String[] folders = System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1);
    return Arrays.stream(programs)
        .filter(
            program ->
                Arrays.stream(folders).noneMatch(at -> Files.isExecutable(Path.of(at, program))))
        .findFirst();
  }

  public static Outcome run(Path folder, Map<String, String> environment, String... command) {
    return run(folder, environment, "", command);
  }

  /**
   * @param input what it reads
   */
  public static Outcome run(
      Path folder, Map<String, String> environment, String input, String[] command) {
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
      builder.environment().putAll(environment);
      Process process = builder.start();
      try (OutputStream in = process.getOutputStream()) {
        in.write(input.getBytes(StandardCharsets.UTF_8));
      }
      Thread watch = new Thread(() -> endIfStuck(process), "node-process");
      watch.setDaemon(true);
      watch.start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Outcome(String.join(" ", List.of(command)), process.waitFor(), output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static void endIfStuck(Process process) {
    try {
      if (!process.waitFor(MOST_MINUTES, TimeUnit.MINUTES)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
