package io.quipu.testing.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Reads YAML documents as JSON trees; a key that is given twice is an error. */
final class Yaml {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Yaml() {}

  static List<JsonNode> documents(String text) {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    Iterable<Object> documents =
        new org.yaml.snakeyaml.Yaml(new SafeConstructor(options)).loadAll(text);
    return StreamSupport.stream(documents.spliterator(), false)
        .map(document -> MAPPER.<JsonNode>valueToTree(document))
        .toList();
  }

  static JsonNode document(Path file) {
    List<JsonNode> documents = documents(text(file));
    if (documents.size() != 1) {
      throw new IllegalArgumentException(file + " holds " + documents.size() + " documents, not 1");
    }
    return documents.get(0);
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
