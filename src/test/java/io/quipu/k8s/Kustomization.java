package io.quipu.k8s;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder with a {@code kustomization.yaml}: its objects as written, and as kubectl renders them.
 */
record Kustomization(Path folder) {
  static final Path ROOT = Path.of("k8s");

  static Stream<Kustomization> all() {
    return yamlFiles(ROOT)
        .filter(file -> file.endsWith("kustomization.yaml"))
        .map(file -> new Kustomization(file.getParent()));
  }

  static Stream<Path> yamlFiles(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  JsonNode content() {
    return Yaml.document(folder.resolve("kustomization.yaml"));
  }

  /** The objects of this folder's own files. */
  List<Manifest> resources() {
    return files("resources").stream().map(Yaml::document).map(Manifest::new).toList();
  }

  /** The partial objects with which this folder changes those of its bases. */
  List<Manifest> patches() {
    return files("patchesStrategicMerge").stream().map(Yaml::document).map(Manifest::new).toList();
  }

  /** The settings that this folder adds to or changes in those of its bases. */
  List<Manifest> configMaps() {
    return Manifest.list(content().path("configMapGenerator")).stream()
        .map(Kustomization::configMap)
        .toList();
  }

  /** Everything that is written down, here and in the bases; patches are not applied. */
  List<Manifest> sources() {
    List<Manifest> sources = new ArrayList<>(resources());
    sources.addAll(configMaps());
    files("bases").forEach(base -> sources.addAll(new Kustomization(base).sources()));
    return sources;
  }

  /** Every file that this folder names. */
  List<Path> namedFiles() {
    return Stream.of("resources", "patchesStrategicMerge")
        .flatMap(field -> files(field).stream())
        .toList();
  }

  /** What {@code kubectl kustomize} makes of it. */
  List<Manifest> rendered() {
    return Yaml.documents(run("kubectl", "kustomize", folder.toString())).stream()
        .map(Manifest::new)
        .toList();
  }

  static boolean kubectlIsInstalled() {
    return Stream.of(System.getenv("PATH").split(":", -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "kubectl")));
  }

  private List<Path> files(String field) {
    return Manifest.list(content().path(field)).stream()
        .map(name -> folder.resolve(name.asText()).normalize())
        .toList();
  }

  private static Manifest configMap(JsonNode generator) {
    ObjectNode content = JsonNodeFactory.instance.objectNode();
    content.put("apiVersion", "v1").put("kind", "ConfigMap");
    content.putObject("metadata").put("name", generator.path("name").asText());
    ObjectNode data = content.putObject("data");
    for (JsonNode literal : generator.path("literals")) {
      String[] pair = literal.asText().split("=", 2);
      data.put(pair[0], pair[1]);
    }
    return new Manifest(content);
  }

  private static String run(String... command) {
    try {
      Path errors = Files.createTempFile("kustomize", ".err");
      try {
        Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (process.waitFor() != 0) {
          throw new IllegalStateException(String.join(" ", command) + ": " + Yaml.text(errors));
        }
        return output;
      } finally {
        Files.delete(errors);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String toString() {
    return folder.toString();
  }
}
