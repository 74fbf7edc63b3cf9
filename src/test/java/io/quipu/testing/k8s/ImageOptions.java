package io.quipu.testing.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;

/** What compose.yaml and the development overlay give to the JVM of Cassandra's image. */
final class ImageOptions {
  private static final String NAME = "JVM_EXTRA_OPTS";

  private ImageOptions() {}

  static List<String> ofCompose() {
    JsonNode compose = Yaml.document(Path.of("compose.yaml"));
    return words(compose.at("/services/cassandra/environment/" + NAME));
  }

  static List<String> ofDevelopmentOverlay() {
    JsonNode set = Yaml.document(Path.of("k8s/overlays/dev/cassandra-stateful-set.yaml"));
    JsonNode variables = set.at("/spec/template/spec/containers/0/env");
    return StreamSupport.stream(variables.spliterator(), false)
        .filter(variable -> variable.path("name").asText().equals(NAME))
        .map(variable -> words(variable.path("value")))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> words(JsonNode text) {
    return List.of(text.asText().split(" ", -1));
  }
}
