package io.quipu;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.CommandInJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          frobnicate                            | frobnicate
          --port=1                              | --port
          serve --port=1                        | --port
          get a                                 | get
          """)
  void badArgumentsAreOneLineThatNamesThem(String line, String named) {
    CommandInJvm run = run(line.split(" ", -1));
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains(named).doesNotContain("QUIPU_", "Exception");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void anUnknownCommandIsToldWhereTheKnownOnesAre() {
    assertThat(run("shcema").err()).endsWith("; see java -jar quipu.jar --help\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"serve", "schema", "doctor"})
  void everyCommandHasHelp(String command) {
    assertThat(printed(command, "--help")).contains("Usage: java -jar quipu.jar " + command);
  }

  @Test
  void helpNamesTheCommandLine() {
    assertThat(printed("--help"))
        .contains("Without a command, and with serve: the service", "cli/bin/quipu");
  }

  @Test
  void theVersionIsTold() {
    assertThat(printed("--version")).startsWith("quipu ");
    assertThat(printed("schema", "--version").lines()).hasSize(1);
  }

  /** Runs a command that succeeds, and complains of nothing. */
  private static String printed(String... arguments) {
    CommandInJvm run = run(arguments);
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    return run.out();
  }

  private static CommandInJvm run(String... arguments) {
    return new CommandInJvm(Commands::run, arguments);
  }
}
