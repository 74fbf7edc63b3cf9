package io.quipu.ops.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CassandraConfigTest {
  private final Map<String, String> environment = TestEnvironment.of("QUIPU_HTTP_HOST=127.0.0.1");

  @Test
  void contactPointsAreHostsWithPorts() {
    environment.put(
        "QUIPU_CASSANDRA_CONTACT_POINTS", "a.example:9043, cassandra-0 ,10.0.0.1:1,[::1]:9042");

    assertThat(read().contactPoints())
        .containsExactly(
            new ContactPoint("a.example", 9043),
            new ContactPoint("cassandra-0", 9042),
            new ContactPoint("10.0.0.1", 1),
            new ContactPoint("::1", 9042));
    assertThat(read().contactPoints()).last().hasToString("[::1]:9042");
  }

  @Test
  void aNumberOfReplicasIsThatOfTheLocalDataCentre() {
    environment.put("QUIPU_CASSANDRA_LOCAL_DC", "eu-west");
    environment.put("QUIPU_CASSANDRA_REPLICATION", "3");

    assertThat(read().localDatacenter()).isEqualTo("eu-west");
    assertThat(read().replication()).isEqualTo(Map.of("eu-west", 3));
  }

  @Test
  void replicasAreGivenForEachDataCentre() {
    environment.put("QUIPU_CASSANDRA_REPLICATION", "dc1:3, dc2:2");

    assertThat(read().replication()).isEqualTo(Map.of("dc1", 3, "dc2", 2));
  }

  @Test
  void keyspaceAndConsistencyAreRead() {
    environment.put("QUIPU_CASSANDRA_KEYSPACE", "counts_2");
    environment.put("QUIPU_CASSANDRA_CONSISTENCY", "LOCAL_QUORUM");

    assertThat(read().keyspace()).isEqualTo("counts_2");
    assertThat(read().consistency()).isEqualTo(Consistency.LOCAL_QUORUM);
  }

  @Test
  void credentialsAreReadAsTheyAre_andNeverShown() {
    environment.put("QUIPU_CASSANDRA_USERNAME", "quipu");
    environment.put("QUIPU_CASSANDRA_PASSWORD", " s3cret ");

    assertThat(read().credentials())
        .isEqualTo(new CassandraConfig.Credentials("quipu", " s3cret "));
    assertThat(Config.from(environment).toString()).contains("quipu").doesNotContain("s3cret");
  }

  /** An attacker in between would have it, and all that it opens. */
  @Test
  void aPasswordIsNotSentInPlainText_unlessThatIsSaid() {
    environment.put("QUIPU_CASSANDRA_USERNAME", "quipu");
    environment.put("QUIPU_CASSANDRA_PASSWORD", "s3cret");
    for (String here : List.of("127.0.0.1:9042", "localhost:9042,127.0.2.1:9043", "[::1]:9042")) {
      environment.put("QUIPU_CASSANDRA_CONTACT_POINTS", here);
      assertThat(read().credentials()).isNotNull();
    }
    environment.put("QUIPU_CASSANDRA_CONTACT_POINTS", "127.0.0.1:9042,cassandra-0:9042");
    for (String dev : List.of("false", "true")) {
      environment.put("QUIPU_DEV", dev);
      assertThatThrownBy(this::read)
          .isInstanceOf(InvalidConfiguration.class)
          .hasMessageStartingWith("QUIPU_CASSANDRA_PASSWORD would be sent to cassandra-0:9042")
          .hasMessageContaining("QUIPU_CASSANDRA_TLS_ENABLED=true")
          .hasMessageContaining("QUIPU_CASSANDRA_PLAINTEXT_PASSWORD=true")
          .message()
          .doesNotContain("s3cret", "\n");
    }

    environment.put("QUIPU_CASSANDRA_TLS_ENABLED", "true");
    assertThat(read().tls()).isNotNull();
    environment.remove("QUIPU_CASSANDRA_TLS_ENABLED");
    environment.put("QUIPU_CASSANDRA_PLAINTEXT_PASSWORD", "true");
    assertThat(read().tls()).isNull();
  }

  @Test
  void aUsernameWithoutAPasswordIsNamed() {
    environment.put("QUIPU_CASSANDRA_USERNAME", "quipu");

    assertThatThrownBy(this::read)
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessageStartingWith("QUIPU_CASSANDRA_PASSWORD is not set");
  }

  @Test
  void aPasswordWithoutAUsernameIsNamed_notShown() {
    environment.put("QUIPU_CASSANDRA_PASSWORD", "s3cret");

    assertThatThrownBy(this::read)
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessageStartingWith("QUIPU_CASSANDRA_USERNAME is not set")
        .message()
        .doesNotContain("s3cret");
  }

  @Test
  void encryptionTrustsWhomTheJvmTrusts_unlessToldOtherwise() {
    environment.put("QUIPU_CASSANDRA_TLS_ENABLED", "true");
    assertThat(read().tls()).isEqualTo(new CassandraConfig.Tls(null, null, true));

    environment.put("QUIPU_CASSANDRA_TLS_TRUSTSTORE", "/etc/quipu/trust.p12");
    environment.put("QUIPU_CASSANDRA_TLS_TRUSTSTORE_PASSWORD", "t0psecret");
    environment.put("QUIPU_CASSANDRA_TLS_KEYSTORE", "/etc/quipu/key.p12");
    environment.put("QUIPU_CASSANDRA_TLS_HOSTNAME_VERIFICATION", "false");
    assertThat(read().tls())
        .isEqualTo(
            new CassandraConfig.Tls(
                new CassandraConfig.Store("/etc/quipu/trust.p12", "t0psecret"),
                new CassandraConfig.Store("/etc/quipu/key.p12", null),
                false));
    assertThat(Config.from(environment).toString()).doesNotContain("t0psecret");
  }

  @Test
  void aTruststoreWithoutEncryptionIsAMistake() {
    environment.put("QUIPU_CASSANDRA_TLS_TRUSTSTORE", "/etc/quipu/trust.p12");

    assertThatThrownBy(this::read)
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessageStartingWith("QUIPU_CASSANDRA_TLS_ENABLED is not true");
  }

  @Test
  void namesThatWouldBecomePartOfAStatementAreChecked() {
    assertThatIllegalArgumentException().isThrownBy(() -> with("a; DROP KEYSPACE b", Map.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> with("quipu", Map.of("dc'", 1)));
  }

  private CassandraConfig with(String keyspace, Map<String, Integer> replication) {
    CassandraConfig good = read();
    return new CassandraConfig(
        good.contactPoints(),
        good.localDatacenter(),
        keyspace,
        replication,
        good.layout(),
        good.consistency(),
        null,
        null,
        good.connectTimeout(),
        good.schema());
  }

  private CassandraConfig read() {
    return Config.from(environment).cassandra();
  }
}
