package io.quipu.ops.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets that are files. */
class SecretFileTest {
  private static final String FILE = "QUIPU_CASSANDRA_PASSWORD_FILE";

  @TempDir private Path folder;
  private final Map<String, String> environment =
      TestEnvironment.of("QUIPU_CASSANDRA_USERNAME=quipu");

  @ParameterizedTest
  @ValueSource(strings = {" s3cret ", " s3cret \n", " s3cret \r\n"})
  void isReadAsItIs_butForTheEndOfItsLine(String content) throws IOException {
    environment.put(FILE, file(content));

    assertThat(password()).isEqualTo(" s3cret ");
  }

  @Test
  void onlyOneEndOfALineIsTakenAway() throws IOException {
    environment.put(FILE, file("s3cret\n\n"));

    assertThat(password()).isEqualTo("s3cret\n");
  }

  @ParameterizedTest
  @CsvSource({
    "QUIPU_CASSANDRA_PASSWORD",
    "QUIPU_CASSANDRA_TLS_TRUSTSTORE_PASSWORD",
    "QUIPU_CASSANDRA_TLS_KEYSTORE_PASSWORD"
  })
  void isRefused_whereTheVariableIsSetToo(String variable) throws IOException {
    environment.clear();
    environment.put(variable, "one");
    environment.put(variable + "_FILE", file("another"));

    assertRefused(variable + " and " + variable + "_FILE are both set");
  }

  /** Of a Secret that has both, all of it is mounted. */
  @Test
  void mayHaveTheNameOfTheAccountBesideIt() throws IOException {
    environment.put("QUIPU_CASSANDRA_USERNAME_FILE", file("quipu_rows\n"));
    assertRefused("QUIPU_CASSANDRA_USERNAME and QUIPU_CASSANDRA_USERNAME_FILE are both set");

    environment.remove("QUIPU_CASSANDRA_USERNAME");
    environment.put("QUIPU_CASSANDRA_PASSWORD", "s3cret");
    assertThat(Config.cassandra(environment).credentials())
        .isEqualTo(new CassandraConfig.Credentials("quipu_rows", "s3cret"));
  }

  @Test
  void passwordsOfStoresAreReadToo() throws IOException {
    environment.clear();
    environment.put("QUIPU_CASSANDRA_TLS_ENABLED", "true");
    environment.put("QUIPU_CASSANDRA_TLS_TRUSTSTORE", "/trust.p12");
    environment.put("QUIPU_CASSANDRA_TLS_TRUSTSTORE_PASSWORD_FILE", file("s3cret\n"));

    assertThat(Config.cassandra(environment).tls())
        .isEqualTo(
            new CassandraConfig.Tls(new CassandraConfig.Store("/trust.p12", "s3cret"), null, true));
  }

  @Test
  void thatIsMissingIsNamed() {
    environment.put(FILE, "/no/such/file");

    assertRefused(FILE + ": allowed is the path of a file");
  }

  @Test
  void thatIsAFolderIsNamed() {
    environment.put(FILE, folder.toString());

    assertRefused(FILE + ": allowed is");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n"})
  void thatIsEmptyIsNamed(String content) throws IOException {
    environment.put(FILE, file(content));

    assertRefused("this one is empty");
  }

  @Test
  void thatIsNoTextIsNamed_andNotShown() throws IOException {
    Path file = folder.resolve("bytes");
    Files.write(file, new byte[] {'s', '3', (byte) 0xff});
    environment.put(FILE, file.toString());

    assertRefused(FILE + ": allowed is");
  }

  /** The most usual mistake: a secret where its path is to be. It must not get into a log. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "QUIPU_CASSANDRA_PASSWORD_FILE",
        "QUIPU_CASSANDRA_TLS_TRUSTSTORE_PASSWORD_FILE",
        "QUIPU_CASSANDRA_TLS_KEYSTORE_PASSWORD_FILE",
        "QUIPU_BOOTSTRAP_KEY_FILE",
        "QUIPU_TLS_KEY"
      })
  void thatIsTheSecretItselfIsNotShown(String variable) {
    environment.clear();
    environment.put("QUIPU_AUTH", "keys");
    if (variable.equals("QUIPU_TLS_KEY")) {
      environment.put("QUIPU_TLS_CERTIFICATE", folder.toString());
    }
    for (String secret :
        List.of("-----BEGIN PRIVATE KEY-----AB3CDE", "qk_first_AB3CDE\0", "-----BEGIN\nAB3CDE\n")) {
      environment.put(variable, secret);
      assertThatThrownBy(() -> Config.from(environment))
          .isInstanceOf(InvalidConfiguration.class)
          .hasMessageStartingWith(variable + ": allowed is")
          .message()
          .doesNotContain("AB3CDE", "\n");
    }
  }

  private void assertRefused(String beginning) {
    assertThatThrownBy(() -> Config.cassandra(environment))
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessageContaining(beginning)
        .message()
        .doesNotContain("\n", "another");
  }

  private String password() {
    return Objects.requireNonNull(Config.cassandra(environment).credentials()).password();
  }

  private String file(String content) throws IOException {
    return Files.writeString(folder.resolve("secret"), content).toString();
  }
}
