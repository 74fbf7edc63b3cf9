package io.quipu.testing.monitoring;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quipu.testing.dev.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** The programs of Debian's package prometheus. */
final class PrometheusTools {
  private PrometheusTools() {}

  /** Skips the test, with a line, where they are not installed. */
  static void assumeInstalled() {
    if (!areInstalled()) {
      System.out.println("Skipped: there is no prometheus here (Debian: apt install prometheus)");
    }
    assumeTrue(areInstalled(), "prometheus and promtool");
  }

  static boolean areInstalled() {
    return Stream.of("prometheus", "promtool").allMatch(Programs::isInstalled);
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
