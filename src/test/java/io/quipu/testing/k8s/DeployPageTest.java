package io.quipu.testing.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/deploy.md says what the production overlay needs, in no more than ten lines. */
class DeployPageTest {
  private static final Pattern SECRET =
      Pattern.compile("-n quipu create secret (?:generic|tls) ([a-z-]+)(.*)");
  private static final Pattern LITERAL = Pattern.compile("--from-literal=([a-z-]+)=");
  private static final Pattern FILE = Pattern.compile("-[kf] (k8s/\\S+)");

  private static final List<String> LINES = block("### The production overlay");
  private static final List<Manifest> OBJECTS =
      new Kustomization(Path.of("k8s/overlays/production")).sources();
  private static final List<Manifest> PATCHES =
      new Kustomization(Path.of("k8s/overlays/production")).patches();

  @Test
  void production_takesTenLinesAtMost() {
    assertThat(LINES).hasSizeBetween(5, 10);
    for (String line : LINES) {
      for (MatchResult file : FILE.matcher(line).results().toList()) {
        assertThat(Path.of(file.group(1))).exists();
      }
    }
  }

  @Test
  void everySecretThatPodsNameIsMade_andNoOther() {
    Set<String> wanted = new TreeSet<>();
    for (Manifest object : join(OBJECTS, PATCHES)) {
      JsonNode pod = object.at("/spec/template/spec");
      pod.findValuesAsText("secretName").forEach(wanted::add);
      pod.findValues("secretKeyRef").forEach(ref -> wanted.add(ref.path("name").asText()));
    }
    assertThat(
            LINES.stream()
                .flatMap(line -> SECRET.matcher(line).results())
                .map(made -> made.group(1)))
        .containsExactlyInAnyOrderElementsOf(wanted);
  }

  @Test
  void secretsHaveTheKeysThatAreLookedFor() {
    Set<String> made =
        LINES.stream()
            .flatMap(line -> LITERAL.matcher(line).results())
            .map(literal -> literal.group(1))
            .collect(Collectors.toSet());
    Set<String> wanted = new TreeSet<>();
    for (Manifest object : OBJECTS) {
      object.at("/data").properties().stream()
          .filter(setting -> setting.getKey().endsWith("_FILE"))
          .map(setting -> Path.of(setting.getValue().asText()).getFileName())
          .map(String::valueOf)
          .forEach(wanted::add);
    }
    assertThat(made).isEqualTo(wanted);
  }

  /** Certificates are verified by what a Secret brings, and nothing says that less will do. */
  @Test
  void production_sendsThePasswordOfCassandraOverTlsOnly() {
    Map<String, String> settings = new HashMap<>();
    OBJECTS.forEach(
        object ->
            object
                .at("/data")
                .properties()
                .forEach(setting -> settings.put(setting.getKey(), setting.getValue().asText())));

    assertThat(settings)
        .containsKey("QUIPU_CASSANDRA_PASSWORD_FILE")
        .containsEntry("QUIPU_CASSANDRA_TLS_ENABLED", "true")
        .doesNotContainKeys(
            "QUIPU_CASSANDRA_PLAINTEXT_PASSWORD", "QUIPU_CASSANDRA_TLS_HOSTNAME_VERIFICATION");
    Path truststore = Path.of(settings.get("QUIPU_CASSANDRA_TLS_TRUSTSTORE"));
    assertThat(LINES)
        .filteredOn(line -> line.contains("quipu-cassandra-tls"))
        .singleElement()
        .asString()
        .contains("--from-file=" + truststore.getFileName() + " ");
  }

  @Test
  void namespacesThatAreLetInAreLabelled() {
    Set<String> labels =
        OBJECTS.stream()
            .filter(object -> object.kind().equals("NetworkPolicy"))
            .flatMap(policy -> policy.at("/spec/ingress").findValues("matchLabels").stream())
            .flatMap(selector -> selector.properties().stream())
            .map(label -> label.getKey() + "=" + label.getValue().asText())
            .collect(Collectors.toSet());
    assertThat(labels)
        .isNotEmpty()
        .allSatisfy(label -> assertThat(LINES).anyMatch(line -> line.endsWith(" " + label)));
  }

  /** The first block of code below a heading. */
  private static List<String> block(String heading) {
    String page = Yaml.text(Path.of("docs/deploy.md"));
    assertThat(page).contains(heading + "\n");
    String below = page.substring(page.indexOf(heading + "\n"));
    String code = below.substring(below.indexOf("```sh\n") + "```sh\n".length());
    return code.substring(0, code.indexOf("```")).lines().toList();
  }

  private static List<Manifest> join(List<Manifest> some, List<Manifest> others) {
    List<Manifest> all = new ArrayList<>(some);
    all.addAll(others);
    return all;
  }
}
