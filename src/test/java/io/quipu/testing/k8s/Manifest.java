package io.quipu.testing.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.StreamSupport;

/** One Kubernetes object, as written or as rendered. */
record Manifest(JsonNode content) {

  String kind() {
    return at("/kind").asText();
  }

  String name() {
    return at("/metadata/name").asText();
  }

  /** The node at a JSON pointer; a missing node if there is none. */
  JsonNode at(String pointer) {
    return content.at(pointer);
  }

  List<JsonNode> listAt(String pointer) {
    return list(at(pointer));
  }

  /** True for a Deployment and the like: an object that makes pods from a template. */
  boolean makesPods() {
    return content.at("/spec/template/spec/containers").isArray();
  }

  List<JsonNode> containers() {
    return listAt("/spec/template/spec/containers");
  }

  static List<JsonNode> list(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).toList();
  }

  @Override
  public String toString() {
    return kind() + " " + name();
  }
}
