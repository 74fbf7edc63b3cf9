package io.quipu.testing.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The Dockerfile, compose.yaml and the CI script agree with each other. */
class ContainerFilesTest {
  private static final String DOCKERFILE = Yaml.text(Path.of("Dockerfile"));

  /** The last stage, which is what runs. */
  private static final String IMAGE = DOCKERFILE.substring(DOCKERFILE.lastIndexOf("\nFROM "));

  /** Classes, compiled code, stacks, the JVM itself: docs/deploy.md. */
  private static final int OUTSIDE_MEBIBYTES = 115;

  private static final JsonNode COMPOSE = Yaml.document(Path.of("compose.yaml"));

  @Test
  void imageRunsJavaAsProcessOneAndNotAsRoot() throws IOException {
    assertThat(instruction("USER")).isEqualTo("10001:10001");
    assertThat(instruction("STOPSIGNAL")).isEqualTo("SIGTERM");
    assertThat(instruction("EXPOSE")).isEqualTo("8080");
    assertThat(entrypoint()).startsWith("java").endsWith("-jar", "/app/quipu.jar");
    assertThat(IMAGE).doesNotContain("JAVA_TOOL_OPTIONS").doesNotContain("RUN ");
  }

  @Test
  void imageHasOnlyTheJars_whichAreBuiltFromTheSources() {
    assertThat(instructions("COPY"))
        .containsExactly(
            "--from=build --chown=10001:10001 /lib lib",
            "--from=build --chown=10001:10001 /quipu.jar quipu.jar");
    assertThat(DOCKERFILE)
        .contains(
            " AS maven\n",
            "RUN mvn --quiet -Pjar\n",
            " AS build\n",
            "COPY --from=maven /src/target/lib /lib\n",
            "COPY --from=maven /src/target/quipu.jar /\n");
    assertThat(Yaml.text(Path.of(".dockerignore")).lines().skip(1))
        .containsExactly("*", "!.mvn", "!pom.xml", "!all/pom.xml", "!src/main");
    assertThat(COMPOSE.at("/x-quipu/build").asText()).isEqualTo(".");
  }

  /** A change of the sources does not fetch libraries again. */
  @Test
  void librariesAreALayerBelowTheSources() {
    List<String> steps =
        DOCKERFILE.lines().filter(line -> line.matches("(COPY|RUN) .*")).limit(5).toList();
    assertThat(steps).element(1).isEqualTo("COPY pom.xml ./");
    assertThat(steps).element(2).isEqualTo("COPY all all");
    assertThat(steps).element(3).asString().startsWith("RUN ");
    assertThat(steps).element(4).isEqualTo("COPY src/main src/main");
  }

  @Test
  void imageSaysWhatItIs() {
    assertThat(DOCKERFILE)
        .contains(
            "org.opencontainers.image.title=\"Quipu\"",
            "org.opencontainers.image.licenses=\"Apache-2.0\"",
            "org.opencontainers.image.version=\"${VERSION}\"",
            "org.opencontainers.image.revision=\"${REVISION}\"");
  }

  /** The sum of docs/deploy.md, for every memory limit that the manifests have. */
  @Test
  void heapAndDirectBuffersLeaveRoomForTheRest() throws IOException {
    double heap = option("-XX:MaxRAMPercentage=", "") / 100.0;
    double direct = option("-XX:MaxDirectMemorySize=", "m");
    for (String file : List.of("k8s/base/deployment.yaml", "k8s/overlays/production/size.yaml")) {
      String limit =
          Yaml.document(Path.of(file))
              .at("/spec/template/spec/containers/0/resources/limits/memory")
              .asText();
      double mebibytes = Double.parseDouble(limit.replaceFirst("Mi$", ""));
      assertThat(mebibytes * heap + direct + OUTSIDE_MEBIBYTES).isLessThan(mebibytes);
    }
  }

  private static double option(String name, String unit) throws IOException {
    return entrypoint().stream()
        .filter(option -> option.startsWith(name))
        .map(option -> option.substring(name.length()).replaceFirst(unit + "$", ""))
        .mapToDouble(Double::parseDouble)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void composeStartsCassandraAndTwoInstances() {
    assertThat(COMPOSE.path("services").fieldNames())
        .toIterable()
        .containsExactly("cassandra", "quipu-1", "quipu-2");
    assertThat(COMPOSE.at("/services/quipu-1/ports/0").asText()).isEqualTo("127.0.0.1:8080:8080");
    assertThat(COMPOSE.at("/services/quipu-2/ports/0").asText()).isEqualTo("127.0.0.1:8081:8080");
    assertThat(COMPOSE.at("/services/cassandra/healthcheck/test/1").asText()).isEqualTo("cqlsh");
  }

  @Test
  void composeInstancesAreBoundedAndEndInOrder() {
    for (String name : List.of("quipu-1", "quipu-2")) {
      JsonNode service = COMPOSE.path("services").path(name);
      assertThat(service.at("/environment/QUIPU_CASSANDRA_CONTACT_POINTS").asText())
          .isEqualTo("cassandra:9042");
      assertThat(service.at("/environment/QUIPU_CASSANDRA_REPLICATION").asText()).isEqualTo("1");
      assertThat(service.at("/environment/QUIPU_AUTH").asText()).isEqualTo("none");
      assertThat(service.at("/depends_on/cassandra/condition").asText())
          .isEqualTo("service_healthy");
      assertThat(seconds(service.path("stop_grace_period")))
          .isGreaterThan(seconds(service.at("/environment/QUIPU_SHUTDOWN_TIMEOUT")));
      assertThat(service.path("mem_limit").asText()).isEqualTo("384m");
      assertThat(service.path("read_only").asBoolean()).isTrue();
    }
  }

  /** Cassandra's own default acknowledges before the disk has it: see ImageOptionsIT. */
  @Test
  void cassandraAcknowledgesNothingBeforeItIsOnTheDisk() {
    assertThat(ImageOptions.ofCompose())
        .contains("-Dcassandra.config.allow_system_properties=true")
        .containsAnyOf(
            "-Dcassandra.settings.commitlog_sync=batch",
            "-Dcassandra.settings.commitlog_sync=group");
    assertThat(ImageOptions.ofDevelopmentOverlay()).isEqualTo(ImageOptions.ofCompose());
  }

  /** The Compose specification refuses unknown fields; so does this, for the fields in use. */
  @Test
  void composeUsesOnlyKnownFields() {
    assertThat(COMPOSE.fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("name", "x-quipu", "services", "volumes");
    for (JsonNode service : COMPOSE.path("services")) {
      assertThat(service.fieldNames())
          .toIterable()
          .isSubsetOf(
              "image",
              "build",
              "environment",
              "depends_on",
              "healthcheck",
              "restart",
              "stop_grace_period",
              "mem_limit",
              "read_only",
              "tmpfs",
              "cap_drop",
              "security_opt",
              "ports",
              "volumes");
      assertThat(service.path("healthcheck").fieldNames())
          .toIterable()
          .isSubsetOf("test", "interval", "timeout", "retries", "start_period");
    }
  }

  /** Its schema is not at hand; that it is YAML, and says what Quipu needs, is. */
  @Test
  void exampleOfACassandraOffersWhatIsNeeded() {
    JsonNode cluster = Yaml.document(Path.of("docs/examples/k8ssandra-cluster.yaml"));
    JsonNode yaml = cluster.at("/spec/cassandra/config/cassandraYaml");
    assertThat(yaml.path("commitlog_sync").asText()).isEqualTo("batch");
    assertThat(yaml.path("paxos_variant").asText()).isEqualTo("v2");
    JsonNode datacenter = cluster.at("/spec/cassandra/datacenters/0");
    assertThat(datacenter.path("size").asInt()).isEqualTo(datacenter.path("racks").size());
    assertThat(datacenter.path("racks")).hasSize(3);
    assertThat(cluster.at("/spec/auth").asBoolean()).isTrue();
  }

  @Test
  void onlyDocumentedVariablesAppear() {
    assertThat(
            Stream.of("compose.yaml", "Dockerfile", "docs/deploy.md")
                .flatMap(f -> DocumentedVariables.unknownIn(Yaml.text(Path.of(f))).stream()))
        .isEmpty();
    assertThat(DocumentedVariables.unknownIn("QUIPU_ACK, QUIPU_AKC")).containsExactly("QUIPU_AKC");
  }

  @Test
  void ciRunsTheTestCommandOfTheReadme() {
    Path script = Path.of(".ci", "run");
    assertThat(Files.isExecutable(script)).isTrue();
    assertThat(Yaml.text(script).lines())
        .contains("set -euo pipefail", "mvn -f all verify </dev/null | tee \"$log\"");
  }

  private static String instruction(String name) {
    List<String> found = instructions(name);
    assertThat(found).as(name).hasSize(1);
    return found.get(0);
  }

  private static List<String> instructions(String name) {
    return IMAGE
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .map(line -> line.substring(name.length() + 1))
        .toList();
  }

  private static List<String> entrypoint() throws IOException {
    JsonNode words = new ObjectMapper().readTree(instruction("ENTRYPOINT"));
    return Manifest.list(words).stream().map(JsonNode::asText).toList();
  }

  private static int seconds(JsonNode duration) {
    assertThat(duration.asText()).matches("[0-9]+s");
    return Integer.parseInt(duration.asText().replace("s", ""));
  }
}
