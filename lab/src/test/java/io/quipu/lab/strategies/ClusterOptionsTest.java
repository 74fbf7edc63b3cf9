package io.quipu.lab.strategies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.ops.config.CassandraConfig;
import io.quipu.ops.config.InvalidConfiguration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ClusterOptionsTest {
  /** The environment may be that of the service, with files. */
  @Test
  void anAccountThatIsGivenStandsAboveThatOfTheEnvironment() {
    ClusterOptions options = new ClusterOptions();
    CommandLine.populateCommand(options, "--username=me", "--password=mine");

    CassandraConfig config =
        options
            .config(
                Map.of(
                    "QUIPU_CASSANDRA_USERNAME_FILE", "/no/such/username",
                    "QUIPU_CASSANDRA_PASSWORD_FILE", "/no/such/password"))
            .cassandra();

    assertThat(config.credentials()).isEqualTo(new CassandraConfig.Credentials("me", "mine"));
  }

  /** There is no option of that name. */
  @Test
  void aFileThatTheEnvironmentNamesIsAVariableInTheError() {
    Map<String, String> environment =
        Map.of(
            "QUIPU_CASSANDRA_USERNAME", "me",
            "QUIPU_CASSANDRA_PASSWORD_FILE", "/no/such/password");

    assertThatThrownBy(() -> new ClusterOptions().config(environment))
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessageStartingWith("QUIPU_CASSANDRA_PASSWORD_FILE: ");
  }
}
