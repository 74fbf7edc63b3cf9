package io.quipu.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Commands as a real shell reads them. */
class RepeatedCommandTest {
  @Test
  void aShellReadsTheSameWords_withTheRunAndTheLineOfThePresentImport() throws IOException {
    RepeatedCommand command =
        new RepeatedCommand(
            List.of(
                "import", "--run", "old", "it's $HOME.csv", "--from-line=2", "--separator=;", "-"));
    assertThat(words(command.of("a b", 7)))
        .containsExactly(
            "import", "it's $HOME.csv", "--separator=;", "-", "--run=a b", "--from-line=7");
    assertThat(words(command.of("new")))
        .containsExactly("import", "it's $HOME.csv", "--separator=;", "-", "--run=new");
  }

  private static List<String> words(String command) throws IOException {
    String printed = command.replaceFirst("^quipu ", "printf '%s\\\\n' ");
    Process shell = new ProcessBuilder("sh", "-c", printed).start();
    return new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
        .lines()
        .toList();
  }
}
