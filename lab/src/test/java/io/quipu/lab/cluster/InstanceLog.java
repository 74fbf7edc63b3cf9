package io.quipu.lab.cluster;

import io.quipu.testing.dev.BuildDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** The output of one start of an instance. */
record InstanceLog(Path file) {
  private static final int FRAMES = 25;

  static InstanceLog of(int instance, int start) throws IOException {
    Path file = BuildDirectory.resolve("cluster/instance-" + instance + "-" + start + ".log");
    Files.createDirectories(file.getParent());
    return new InstanceLog(file);
  }

  /** The last line, or nothing. */
  String last() {
    List<String> lines = lines();
    return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
  }

  /** The stack of the main thread in one line, as the process prints it into this log. */
  String mainThread(Process process) {
    try {
      new ProcessBuilder("kill", "-QUIT", Long.toString(process.pid())).start().waitFor();
      Waits.lasting(Duration.ofSeconds(2));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return lines().stream()
        .dropWhile(line -> !line.startsWith("\"main\""))
        .takeWhile(line -> !line.isBlank())
        .limit(FRAMES)
        .map(String::strip)
        .collect(Collectors.joining(" "));
  }

  private List<String> lines() {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
