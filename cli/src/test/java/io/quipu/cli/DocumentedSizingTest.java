package io.quipu.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class DocumentedSizingTest {
  private static final Pattern EXAMPLE =
      Pattern.compile("(?s)```sh\nquipu (sizing [^\n]*)\n```\n\n```\n(.*?)```");

  @Test
  void everyExamplePrintsWhatThePageShows() throws Exception {
    String page = Files.readString(Path.of("docs", "sizing.md"));
    List<MatchResult> examples = EXAMPLE.matcher(page).results().toList();
    assertThat(examples).hasSize(2);
    for (MatchResult example : examples) {
      CommandRun run = CommandRun.of(example.group(1).split(" ", -1));
      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.out()).isEqualTo(example.group(2));
    }
  }
}
