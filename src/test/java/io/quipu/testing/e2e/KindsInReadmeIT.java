package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The lines that the README has for each kind do what they say, as they stand. */
@EndToEnd
class KindsInReadmeIT {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\|.*\\| `(curl .*)` \\|$");

  @Test
  void everyLineRecords(SharedQuipu shared) throws Exception {
    List<MatchResult> rows = ROW.matcher(Files.readString(Path.of("README.md"))).results().toList();
    assertThat(rows).hasSize(12);
    String service = shared.open().uri(0).toString();
    for (MatchResult row : rows) {
      String line =
          row.group(2).replace("http://localhost:8080", service).replace("curl ", "curl -sS ");
      assertThat(Programs.run(List.of("sh", "-c", line)).output())
          .as(row.group(1))
          .contains("\"status\":\"recorded\"");
    }
    assertThat(shared.open().api(0).get("/v1/counters/visitors/home/total?from=-30d").text())
        .as("the windows of a line")
        .contains("\"estimate\":2,\"lower\":2,\"upper\":2,");
    assertThat(
            shared
                .open()
                .api(0)
                .get("/v1/counters/audience/home/total?from=-30d&by=country")
                .text())
        .as("the series of a line")
        .contains("\"labels\":{\"country\":\"CH\"},\"events\":1,\"estimate\":1,");
  }
}
