package io.quipu.testing.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quipu.testing.dev.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A folder with a {@code kustomization.yaml}: its objects as written, and as kubectl renders them.
 */
record Kustomization(Path folder) {
  static final Path ROOT = Path.of("k8s");

  /** What release/render makes of the overlays. */
  static final Path RENDERED = ROOT.resolve("rendered");

  /** Of kubectl 1. */
  private static final int OLDEST_MINOR = 21;

  /**
   * The base, the overlays, and what each component makes of the base, and all of them together.
   */
  static Stream<Kustomization> all() {
    Map<Boolean, List<Kustomization>> found =
        folders().collect(Collectors.partitioningBy(Kustomization::isComponent));
    List<Path> components = found.get(true).stream().map(Kustomization::folder).toList();
    return Stream.of(
            found.get(false).stream(),
            components.stream().map(component -> onBase(List.of(component))),
            Stream.of(onBase(components)))
        .flatMap(some -> some);
  }

  /** Every folder that kustomize reads; components among them, which it does not render alone. */
  static Stream<Kustomization> folders() {
    return yamlFiles(ROOT)
        .filter(file -> file.endsWith("kustomization.yaml"))
        .map(file -> new Kustomization(file.getParent()));
  }

  private static Kustomization onBase(List<Path> components) {
    return of(ROOT.resolve("base"), components);
  }

  /** An overlay, in the build directory, that adds components to a base or another overlay. */
  static Kustomization of(Path resource, List<Path> components) {
    String name =
        Stream.concat(Stream.of(resource), components.stream())
            .map(folder -> folder.getFileName().toString())
            .collect(Collectors.joining("+"));
    Path overlay = Path.of("target", "k8s", name);
    StringBuilder content =
        new StringBuilder("apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n");
    JsonNode namespace = new Kustomization(resource).content().path("namespace");
    if (namespace.isTextual()) {
      // Objects of components are in it, too, or they would not find the ConfigMap.
      content.append("namespace: ").append(namespace.asText()).append('\n');
    }
    content.append("resources:\n- ").append(overlay.relativize(resource));
    content.append("\ncomponents:\n");
    components.forEach(
        component -> content.append("- ").append(overlay.relativize(component)).append('\n'));
    try {
      Files.createDirectories(overlay);
      // At once: tests beside this one render the same folder, and must never see half a file.
      Path written = Files.createTempFile(overlay.getParent(), name, ".yaml");
      Files.writeString(written, content);
      Files.move(written, overlay.resolve("kustomization.yaml"), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Kustomization(overlay);
  }

  private boolean isComponent() {
    return content().path("kind").asText().equals("Component");
  }

  /** The files that are written by hand: those of the folder "rendered" are made of them. */
  static Stream<Path> yamlFiles(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".yaml") && !file.startsWith(RENDERED))
          .sorted()
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  JsonNode content() {
    return Yaml.document(folder.resolve("kustomization.yaml"));
  }

  /** The objects of this folder's own files. */
  List<Manifest> resources() {
    return files("resources").map(Yaml::document).map(Manifest::new).toList();
  }

  /** The partial objects with which this folder, and its components, change others. */
  List<Manifest> patches() {
    return Stream.concat(
            patchFiles().map(Yaml::document).map(Manifest::new),
            named("components").flatMap(folder -> new Kustomization(folder).patches().stream()))
        .toList();
  }

  /** The settings that this folder adds to or changes in those of others. */
  List<Manifest> configMaps() {
    return Manifest.list(content().path("configMapGenerator")).stream()
        .map(this::configMap)
        .toList();
  }

  /** Everything that is written down, here and in what it is made of; patches are not applied. */
  List<Manifest> sources() {
    List<Manifest> sources = new ArrayList<>(resources());
    sources.addAll(configMaps());
    Stream.concat(named("components"), named("resources").filter(Files::isDirectory))
        .forEach(folder -> sources.addAll(new Kustomization(folder).sources()));
    return sources;
  }

  /** Every file that this folder names. */
  List<Path> namedFiles() {
    return Stream.concat(files("resources"), patchFiles()).toList();
  }

  /** What {@code kubectl kustomize} makes of it. */
  List<Manifest> rendered() {
    return Yaml.documents(run("kubectl", "kustomize", folder.toString())).stream()
        .map(Manifest::new)
        .toList();
  }

  /** Whether there is a kubectl that knows components, as all do since 1.21. */
  static boolean canBeRendered() {
    if (!Programs.isInstalled("kubectl")) {
      return false;
    }
    JsonNode version =
        Yaml.documents(run("kubectl", "version", "--client", "--output=json")).get(0);
    String minor = version.at("/clientVersion/minor").asText().replaceAll("[^0-9].*", "");
    return Integer.parseInt(minor) >= OLDEST_MINOR;
  }

  private Stream<Path> files(String field) {
    return named(field).filter(Predicate.not(Files::isDirectory));
  }

  private Stream<Path> patchFiles() {
    return Manifest.list(content().path("patches")).stream()
        .map(patch -> folder.resolve(patch.path("path").asText()).normalize());
  }

  private Stream<Path> named(String field) {
    return Manifest.list(content().path(field)).stream()
        .map(name -> folder.resolve(name.asText()).normalize());
  }

  private Manifest configMap(JsonNode generator) {
    ObjectNode content = JsonNodeFactory.instance.objectNode();
    content.put("apiVersion", "v1").put("kind", "ConfigMap");
    content.putObject("metadata").put("name", generator.path("name").asText());
    ObjectNode data = content.putObject("data");
    for (JsonNode literal : generator.path("literals")) {
      String[] pair = literal.asText().split("=", 2);
      data.put(pair[0], pair[1]);
    }
    for (JsonNode file : generator.path("files")) {
      String[] pair = file.asText().split("=", 2);
      data.put(pair[0], Yaml.text(folder.resolve(pair[1])));
    }
    return new Manifest(content);
  }

  private static String run(String... command) {
    Programs.Run run = Programs.run(List.of(command));
    if (run.exitCode() != 0 || run.errors().contains("deprecated")) {
      throw new IllegalStateException(String.join(" ", command) + ": " + run.errors());
    }
    return run.output();
  }

  @Override
  public String toString() {
    return folder.toString();
  }
}
