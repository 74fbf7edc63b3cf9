package io.quipu.testing.dev;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Programs of this machine. */
public final class Programs {
  private Programs() {}

  /** The end of a program, and what it printed. */
  public record Run(int exitCode, String output, String errors) {}

  /** Looks for a program on the {@code PATH}. */
  public static boolean isInstalled(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  /** Runs a program that reads nothing. */
  public static Run run(List<String> command) {
    return run(new ProcessBuilder(command), "");
  }

  /** Runs a program until it ends. */
  public static Run run(ProcessBuilder builder, String input) {
    try {
      Path errors = Files.createTempFile("program", ".err");
      try {
        Process process = builder.redirectError(errors.toFile()).start();
        try (OutputStream given = process.getOutputStream()) {
          given.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), output, Files.readString(errors));
      } finally {
        Files.delete(errors);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
