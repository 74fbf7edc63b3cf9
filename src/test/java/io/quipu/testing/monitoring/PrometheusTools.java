package io.quipu.testing.monitoring;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quipu.testing.dev.Programs;
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

  static Programs.Run promtool(String... arguments) {
    return Programs.run(Stream.concat(Stream.of("promtool"), Stream.of(arguments)).toList());
  }
}
