package io.quipu.testing.k8s;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quipu.testing.dev.OtherPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every manifest follows the strict schema, and the schema catches what people get wrong. */
@OtherPrograms
class ManifestSchemaTest {
  private static final Path BASE = Kustomization.ROOT.resolve("base");

  static Stream<Kustomization> kustomizations() {
    return Kustomization.all();
  }

  @ParameterizedTest
  @MethodSource("kustomizations")
  void sourcesFollowTheSchema(Kustomization kustomization) {
    assertThat(kustomization.sources())
        .isNotEmpty()
        .allSatisfy(source -> assertThat(ManifestSchema.violations(source)).isEmpty());
    assertThat(kustomization.patches())
        .allSatisfy(patch -> assertThat(ManifestSchema.violationsOfPatch(patch)).isEmpty());
  }

  @ParameterizedTest
  @MethodSource("kustomizations")
  void renderedObjectsFollowTheSchema(Kustomization kustomization) {
    assumeKubectl();
    List<Manifest> rendered = kustomization.rendered();
    assertThat(rendered)
        .extracting(object -> object.toString().replaceFirst("^(ConfigMap .*)-[a-z0-9]{10}$", "$1"))
        .containsExactlyInAnyOrderElementsOf(names(kustomization.sources()));
    assertThat(rendered)
        .allSatisfy(object -> assertThat(ManifestSchema.violations(object)).isEmpty());
  }

  /** These, and none that newer versions of kubectl warn of. */
  @ParameterizedTest
  @MethodSource("folders")
  void kustomizationsUseNoDeprecatedFields(Kustomization kustomization) {
    assertThat(kustomization.content().fieldNames())
        .toIterable()
        .isSubsetOf(
            "apiVersion",
            "kind",
            "namespace",
            "resources",
            "components",
            "patches",
            "images",
            "configMapGenerator");
    assertThat(kustomization.content().path("patches"))
        .allSatisfy(patch -> assertThat(patch.fieldNames()).toIterable().containsExactly("path"));
  }

  static Stream<Kustomization> folders() {
    return Kustomization.folders();
  }

  @Test
  void noFileIsForgottenByItsKustomization() {
    List<Path> named = Kustomization.folders().flatMap(k -> k.namedFiles().stream()).toList();
    assertThat(Kustomization.yamlFiles(Kustomization.ROOT))
        .filteredOn(file -> !file.endsWith("kustomization.yaml"))
        .containsExactlyInAnyOrderElementsOf(named);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          spec:                        | sepc:                        | sepc: unknown field
          kind: Deployment             | kind: Deploiment             | unknown apiVersion and kind apps/v1/Deploiment
          replicas: 2                  | replicas: "2"                | spec.replicas: expected an integer, found "2"
          replicas: 2                  | replicas: 2.5                | spec.replicas: expected an integer, found 2.5
          replicas: 2                  | replicas:                    | spec.replicas: expected an integer, found null
          type: RollingUpdate          | type: RolingUpdate           | spec.strategy.type: expected one of
          matchLabels:                 | matchLabel:                  | spec.selector.matchLabel: unknown field
          prometheus.io/port: "9090"   | prometheus.io/port: 9090     | spec.template.metadata.annotations.prometheus.io/port: expected a string, found 9090
          runAsNonRoot: true           | runAsNonroot: true           | spec.template.spec.securityContext.runAsNonroot: unknown field
          runAsUser: 10001             | runAsUser: root              | spec.template.spec.securityContext.runAsUser: expected an integer
          runAsNonRoot: true           | runAsNonRoot: "true"         | spec.template.spec.securityContext.runAsNonRoot: expected a boolean
          topologyKey: kubernetes.io   | topologieKey: kubernetes.io  | spec.template.spec.topologySpreadConstraints[1].topologyKey: missing
          containers:                  | container:                   | spec.template.spec.containers: missing
          - name: quipu                | - nmae: quipu                | spec.template.spec.containers[0].name: missing
          containerPort: 8080          | containerPort: "8080"        | spec.template.spec.containers[0].ports[0].containerPort: expected an integer
          readinessProbe:              | readinesProbe:               | spec.template.spec.containers[0].readinesProbe: unknown field
          path: /readyz                | pfad: /readyz                | spec.template.spec.containers[0].readinessProbe.httpGet.pfad: unknown field
          configMapRef:                | configMapReference:          | spec.template.spec.containers[0].envFrom[0].configMapReference: unknown field
          enableServiceLinks: false    | enableServiceLinks: 0        | spec.template.spec.enableServiceLinks: expected a boolean
          drop: [ALL]                  | drop: ALL                    | spec.template.spec.containers[0].securityContext.capabilities.drop: expected a list
          memory: 384Mi                | memory: 384Mb                | spec.template.spec.containers[0].resources.limits.memory: expected a quantity
          sizeLimit: 64Mi              | sizeLimits: 64Mi             | spec.template.spec.volumes[0].emptyDir.sizeLimits: unknown field
          """)
  void catchesASeededMistake(String right, String wrong, String violation) {
    String deployment = Yaml.text(BASE.resolve("deployment.yaml"));
    assertThat(deployment).contains(right);
    Manifest mistaken = manifest(deployment.replaceFirst(Pattern.quote(right), wrong));
    assertThat(ManifestSchema.violations(mistaken))
        .anySatisfy(found -> assertThat(found).startsWith(violation));
  }

  @Test
  void catchesASeededMistake_inWhatKubectlRenders(@TempDir Path copy) throws IOException {
    assumeKubectl();
    for (Path file : Kustomization.yamlFiles(Kustomization.ROOT).toList()) {
      Path target = copy.resolve(Kustomization.ROOT.relativize(file));
      Files.createDirectories(target.getParent());
      Files.writeString(target, Yaml.text(file).replace("readinessProbe:", "readinesProbe:"));
    }
    Kustomization dev = new Kustomization(copy.resolve("overlays/dev"));
    assertThat(dev.rendered().stream().flatMap(o -> ManifestSchema.violations(o).stream()))
        .containsExactlyInAnyOrder(
            // Quipu's, and Cassandra's.
            "spec.template.spec.containers[0].readinesProbe: unknown field",
            "spec.template.spec.containers[0].readinesProbe: unknown field");
  }

  @Test
  void catchesASeededMistake_inAPatch() {
    String patch = "{apiVersion: apps/v1, kind: Deployment, metadata: {name: quipu}, spec: {%s}}";
    assertThat(ManifestSchema.violationsOfPatch(manifest(patch.formatted("replicas: 3"))))
        .isEmpty();
    assertThat(ManifestSchema.violationsOfPatch(manifest(patch.formatted("replicas: null"))))
        .isEmpty();
    assertThat(ManifestSchema.violationsOfPatch(manifest(patch.formatted("replica: 3"))))
        .containsExactly("spec.replica: unknown field");
  }

  @Test
  void refusesAKeyThatIsGivenTwice() {
    assertThatThrownBy(() -> Yaml.documents("{replicas: 1, replicas: 2}"))
        .hasMessageContaining("duplicate key replicas");
  }

  private static void assumeKubectl() {
    assumeTrue(
        Kustomization.canBeRendered(),
        "no kubectl 1.21 or later is installed: the sources were checked, what it renders was not");
  }

  private static Set<String> names(List<Manifest> manifests) {
    return manifests.stream().map(Manifest::toString).collect(Collectors.toSet());
  }

  private static Manifest manifest(String yaml) {
    return new Manifest(Yaml.documents(yaml).get(0));
  }
}
