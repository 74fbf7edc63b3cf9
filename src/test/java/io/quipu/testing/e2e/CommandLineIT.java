package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a process that is started without arguments has of the command line: nothing. */
class CommandLineIT {
  @Test
  void theServiceLoadsNothingOfTheCommandLine() {
    Map<String, String> misconfigured =
        Map.of("QUIPU_HTTP_PORT", "x", "JDK_JAVA_OPTIONS", "-Xlog:class+load");
    try (SeparateQuipu quipu = SeparateQuipu.start(misconfigured)) {
      assertThat(quipu.exitCode()).isEqualTo(2);
      assertThat(quipu.output())
          .contains("io.quipu.Main", "QUIPU_HTTP_PORT=x")
          .doesNotContain("picocli", "io.quipu.Commands", "io.quipu.tools.strategies");
    }
  }
}
