package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.cassandra.driver.CassandraUnusable;
import io.quipu.testing.dev.CassandraOptions;
import io.quipu.testing.dev.CassandraProcess;
import io.quipu.testing.dev.TestAuthority;
import io.quipu.testing.dev.Thorough;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** A Cassandra that speaks TLS only, and asks for certificates; the authority is the test's own. */
@EndToEnd
@Thorough
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CassandraTlsIT {
  private static final String TLS = "QUIPU_CASSANDRA_TLS_";

  @TempDir private static Path folder;
  private static TestAuthority authority;
  private static TestAuthority.Leaf client;
  private static Path nodeStore;
  private static CassandraProcess cassandra;

  @BeforeAll
  static void start() throws Exception {
    authority = new TestAuthority(folder);
    client = authority.sign("dns:quipu");
    nodeStore = folder.resolve("node.p12");
    serve("dns:localhost,ip:127.0.0.1");
    cassandra =
        CassandraProcess.start(
            CassandraOptions.named("CassandraTlsIT")
                .fromEmpty()
                .compiledQuickly()
                .with(
                    Map.of(
                        "client_encryption_options",
                        ("{enabled: true, optional: false, keystore: %s, keystore_password: %s,"
                                + " require_client_auth: true, truststore: %s,"
                                + " truststore_password: %s, store_type: PKCS12}")
                            .formatted(
                                nodeStore,
                                TestAuthority.PASSWORD,
                                authority.truststore(),
                                TestAuthority.PASSWORD))));
  }

  @AfterAll
  static void stop() {
    cassandra.close();
  }

  private static void serve(String names) throws Exception {
    Files.copy(authority.sign(names).store(), nodeStore, StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  @Order(1)
  void isConnectedToAndCounts_withTheRightAuthorityAndACertificate() throws Exception {
    Map<String, String> variables = trusting();
    variables.put(
        TLS + "KEYSTORE_PASSWORD_FILE",
        Files.writeString(folder.resolve("password"), TestAuthority.PASSWORD + "\n").toString());
    variables.put(TLS + "KEYSTORE", client.store().toString());
    try (RunningQuipu quipu = start(variables)) {
      quipu.api(0).recordOne("default", "encrypted").expect(201);
      assertThat(quipu.api(0).settled("default", "encrypted").count()).isEqualTo(1);
    }
  }

  @Test
  @Order(2)
  void isRefused_whereItsAuthorityIsNotTrusted() throws Exception {
    TestAuthority other = new TestAuthority(Files.createDirectory(folder.resolve("other")));
    Map<String, String> variables = withCertificate();
    variables.put(TLS + "TRUSTSTORE", other.truststore().toString());

    // of the same name as the right one, so its signature is what does not fit
    assertRefused(variables, "Signature does not match");
  }

  @Test
  @Order(3)
  void refuses_withoutAClientCertificate() {
    assertRefused(trusting(), "certificate");
  }

  @Test
  @Order(4)
  void refusesAClientCertificateOfAnotherAuthority() throws Exception {
    TestAuthority other = new TestAuthority(Files.createDirectory(folder.resolve("stranger")));
    Map<String, String> variables = trusting();
    variables.put(TLS + "KEYSTORE", other.sign("dns:quipu").store().toString());
    variables.put(TLS + "KEYSTORE_PASSWORD", TestAuthority.PASSWORD);

    assertRefused(variables, "certificate");
  }

  @Test
  @Order(5)
  void doesNotTakeAnythingWithoutTls() {
    assertRefused(new HashMap<>(), "Could not connect to Cassandra");
  }

  @Test
  @Order(6)
  void isRefused_whereItsCertificateNamesAnotherHost_unlessTheNameIsNotLookedAt() throws Exception {
    serve("dns:another.example.org");
    cassandra.restart();

    assertRefused(withCertificate(), "No subject alternative DNS name matching localhost");
    Map<String, String> careless = withCertificate();
    careless.put(TLS + "HOSTNAME_VERIFICATION", "false");
    try (RunningQuipu quipu = start(careless)) {
      assertThat(quipu.api(0).count("default", "encrypted").count()).isEqualTo(1);
    }
  }

  private static Map<String, String> trusting() {
    Map<String, String> variables = new HashMap<>();
    variables.put(TLS + "ENABLED", "true");
    variables.put(TLS + "TRUSTSTORE", authority.truststore().toString());
    variables.put(TLS + "TRUSTSTORE_PASSWORD", TestAuthority.PASSWORD);
    return variables;
  }

  private static Map<String, String> withCertificate() {
    Map<String, String> variables = trusting();
    variables.put(TLS + "KEYSTORE", client.store().toString());
    variables.put(TLS + "KEYSTORE_PASSWORD", TestAuthority.PASSWORD);
    return variables;
  }

  private static void assertRefused(Map<String, String> variables, String why) {
    variables.put("QUIPU_CASSANDRA_CONNECT_TIMEOUT", "1s");
    assertThatThrownBy(() -> start(variables).close())
        .isInstanceOf(CassandraUnusable.class)
        .hasMessageContaining(why)
        .message()
        .doesNotContain("\n", TestAuthority.PASSWORD)
        .satisfies(line -> System.out.println("refused: " + line));
  }

  private static RunningQuipu start(Map<String, String> variables) {
    return RunningQuipu.start(1, cassandra.address(), "quipu", variables);
  }
}
