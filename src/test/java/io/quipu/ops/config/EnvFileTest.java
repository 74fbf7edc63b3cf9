package io.quipu.ops.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvFileTest {
  @TempDir Path folder;

  @Test
  void valuesComeFromTheFile_unlessTheEnvironmentHasThem() throws IOException {
    Path file =
        write(
            """
            # Quipu
            QUIPU_HTTP_HOST=127.0.0.1
            export QUIPU_HTTP_PORT = 9000

            QUIPU_CASSANDRA_KEYSPACE="counts"
            QUIPU_CASSANDRA_LOCAL_DC='dc2'
            QUIPU_CASSANDRA_USERNAME=me
            QUIPU_CASSANDRA_PASSWORD=a=b "c" #d
            QUIPU_TYPO=1
            OTHER=2
            """);

    Config config =
        TestEnvironment.config(
            "QUIPU_CONFIG_FILE=" + file.toString(), "QUIPU_CASSANDRA_LOCAL_DC=dc3");

    assertThat(config.http().port()).isEqualTo(9000);
    assertThat(config.cassandra().keyspace()).isEqualTo("counts");
    assertThat(config.cassandra().localDatacenter()).isEqualTo("dc3");
    assertThat(config.cassandra().credentials())
        .isEqualTo(new CassandraConfig.Credentials("me", "a=b \"c\" #d"));
    assertThat(config.warnings())
        .containsExactly("QUIPU_TYPO is ignored: there is no such variable");
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    String missing = folder.resolve("missing.env").toString();

    assertThatThrownBy(() -> TestEnvironment.config("QUIPU_CONFIG_FILE=" + missing))
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessageStartingWith("QUIPU_CONFIG_FILE=" + missing + ": ");
  }

  @Test
  void aLineThatIsNoneIsNamedByItsNumber_notShown() throws IOException {
    Path file = write("QUIPU_DEV=true\ns3cret\n");

    assertThatThrownBy(() -> TestEnvironment.config("QUIPU_CONFIG_FILE=" + file.toString()))
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessageContaining("line 2")
        .message()
        .doesNotContain("s3cret");
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("quipu.env"), text, StandardCharsets.UTF_8);
  }
}
