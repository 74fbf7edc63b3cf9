package io.quipu.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** The Dockerfile, Jib's configuration, compose.yaml and the CI script agree with each other. */
class ContainerFilesTest {
  private static final String DOCKERFILE = Yaml.text(Path.of("Dockerfile"));
  private static final Pattern VARIABLE = Pattern.compile("([A-Z_]+)=([0-9]+)");
  private static final JsonNode COMPOSE = Yaml.document(Path.of("compose.yaml"));

  @Test
  void imageRunsJavaAsProcessOneAndNotAsRoot() throws IOException {
    assertThat(instruction("USER")).isEqualTo("10001:10001");
    assertThat(instruction("STOPSIGNAL")).isEqualTo("SIGTERM");
    assertThat(instruction("EXPOSE")).isEqualTo("8080");
    assertThat(entrypoint()).startsWith("java").endsWith("-jar", "/app/quipu.jar");
    assertThat(DOCKERFILE).doesNotContain("JAVA_TOOL_OPTIONS").doesNotContain("RUN ");
  }

  @Test
  void imageNeedsOnlyTheJar() {
    assertThat(instruction("COPY")).endsWith("target/quipu.jar quipu.jar");
    assertThat(Yaml.text(Path.of(".dockerignore"))).endsWith("*\n!target/quipu.jar\n");
  }

  @Test
  void jibBuildsTheSameImage() throws Exception {
    String container = "//plugin[artifactId='jib-maven-plugin']/configuration/container/";
    assertThat(pom(container + "user")).containsExactly(instruction("USER"));
    assertThat(pom(container + "ports/port")).containsExactly(instruction("EXPOSE"));
    assertThat(pom(container + "mainClass")).containsExactly("io.quipu.Main");
    assertThat(pom(container + "jvmFlags/jvmFlag"))
        .containsExactlyElementsOf(entrypoint().subList(1, entrypoint().size() - 2));
    for (MatchResult variable : VARIABLE.matcher(instruction("ENV")).results().toList()) {
      assertThat(pom(container + "environment/" + variable.group(1)))
          .containsExactly(variable.group(2));
    }
    assertThat(pom("//plugin[artifactId='jib-maven-plugin']//from/image"))
        .containsExactly(instruction("ARG").replace("JRE_IMAGE=", ""));
    assertThat(pom("//plugin[artifactId='jib-maven-plugin']//phase")).isEmpty();
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
    assertThat(Yaml.text(script).lines()).contains("set -euo pipefail", "mvn verify </dev/null");
  }

  private static String instruction(String name) {
    List<String> found =
        DOCKERFILE
            .lines()
            .filter(line -> line.startsWith(name + " "))
            .map(line -> line.substring(name.length() + 1))
            .toList();
    assertThat(found).as(name).hasSize(1);
    return found.get(0);
  }

  private static List<String> entrypoint() throws IOException {
    JsonNode words = new ObjectMapper().readTree(instruction("ENTRYPOINT"));
    return Manifest.list(words).stream().map(JsonNode::asText).toList();
  }

  private static int seconds(JsonNode duration) {
    assertThat(duration.asText()).matches("[0-9]+s");
    return Integer.parseInt(duration.asText().replace("s", ""));
  }

  private static List<String> pom(String path) throws Exception {
    Document pom = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse("pom.xml");
    XPath xpath = XPathFactory.newInstance().newXPath();
    NodeList nodes = (NodeList) xpath.evaluate(path, pom, XPathConstants.NODESET);
    List<String> values = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      values.add(nodes.item(i).getTextContent());
    }
    return values;
  }
}
