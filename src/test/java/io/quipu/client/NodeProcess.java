package io.quipu.client;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A program of Node that is run to its end. */
final class NodeProcess {
  private static final long MOST_MINUTES = 5;

  private NodeProcess() {}

  /** What it has printed, errors among it, and how it has ended. */
  record Outcome(String command, int exitCode, String output) {
    Outcome requireSuccess() {
      if (exitCode != 0) {
        throw new AssertionError(command + " ended with " + exitCode + ":\n" + output);
      }
      return this;
    }
  }

  static Outcome run(Path folder, Map<String, String> environment, String... command) {
    return run(folder, environment, "", command);
  }

  /**
   * @param input what it reads
   */
  static Outcome run(Path folder, Map<String, String> environment, String input, String[] command) {
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
