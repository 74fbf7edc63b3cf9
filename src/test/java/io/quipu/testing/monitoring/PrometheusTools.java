package io.quipu.testing.monitoring;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The programs of Debian's package prometheus. */
final class PrometheusTools {
  private PrometheusTools() {}

  /** Skips the test, with a line, where they are not installed. */
  static void assumeInstalled() {
    boolean installed = Stream.of("prometheus", "promtool").allMatch(PrometheusTools::isInstalled);
    if (!installed) {
      System.out.println("Skipped: there is no prometheus here (Debian: apt install prometheus)");
    }
    assumeTrue(installed, "prometheus and promtool");
  }

  private static boolean isInstalled(String program) {
    return Stream.of(System.getenv("PATH").split(":", -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  /** What promtool printed, and whether it was content. */
  record Outcome(int exitCode, String output) {}

  static Outcome promtool(String... arguments) {
    String[] command =
        Stream.concat(Stream.of("promtool"), Stream.of(arguments)).toArray(String[]::new);
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Outcome(process.waitFor(), output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
