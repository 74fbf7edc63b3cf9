package io.quipu.testing.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * The pods of a rendered Deployment, in words that Podman understands. What is changed: the image
 * is the one that was built here; ports have no names, of which Podman's probes make 0; no port is
 * declared, as Podman would publish it on this machine, once for all pods; leases and requests have
 * a minute, as all pods and Cassandra share the processors of this machine, and one that is starved
 * for seconds would rightly refuse to record, which is not what is tried here; the account of
 * Cassandra goes over the network of this machine in plain text.
 */
final class PodTemplate {
  private final List<Manifest> rendered;
  private final String cassandra;

  /**
   * @param rendered what kubectl makes of an overlay
   * @param cassandra the address that its contact point is to have
   */
  PodTemplate(List<Manifest> rendered, String cassandra) {
    this.rendered = rendered;
    this.cassandra = cassandra;
  }

  Manifest deployment() {
    return rendered.stream()
        .filter(object -> object.kind().equals("Deployment"))
        .findFirst()
        .orElseThrow();
  }

  JsonNode container() {
    return deployment().containers().get(0);
  }

  /** The path of the HTTP probe of this name. */
  String probe(String name) {
    return container().path(name).at("/httpGet/path").asText();
  }

  /** The port of the HTTP probe of this name. */
  int probePort(String name) {
    return port(container().path(name).at("/httpGet/port"));
  }

  /** The port to which the Service leads. */
  int servicePort() {
    return port(JsonNodeFactory.instance.textNode("http"));
  }

  int graceSeconds() {
    return deployment().at("/spec/template/spec/terminationGracePeriodSeconds").asInt();
  }

  private int port(JsonNode nameOrNumber) {
    if (nameOrNumber.isInt()) {
      return nameOrNumber.asInt();
    }
    for (JsonNode port : container().path("ports")) {
      if (port.path("name").asText().equals(nameOrNumber.asText())) {
        return port.path("containerPort").asInt();
      }
    }
    throw new IllegalStateException("no port is named " + nameOrNumber);
  }

  /** What {@code podman kube play} is given for one pod: its ConfigMaps, and itself. */
  String documents(String name) {
    StringBuilder documents = new StringBuilder();
    rendered.stream()
        .filter(object -> object.kind().equals("ConfigMap"))
        .forEach(map -> documents.append(map.content()).append("\n---\n"));
    return documents.append(pod(name)).append('\n').toString();
  }

  private ObjectNode pod(String name) {
    ObjectNode pod = JsonNodeFactory.instance.objectNode();
    pod.put("apiVersion", "v1").put("kind", "Pod");
    ObjectNode metadata = pod.putObject("metadata");
    metadata.put("name", name);
    metadata.set("labels", deployment().at("/spec/template/metadata/labels"));
    ObjectNode spec = deployment().at("/spec/template/spec").deepCopy();
    pod.set("spec", spec);
    ObjectNode alias = spec.putArray("hostAliases").addObject();
    alias.put("ip", cassandra).putArray("hostnames").add("cassandra");
    ObjectNode container = (ObjectNode) spec.at("/containers/0");
    container.put("image", StandInImage.NAME);
    for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
      if (container.at("/" + probe + "/httpGet") instanceof ObjectNode get) {
        get.put("port", port(get.path("port")));
      }
    }
    container.remove("ports");
    ArrayNode variables = container.withArray("env");
    for (String patient : List.of("QUIPU_LEASE", "QUIPU_REQUEST_TIMEOUT")) {
      variables.addObject().put("name", patient).put("value", "1m");
    }
    variables.addObject().put("name", "QUIPU_CASSANDRA_PLAINTEXT_PASSWORD").put("value", "true");
    return pod;
  }
}
