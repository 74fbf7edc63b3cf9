package io.quipu.testing.k8s;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.testing.dev.CassandraOptions;
import io.quipu.testing.dev.CassandraProcess;
import io.quipu.testing.dev.KafkaProcess;
import io.quipu.testing.dev.TestAuthority;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.issuer.TestIssuer;
import io.quipu.testing.e2e.KafkaTopics;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/**
 * What the components need, on this machine: a Cassandra with TLS, accounts and rights, a broker of
 * Kafka, an issuer of tokens, and the Secrets.
 */
final class ComponentStage implements AutoCloseable {
  static final String KEY = "qk_first_of_the_components_0123456789abcdef0123456789abcdef";
  private static final int CQL_PORT = 9042;

  private final Podman podman;
  private final PodNetwork network;
  private final Path folder;
  private final TestAuthority authority;
  private final SecretFolders secrets;
  private final CassandraProcess cassandra;
  private final CqlSession superuser;
  private final KafkaProcess kafka;
  private final KafkaTopics topics;
  private final TestIssuer issuer;
  private int started;

  ComponentStage(Podman podman, Path folder) {
    this.podman = podman;
    this.folder = folder;
    this.authority = new TestAuthority(folder);
    this.secrets = new SecretFolders(folder.resolve("secrets"));
    this.network = PodNetwork.create(podman);
    String machine = network.gateway();
    StringBuilder names = new StringBuilder("dns:cassandra,dns:issuer,dns:quipu,ip:" + machine);
    // Of the first pods, which have the addresses after that of this machine.
    String subnet = machine.substring(0, machine.lastIndexOf('.') + 1);
    IntStream.rangeClosed(2, 20).forEach(pod -> names.append(",ip:").append(subnet).append(pod));
    TestAuthority.Leaf server = authority.sign(names.toString());
    this.cassandra =
        CassandraProcess.start(
            CassandraOptions.named("podman")
                .fromEmpty()
                .compiledQuickly()
                .at(new CassandraOptions.Node(machine, CQL_PORT, 0))
                .with(
                    Map.of(
                        "authenticator", "PasswordAuthenticator",
                        "authorizer", "CassandraAuthorizer",
                        "client_encryption_options",
                            "{enabled: true, optional: false, keystore: %s, keystore_password: %s}"
                                .formatted(server.store(), TestAuthority.PASSWORD)))
                .withJvm(List.of("-Dcassandra.superuser_setup_delay_ms=0")));
    this.superuser =
        Awaitility.await("the first account of Cassandra")
            .ignoreExceptions()
            .until(this::connect, opened -> true);
    this.kafka = KafkaProcess.startAt(machine);
    this.topics = new KafkaTopics(kafka);
    this.issuer =
        new TestIssuer(
            new HttpServerOptions()
                .setSsl(true)
                .setKeyCertOptions(
                    new PemKeyCertOptions()
                        .addCertValue(Buffer.buffer(server.chain()))
                        .addKeyValue(Buffer.buffer(server.key()))),
            machine,
            "issuer");
    writeSecrets(server);
  }

  private CqlSession connect() {
    return CqlSession.builder()
        .addContactPoint(cassandra.address())
        .withLocalDatacenter(TestCassandra.LOCAL_DATACENTER)
        .withSslContext(authority.trusting())
        .withAuthCredentials("cassandra", "cassandra")
        .build();
  }

  private void writeSecrets(TestAuthority.Leaf server) {
    secrets.put("quipu-cassandra", account("quipu"));
    secrets.put("quipu-schema", account("quipu_schema"));
    secrets.put(
        "quipu-cassandra-tls",
        Map.of(
            "truststore.p12", bytes(authority.truststore()),
            "truststore-password", TestAuthority.PASSWORD.getBytes(UTF_8),
            // Of the issuer, for a setting of this test: one folder less.
            "ca.pem", authority.certificate().getBytes(UTF_8)));
    secrets.put(
        "quipu-tls",
        Map.of("tls.crt", server.chain().getBytes(UTF_8), "tls.key", server.key().getBytes(UTF_8)));
    secrets.put("quipu-bootstrap-key", Map.of("key", KEY.getBytes(UTF_8)));
    secrets.put("quipu-kafka", Map.of("consumer.properties", new byte[0]));
  }

  private static Map<String, byte[]> account(String name) {
    return Map.of("username", name.getBytes(UTF_8), "password", password(name).getBytes(UTF_8));
  }

  private static String password(String account) {
    return "the password of " + account;
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  TestAuthority authority() {
    return authority;
  }

  KafkaTopics topics() {
    return topics;
  }

  TestIssuer issuer() {
    return issuer;
  }

  /** Executes statements as the superuser of docs/deploy.md does. */
  void execute(String... statements) {
    for (String statement : statements) {
      superuser.execute(statement.formatted(password("quipu_schema"), password("quipu")));
    }
  }

  /** The pods of an overlay, with what it has to decide. */
  PodTemplate template(Kustomization overlay, Map<String, String> variables) {
    return new PodTemplate(
        overlay.rendered(), network.gateway(), variables, Optional.of(secrets.folder()));
  }

  /** Where pods find Cassandra and Kafka: in the place of the examples of an overlay. */
  Map<String, String> servers() {
    return Map.of(
        "QUIPU_CASSANDRA_CONTACT_POINTS",
        "cassandra:" + CQL_PORT,
        "QUIPU_CASSANDRA_LOCAL_DC",
        TestCassandra.LOCAL_DATACENTER,
        "QUIPU_CASSANDRA_REPLICATION",
        "1",
        "QUIPU_KAFKA_BOOTSTRAP_SERVERS",
        kafka.bootstrapServers());
  }

  /** Runs the Job to its end, and answers its exit code and what it said. */
  String runJob(PodTemplate template) {
    String name = nextName();
    try {
      Path file = Files.writeString(folder.resolve(name + ".yaml"), template.documentsOfJob(name));
      podman.run("kube", "play", "--network", network.name(), file.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String code = podman.run("wait", name + "-schema");
    return code
        + ": "
        + podman.command(List.of("sh", "-c", "podman logs " + name + "-schema 2>&1"));
  }

  /** Starts a pod of the Deployment, and waits until it is ready. */
  Replica start(PodTemplate template) {
    Replica replica = Replica.start(podman, template, network.name(), nextName());
    replica.awaitReady();
    return replica;
  }

  private String nextName() {
    return network.name() + "-" + ++started;
  }

  @Override
  public void close() {
    network.close();
    issuer.close();
    topics.close();
    kafka.close();
    superuser.close();
    cassandra.close();
  }
}
