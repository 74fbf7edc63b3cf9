package io.quipu.testing.k8s;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What release/render makes of others is as they are. */
class RenderedTest {
  private static final String HINT = "make it again: release/render";

  @ParameterizedTest
  @ValueSource(strings = {"dev", "production"})
  void oneFileIsWhatKubectlMakesOfTheOverlay(String overlay) {
    assumeTrue(Kustomization.canBeRendered(), "kubectl 1.21 or later");
    List<JsonNode> file =
        Yaml.documents(Yaml.text(Kustomization.RENDERED.resolve(overlay + ".yaml")));
    Kustomization source = new Kustomization(Kustomization.ROOT.resolve("overlays/" + overlay));
    assertThat(file)
        .as(HINT)
        .containsExactlyElementsOf(source.rendered().stream().map(Manifest::content).toList());
  }

  @Test
  void thereIsAFileForEachOverlay() throws IOException {
    assertThat(names(Kustomization.RENDERED))
        .containsExactlyInAnyOrderElementsOf(
            names(Kustomization.ROOT.resolve("overlays")).stream()
                .map(name -> name + ".yaml")
                .toList());
  }

  @Test
  void theRulesOfTheOperatorAreThoseOfPrometheus() {
    JsonNode rule =
        Yaml.document(Kustomization.ROOT.resolve("components/alerts/prometheus-rule.yaml"));
    assertThat(rule.path("spec"))
        .as(HINT)
        .isEqualTo(Yaml.document(Path.of("monitoring/alerts.yaml")));
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
