package io.quipu.testing.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The pods of a rendered Deployment, and of a Job beside it, in words that Podman understands. What
 * is changed: the image is the one that was built here; ports have no names, of which Podman's
 * probes make 0; no port is declared, as Podman would publish it on this machine, once for all
 * pods; leases and requests have a minute, as all pods and Cassandra share the processors of this
 * machine, and one that is starved for seconds would rightly refuse to record, which is not what is
 * tried here.
 */
final class PodTemplate {
  /** Servers that run on this machine, by the names that pods know them by. */
  private static final List<String> SERVERS = List.of("cassandra", "kafka", "issuer");

  private final List<Manifest> rendered;
  private final String machine;
  private final Map<String, String> variables;
  private final Optional<Path> secrets;

  /**
   * @param rendered what kubectl makes of an overlay
   * @param machine the address of this machine, for pods
   * @param variables that stand before those of the overlay
   */
  PodTemplate(List<Manifest> rendered, String machine, Map<String, String> variables) {
    this(rendered, machine, variables, Optional.empty());
  }

  /**
   * @param secrets a folder with a folder for each Secret, in the place of Secrets: those of Podman
   *     4.3 hold text only
   */
  PodTemplate(
      List<Manifest> rendered,
      String machine,
      Map<String, String> variables,
      Optional<Path> secrets) {
    this.rendered = rendered;
    this.machine = machine;
    this.variables = Map.copyOf(variables);
    this.secrets = secrets;
  }

  Manifest deployment() {
    return ofKind("Deployment");
  }

  private Manifest ofKind(String kind) {
    return rendered.stream().filter(object -> object.kind().equals(kind)).findFirst().orElseThrow();
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

  /** The input of {@code podman kube play} for one pod of the Deployment. */
  String documents(String name) {
    return documents("Deployment", name);
  }

  /** The input of {@code podman kube play} for the pod of the Job. */
  String documentsOfJob(String name) {
    return documents("Job", name);
  }

  /**
   * A pod, and the settings that it names, but for those that its own variables stand before: in
   * Podman 4.3 it is the other way round.
   */
  private String documents(String kind, String name) {
    Manifest workload = ofKind(kind);
    ObjectNode pod = pod(workload, name);
    List<String> own = pod.at("/spec/containers/0/env").findValuesAsText("name");
    List<JsonNode> named = workload.containers().get(0).findValues("configMapRef");
    StringBuilder documents = new StringBuilder();
    rendered.stream()
        .filter(object -> object.kind().equals("ConfigMap"))
        .filter(map -> named.stream().anyMatch(of -> of.path("name").asText().equals(map.name())))
        .forEach(
            map -> {
              ObjectNode settings = map.content().deepCopy();
              ((ObjectNode) settings.path("data")).remove(own);
              documents.append(settings).append("\n---\n");
            });
    return documents.append(pod).append('\n').toString();
  }

  private ObjectNode pod(Manifest workload, String name) {
    ObjectNode pod = JsonNodeFactory.instance.objectNode();
    pod.put("apiVersion", "v1").put("kind", "Pod");
    ObjectNode metadata = pod.putObject("metadata");
    metadata.put("name", name);
    metadata.set("labels", workload.at("/spec/template/metadata/labels"));
    ObjectNode spec = workload.at("/spec/template/spec").deepCopy();
    pod.set("spec", spec);
    ObjectNode alias = spec.putArray("hostAliases").addObject();
    alias.put("ip", machine);
    SERVERS.forEach(alias.putArray("hostnames")::add);
    secrets.ifPresent(folder -> spec.path("volumes").forEach(volume -> mount(volume, folder)));
    ObjectNode container = (ObjectNode) spec.at("/containers/0");
    container.put("image", StandInImage.NAME);
    for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
      if (container.at("/" + probe + "/httpGet") instanceof ObjectNode get) {
        get.put("port", port(get.path("port")));
      }
    }
    container.remove("ports");
    ArrayNode list = container.withArray("env");
    for (String patient : List.of("QUIPU_LEASE", "QUIPU_REQUEST_TIMEOUT")) {
      list.addObject().put("name", patient).put("value", "1m");
    }
    variables.forEach((key, value) -> list.addObject().put("name", key).put("value", value));
    return pod;
  }

  private static void mount(JsonNode volume, Path folder) {
    if (volume.has("secret") && volume instanceof ObjectNode changed) {
      Path secret = folder.resolve(changed.remove("secret").path("secretName").asText());
      changed.putObject("hostPath").put("path", secret.toString()).put("type", "Directory");
    }
  }
}
