package io.quipu.lab.strategies;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.CommandInJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StrategiesCommandTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --frobnicate               | --frobnicate
          more                       | more
          --seconds=x                | --seconds
          --seconds=0                | --seconds=0
          --clients=1001             | --clients=1001
          --counters=0               | --counters=0
          --increments=9             | --increments=9
          --percent=51               | --percent=51
          --events=10,0              | --events=0
          --events=10,many           | --events
          --only=count-star,guessing | --only=guessing
          --html=/                   | --html=/
          --html=/none/such/page     | --html=/none/such/page
          --html                     | --html
          --contact-points=:1:       | --contact-points=:1:
          --local-dc=a'b             | --local-dc
          --replication=0            | --replication=0
          --username=me              | --password
          --password-file=/none      | --password-file=/none
          --keep=perhaps             | --keep
          """)
  void badArgumentsAreOneLineThatNamesThem(String argument, String named) {
    CommandInJvm run = run(argument);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains(named).doesNotContain("QUIPU_", "Exception");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void aClusterThatIsNotThereIsOneLineThatNamesTheOption() {
    CommandInJvm run = run("--contact-points=quipu.invalid:9042");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains("--contact-points", "quipu.invalid:9042");
  }

  @Test
  void helpNamesEveryWayToCount() {
    CommandInJvm run = run("--help");
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("--contact-points", "count-star", "quipu-unique", "--html");
  }

  private static CommandInJvm run(String... arguments) {
    return new CommandInJvm(Main::run, arguments);
  }
}
