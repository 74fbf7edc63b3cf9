package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.TestPatience;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The lines that the README has for each kind do what they say, as they stand. */
@EndToEnd
class KindsInReadmeIT {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\|.*\\| `(curl .*)` \\|$");
  private static final String SERVICE = "http://localhost:8080";

  @Test
  void everyLineRecords(TestCassandra cassandra) throws Exception {
    List<MatchResult> rows = ROW.matcher(Files.readString(Path.of("README.md"))).results().toList();
    assertThat(rows).hasSize(8);
    try (RunningQuipu quipu = RunningQuipu.start(1, cassandra, Map.of())) {
      String service = quipu.uri(0).toString();
      for (MatchResult row : rows) {
        String answer = run(row.group(2).replace(SERVICE, service).replace("curl ", "curl -sS "));
        assertThat(answer).as(row.group(1)).contains("\"status\":\"recorded\"");
      }
    }
  }

  private static String run(String line) throws IOException, InterruptedException {
    Process shell = new ProcessBuilder("sh", "-c", line).redirectErrorStream(true).start();
    try {
      String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(shell.waitFor(TestPatience.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      return output;
    } finally {
      shell.destroyForcibly();
    }
  }
}
