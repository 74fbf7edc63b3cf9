package io.quipu.testing.e2e;

import static io.quipu.testing.e2e.KafkaStage.awaitCount;
import static io.quipu.testing.e2e.KafkaStage.awaitMeter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.quipu.testing.dev.KafkaProcess;
import io.quipu.testing.dev.TestAuthority;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** A real broker that speaks TLS and asks for a password, which the instance has in a file. */
@EndToEnd
@Thorough
class KafkaSecurityIT {
  private static final String REFUSED = "quipu_kafka_failures_total{reason=\"authentication\"}";
  private static final int SOME = 500;
  private static final String PASSWORD = "open, sesame";

  @TempDir private static Path folder;
  private static TestAuthority.Leaf certificate;
  private static KafkaProcess kafka;
  private static KafkaTopics topics;

  private static final Logger THREAD =
      (Logger) LoggerFactory.getLogger("io.quipu.edge.kafka.ConsumerThread");
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  @BeforeAll
  static void start() {
    certificate = new TestAuthority(create(folder.resolve("trusted"))).sign("ip:127.0.0.1");
    kafka = KafkaProcess.startSecured(certificate, "quipu", PASSWORD);
    topics = new KafkaTopics(kafka);
  }

  @AfterAll
  static void stop() {
    topics.close();
    kafka.close();
  }

  @BeforeEach
  void listen() {
    lines.start();
    THREAD.addAppender(lines);
  }

  @AfterEach
  void stopListening() {
    THREAD.detachAppender(lines);
  }

  private static Path create(Path directory) {
    try {
      return Files.createDirectories(directory);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @CsvSource({"PLAIN, plain.Plain", "SCRAM-SHA-512, scram.Scram"})
  void recordsAreCounted_withTheRightPassword(
      String mechanism, String module, TestCassandra cassandra) throws IOException {
    String topic = "right-" + mechanism;
    fill(topic);
    Path properties = properties(mechanism, module, PASSWORD, certificate);
    try (RunningQuipu quipu = quipu(topic, "127.0.0.1", properties, cassandra)) {
      Api api = quipu.api(0);
      api.createNamespace("shop", "{\"kind\": \"unique\"}");
      awaitCount(api, "shop", "all", SOME);
      await("the offsets").until(() -> topics.committed(topic, topic) == SOME);
      assertThat(api.meter(REFUSED)).isZero();
      assertThat(api.meter("quipu_kafka_connections")).isPositive();
    }
    assertThat(log()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"PLAIN, plain.Plain", "SCRAM-SHA-512, scram.Scram"})
  void nothingIsTakenAndThatIsTold_withAWrongPassword(
      String mechanism, String module, TestCassandra cassandra) throws IOException {
    String topic = "wrong-" + mechanism;
    fill(topic);
    Path properties = properties(mechanism, module, "open, barley", certificate);
    assertTurnedAway(topic, "127.0.0.1", properties, cassandra, "SaslAuthenticationException");
    assertThat(log()).doesNotContain("barley");
  }

  @Test
  void nothingIsTakenAndThatIsTold_fromABrokerWhoseCertificateIsNotTrusted(TestCassandra cassandra)
      throws IOException {
    fill("untrusted");
    TestAuthority.Leaf other =
        new TestAuthority(create(folder.resolve("other"))).sign("ip:127.0.0.1");
    Path properties = properties("SCRAM-SHA-512", "scram.Scram", PASSWORD, other);
    assertTurnedAway("untrusted", "127.0.0.1", properties, cassandra, "SslAuthenticationException");
  }

  @Test
  void nothingIsTakenAndThatIsTold_fromABrokerWithTheCertificateOfAnother(TestCassandra cassandra)
      throws IOException {
    fill("misnamed");
    Path properties = properties("SCRAM-SHA-512", "scram.Scram", PASSWORD, certificate);
    assertTurnedAway("misnamed", "localhost", properties, cassandra, "SslAuthenticationException");
  }

  /** Whatever comes over HTTP is still counted, so the instance is ready. */
  private void assertTurnedAway(
      String topic, String host, Path properties, TestCassandra cassandra, String why) {
    try (RunningQuipu quipu = quipu(topic, host, properties, cassandra)) {
      Api api = quipu.api(0);
      api.createNamespace("shop", "{\"kind\": \"unique\"}");
      await("it to be told").until(() -> api.meter(REFUSED) >= 1);
      awaitMeter(api, "quipu_kafka_connections", 0);
      assertThat(api.meter("quipu_kafka_received_total")).isZero();
      assertThat(log())
          .contains("Nothing is taken from Kafka", why, "QUIPU_KAFKA_PROPERTIES")
          .doesNotContain(PASSWORD);
      api.get("/readyz").expect(200);
    }
    assertThat(topics.committed(topic, topic)).isZero();
  }

  private static void fill(String topic) {
    topics.create(topic, 1);
    for (int i = 0; i < SOME; i++) {
      topics.send(topic, "a", "");
    }
    topics.flush();
  }

  private static RunningQuipu quipu(
      String topic, String host, Path properties, TestCassandra cassandra) {
    return RunningQuipu.start(
        1,
        cassandra,
        Map.of(
            "QUIPU_ROLES",
            "http,ingest,query,checkpoint,live,kafka",
            "QUIPU_KAFKA_BOOTSTRAP_SERVERS",
            host + ":" + kafka.securePort(),
            "QUIPU_KAFKA_TOPICS",
            topic + "=shop/all",
            "QUIPU_KAFKA_GROUP",
            topic,
            "QUIPU_KAFKA_PROPERTIES",
            properties.toString()));
  }

  /** As docs/kafka.md has them: the password and the authority in files of their own. */
  private static Path properties(
      String mechanism, String module, String password, TestAuthority.Leaf trusted)
      throws IOException {
    Path directory = Files.createTempDirectory(folder, "properties");
    Files.writeString(directory.resolve("password"), password);
    String chain = trusted.chain();
    Files.writeString(
        directory.resolve("ca.pem"), chain.substring(chain.lastIndexOf("-----BEGIN")));
    return Files.writeString(
        directory.resolve("consumer.properties"),
        """
        security.protocol=SASL_SSL
        sasl.mechanism=%s
        config.providers=dir
        config.providers.dir.class=org.apache.kafka.common.config.provider.DirectoryConfigProvider
        sasl.jaas.config=org.apache.kafka.common.security.%sLoginModule required username="quipu" password="${dir:%s:password}";
        ssl.truststore.type=PEM
        ssl.truststore.location=%s
        """
            .formatted(mechanism, module, directory, directory.resolve("ca.pem")));
  }

  /** The lines of Kafka's client thread, of levels that somebody looks at. */
  private String log() {
    return lines.list.stream()
        .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
        .map(ILoggingEvent::getFormattedMessage)
        .collect(Collectors.joining("\n"));
  }
}
