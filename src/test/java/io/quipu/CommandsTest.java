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
          strategies --frobnicate               | --frobnicate
          strategies more                       | more
          strategies --seconds=x                | --seconds
          strategies --seconds=0                | --seconds=0
          strategies --clients=1001             | --clients=1001
          strategies --counters=0               | --counters=0
          strategies --increments=9             | --increments=9
          strategies --percent=51               | --percent=51
          strategies --events=10,0              | --events=0
          strategies --events=10,many           | --events
          strategies --only=count-star,guessing | --only=guessing
          strategies --html=/                   | --html=/
          strategies --html=/none/such/page     | --html=/none/such/page
          strategies --html                     | --html
          strategies --contact-points=:1:       | --contact-points=:1:
          strategies --local-dc=a'b             | --local-dc
          strategies --replication=0            | --replication=0
          strategies --username=me              | --password
          strategies --password-file=/none      | --password-file=/none
          strategies --keep=perhaps             | --keep
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
  void aClusterThatIsNotThereIsOneLineThatNamesTheOption() {
    CommandInJvm run = run("strategies", "--contact-points=quipu.invalid:9042");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains("--contact-points", "quipu.invalid:9042");
  }

  @Test
  void anUnknownCommandIsToldWhereTheKnownOnesAre() {
    assertThat(run("shcema").err()).endsWith("; see java -jar quipu.jar --help\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"serve", "schema", "doctor", "strategies"})
  void everyCommandHasHelp(String command) {
    assertThat(printed(command, "--help")).contains("Usage: java -jar quipu.jar " + command);
  }

  @Test
  void helpNamesEveryWayToCount() {
    assertThat(printed("strategies", "--help"))
        .contains("--contact-points", "count-star", "quipu-unique", "--html");
    assertThat(printed("--help"))
        .contains("Without a command, and with serve: the service", "strategies", "cli/bin/quipu");
  }

  @Test
  void theVersionIsTold() {
    assertThat(printed("--version")).startsWith("quipu ");
    assertThat(printed("strategies", "--version").lines()).hasSize(1);
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
