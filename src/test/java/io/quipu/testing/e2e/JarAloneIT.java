package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.ServiceJar;
import io.quipu.testing.dev.TestCassandra;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar with and without the folder {@code lib}, which only some instances need. */
@EndToEnd
class JarAloneIT {
  private static final Map<String, String> TRACES =
      Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1", "OTEL_TRACES_SAMPLER_ARG", "1");

  /** No broker is there, so that the instance only has the libraries that would talk to one. */
  private static final Map<String, String> KAFKA =
      Map.of(
          "QUIPU_ROLES", "http,ingest,query,checkpoint,live,kafka",
          "QUIPU_KAFKA_BOOTSTRAP_SERVERS", "127.0.0.1:1",
          "QUIPU_KAFKA_TOPICS", "orders=shop/orders");

  @TempDir private static Path folder;
  private static Path jar;
  private static Path alone;

  @BeforeAll
  static void copy() throws IOException {
    jar = ServiceJar.orAborted();
    alone = Files.copy(jar, folder.resolve("quipu.jar"));
  }

  @Test
  void countsAnEvent_withoutTheFolder(TestCassandra cassandra) {
    countsAnEvent(alone, "alone", cassandra, Map.of());
  }

  @Test
  void countsAnEvent_asATracedConsumerOfKafka_withTheFolder(TestCassandra cassandra) {
    Map<String, String> both = new HashMap<>(KAFKA);
    both.putAll(TRACES);
    countsAnEvent(jar, "with lib", cassandra, both);
  }

  private static void countsAnEvent(
      Path started, String counter, TestCassandra cassandra, Map<String, String> variables) {
    Map<String, String> environment =
        RunningQuipu.environment(cassandra.contactPoint(), cassandra.keyspace());
    environment.putAll(variables);
    try (SeparateQuipu quipu = SeparateQuipu.start(started, environment, List.of())) {
      Api api = quipu.awaitReady();
      api.recordOne("default", counter).expect(201);
      assertThat(api.count("default", counter).count()).isEqualTo(1);
      quipu.terminate();
      assertThat(quipu.exitCode()).as(quipu.output()).isZero();
      assertThat(quipu.output()).doesNotContain("NoClassDefFoundError", "ClassNotFound");
    }
  }

  @Test
  void roleKafkaNamesTheMissingFile() {
    assertRefused(KAFKA, "QUIPU_ROLES: the role kafka needs lib/quipu-kafka-");
  }

  @Test
  void tracesNameTheMissingFile() {
    assertRefused(TRACES, "OTEL_EXPORTER_OTLP_ENDPOINT: sending traces needs lib/quipu-opentele");
  }

  /** Before it looks for Cassandra, in one line. */
  private static void assertRefused(Map<String, String> variables, String why) {
    Map<String, String> environment = new HashMap<>(variables);
    environment.put("QUIPU_HTTP_HOST", "127.0.0.1");
    environment.put("QUIPU_CASSANDRA_CONTACT_POINTS", "127.0.0.1:1");
    try (SeparateQuipu quipu = SeparateQuipu.start(alone, environment, List.of())) {
      assertThat(quipu.exitCode()).as(quipu.output()).isEqualTo(2);
      assertThat(quipu.output().lines())
          .singleElement()
          .asString()
          .contains(why, ".jar in the folder of quipu.jar, and this file is missing");
    }
  }
}
