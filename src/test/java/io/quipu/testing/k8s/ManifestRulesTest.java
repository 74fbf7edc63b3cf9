package io.quipu.testing.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quipu.testing.dev.OtherPrograms;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the schema cannot say: the objects fit each other, and the pods are locked down. */
@OtherPrograms
class ManifestRulesTest {
  private static final String LABELS = "/metadata/labels";
  private static final String POD_LABELS = "/spec/template/metadata/labels";
  private static final String POD = "/spec/template/spec";

  /** Of every kustomization, as written and, where there is a kubectl, as rendered. */
  private static final List<Arguments> OBJECTS =
      Kustomization.all().flatMap(ManifestRulesTest::writtenAndRendered).toList();

  static List<Arguments> objects() {
    return OBJECTS;
  }

  @ParameterizedTest
  @MethodSource("objects")
  void selectorsFindTheirPods(List<Manifest> objects) {
    List<JsonNode> pods = workloads(objects).map(workload -> workload.at(POD_LABELS)).toList();
    services(objects)
        .forEach(workload -> assertSelects(workload.at(POD_LABELS), selector(workload), workload));
    Stream.of("Service", "PodDisruptionBudget", "NetworkPolicy", "PodMonitor")
        .flatMap(kind -> ofKind(objects, kind))
        .forEach(
            object ->
                assertThat(pods)
                    .as(object.toString())
                    .filteredOn(pod -> selects(selector(object), pod))
                    .hasSize(1));
  }

  @ParameterizedTest
  @MethodSource("objects")
  void spreadConstraintsCountTheirOwnPods(List<Manifest> objects) {
    workloads(objects)
        .forEach(
            workload ->
                workload
                    .listAt(POD + "/topologySpreadConstraints")
                    .forEach(
                        constraint ->
                            assertSelects(
                                workload.at(POD_LABELS),
                                constraint.at("/labelSelector/matchLabels"),
                                workload)));
  }

  @ParameterizedTest
  @MethodSource("objects")
  void namedPortsExist(List<Manifest> objects) {
    for (Manifest workload : services(objects).toList()) {
      for (JsonNode container : workload.containers()) {
        for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
          JsonNode port = container.path(probe).findPath("port");
          assertThat(portNames(container)).as(workload + " " + probe).contains(port.asText());
        }
      }
    }
    for (Manifest service : ofKind(objects, "Service").toList()) {
      Manifest target =
          workloads(objects)
              .filter(workload -> selects(selector(service), workload.at(POD_LABELS)))
              .findFirst()
              .orElseThrow();
      assertThat(service.listAt("/spec/ports"))
          .extracting(port -> port.path("targetPort").asText())
          .isNotEmpty()
          .isSubsetOf(portNames(target.containers().get(0)));
    }
  }

  @ParameterizedTest
  @MethodSource("objects")
  void whatPodsReferToExists(List<Manifest> objects) {
    for (Manifest workload : workloads(objects).toList()) {
      for (JsonNode container : workload.containers()) {
        assertThat(container.findValues("configMapRef"))
            .extracting(reference -> reference.path("name").asText())
            .isSubsetOf(ofKind(objects, "ConfigMap").map(Manifest::name).toList());
        assertThat(container.findValues("secretKeyRef"))
            .as("secrets are files, not variables that a dump of the process shows")
            .isEmpty();
        assertThat(container.path("volumeMounts"))
            .extracting(mount -> mount.path("name").asText())
            .isSubsetOf(volumeNames(workload));
      }
      String account = workload.at(POD + "/serviceAccountName").asText();
      if (!account.isEmpty()) {
        assertThat(ofKind(objects, "ServiceAccount")).extracting(Manifest::name).contains(account);
      }
      String service = workload.at("/spec/serviceName").asText();
      if (!service.isEmpty()) {
        assertThat(ofKind(objects, "Service")).extracting(Manifest::name).contains(service);
      }
    }
  }

  /** A Secret that is misspelt must not mean to go on without. */
  @ParameterizedTest
  @MethodSource("objects")
  void podsWaitForTheirSecrets(List<Manifest> objects) {
    for (Manifest workload : workloads(objects).toList()) {
      for (JsonNode volume : workload.listAt(POD + "/volumes")) {
        if (volume.has("secret")) {
          assertThat(volume.at("/secret/optional").asBoolean(true))
              .as("%s: %s", workload, volume.path("name").asText())
              .isEqualTo(failsWithout(workload, volume));
        }
      }
    }
  }

  /** The truststore of the Job: a file that TLS is told of, and does not start without. */
  private static boolean failsWithout(Manifest workload, JsonNode volume) {
    return workload.kind().equals("Job") && volume.path("name").asText().equals("cassandra-tls");
  }

  /** Each setting of a file leads into what is mounted for it. */
  @ParameterizedTest
  @MethodSource("objects")
  void filesThatSettingsNameAreMounted(List<Manifest> objects) {
    boolean rendered =
        objects.stream().anyMatch(object -> object.name().matches("quipu-[a-z0-9]{10}"));
    for (Manifest workload : workloads(objects).toList()) {
      JsonNode container = workload.containers().get(0);
      if (!container.path("envFrom").isEmpty() && rendered) {
        Map<String, String> variables = new HashMap<>(settings(objects));
        container
            .path("env")
            .forEach(one -> variables.put(one.path("name").asText(), one.path("value").asText()));
        List<String> folders =
            Manifest.list(container.path("volumeMounts")).stream()
                .map(mount -> mount.path("mountPath").asText() + "/")
                .toList();
        variables.keySet().removeIf(name -> !isForCassandra(name) && workload.kind().equals("Job"));
        assertThat(variables.values())
            .filteredOn(value -> value.startsWith("/etc/"))
            .allMatch(file -> folders.stream().anyMatch(file::startsWith));
      }
    }
  }

  /** All that the command {@code schema} reads. */
  private static boolean isForCassandra(String name) {
    return name.startsWith("QUIPU_CASSANDRA_");
  }

  /** An account that may change rows only is of use where instances do not try more. */
  @ParameterizedTest
  @MethodSource("objects")
  void instancesMakeNoSchema_whereAJobDoes(List<Manifest> objects) {
    boolean job = ofKind(objects, "Job").findAny().isPresent();
    Set<String> checks =
        quipu(objects).containers().get(0).path("env").findValuesAsText("value").stream()
            .filter("check"::equals)
            .collect(Collectors.toSet());
    if (objects.stream().anyMatch(object -> object.name().matches("quipu-[a-z0-9]{10}"))) {
      assertThat(checks).hasSize(job ? 1 : 0);
      assertThat(ofKind(objects, "Job").flatMap(one -> one.containers().stream()))
          .allSatisfy(
              container ->
                  assertThat(container.path("env").findValuesAsText("name"))
                      .doesNotContain("QUIPU_SCHEMA"));
    }
  }

  @ParameterizedTest
  @MethodSource("objects")
  void podsMeetTheRestrictedStandard(List<Manifest> objects) {
    for (Manifest workload : workloads(objects).toList()) {
      JsonNode pod = workload.at(POD + "/securityContext");
      assertThat(pod.path("runAsNonRoot").asBoolean()).isTrue();
      assertThat(pod.path("runAsUser").asInt()).isPositive();
      assertThat(pod.at("/seccompProfile/type").asText()).isEqualTo("RuntimeDefault");
      assertThat(workload.at(POD + "/automountServiceAccountToken").asBoolean(true)).isFalse();
      assertThat(workload.at(POD).fieldNames())
          .toIterable()
          .doesNotContain("hostNetwork", "hostPID", "hostIPC", "initContainers");
      for (JsonNode container : workload.containers()) {
        JsonNode context = container.path("securityContext");
        assertThat(context.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
        assertThat(context.at("/capabilities/drop/0").asText()).isEqualTo("ALL");
        assertThat(context.at("/capabilities").has("add")).isFalse();
        assertThat(context.has("privileged")).isFalse();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("objects")
  void everyContainerHasRequestsAndLimits(List<Manifest> objects) {
    for (Manifest workload : workloads(objects).toList()) {
      for (JsonNode container : workload.containers()) {
        for (String resources : List.of("requests", "limits")) {
          assertThat(container.at("/resources/" + resources).fieldNames())
              .toIterable()
              .contains("cpu", "memory");
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("objects")
  void quipuNeedsNoWritableDiskAndNoForeignVariables(List<Manifest> objects) {
    Manifest quipu = quipu(objects);
    JsonNode container = quipu.containers().get(0);
    assertThat(container.at("/securityContext/readOnlyRootFilesystem").asBoolean()).isTrue();
    assertThat(container.path("volumeMounts"))
        .as("what is mounted is only read, but for /tmp")
        .filteredOn(mount -> !mount.path("readOnly").asBoolean())
        .extracting(mount -> mount.path("mountPath").asText())
        .containsExactly("/tmp");
    assertThat(quipu.listAt(POD + "/volumes"))
        .filteredOn(volume -> volume.path("name").asText().equals("tmp"))
        .allMatch(volume -> volume.has("emptyDir"))
        .hasSize(1);
    assertThat(quipu.at(POD + "/enableServiceLinks").asBoolean(true)).isFalse();
  }

  @ParameterizedTest
  @MethodSource("objects")
  void quipuHasTimeToEndInOrder(List<Manifest> objects) {
    Manifest quipu = quipu(objects);
    int timeout = seconds(settings(objects).get("QUIPU_SHUTDOWN_TIMEOUT"));
    assertThat(quipu.at(POD + "/terminationGracePeriodSeconds").asInt()).isGreaterThan(timeout);
    assertThat(seconds(settings(objects).get("QUIPU_DRAIN_DELAY")))
        .as("nodes of a cluster need about two seconds to lead callers elsewhere")
        .isBetween(3, timeout / 2);
    assertThat(quipu.containers().get(0).has("lifecycle")).isFalse();
    assertThat(quipu.at("/spec/strategy/rollingUpdate/maxUnavailable").asInt(-1)).isZero();
  }

  @ParameterizedTest
  @MethodSource("objects")
  void quipuListensWhereItIsProbedAndScraped(List<Manifest> objects) {
    Manifest quipu = quipu(objects);
    JsonNode container = quipu.containers().get(0);
    String port = settings(objects).get("QUIPU_MANAGEMENT_PORT");
    assertThat(ports(container))
        .containsEntry("http", settings(objects).get("QUIPU_HTTP_PORT"))
        .containsEntry("management", port);
    for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
      assertThat(container.path(probe).at("/httpGet/port").asText()).isEqualTo("management");
    }
    assertThat(container.at("/livenessProbe/httpGet/path").asText()).isEqualTo("/livez");
    assertThat(container.at("/startupProbe/httpGet/path").asText()).isEqualTo("/livez");
    assertThat(container.at("/readinessProbe/httpGet/path").asText()).isEqualTo("/readyz");
    JsonNode annotations = quipu.at("/spec/template/metadata/annotations");
    assertThat(annotations.path("prometheus.io/scrape").asText()).isEqualTo("true");
    assertThat(annotations.path("prometheus.io/port").asText()).isEqualTo(port);
    assertThat(annotations.path("prometheus.io/path").asText()).isEqualTo("/metrics");
  }

  /** The port of Redis clients is there, at the Service and as a pod's, where it is listened on. */
  @ParameterizedTest
  @MethodSource("objects")
  void redisClientsReachWhatListens(List<Manifest> objects) {
    String port = settings(objects).get("QUIPU_RESP_PORT");
    List<String> ofService =
        ofKind(objects, "Service")
            .filter(service -> service.name().equals("quipu"))
            .flatMap(service -> service.listAt("/spec/ports").stream())
            .map(one -> one.path("targetPort").asText())
            .toList();
    // patches are not applied to what is only written
    if (objects.stream().anyMatch(object -> object.name().matches("quipu-[a-z0-9]{10}"))) {
      assertThat(ports(quipu(objects).containers().get(0)).get("resp")).isEqualTo(port);
      assertThat(ofService.contains("resp")).isEqualTo(port != null);
    }
  }

  @ParameterizedTest
  @MethodSource("objects")
  void onlyDocumentedVariablesAreSet(List<Manifest> objects) {
    assertThat(settings(objects).keySet())
        .allMatch(name -> name.startsWith("QUIPU_"))
        .allSatisfy(name -> assertThat(DocumentedVariables.unknownIn(name)).isEmpty());
    assertThat(quipu(objects).containers().get(0).path("env"))
        .extracting(variable -> variable.path("name").asText())
        .allSatisfy(name -> assertThat(DocumentedVariables.unknownIn(name)).isEmpty());
  }

  @ParameterizedTest
  @MethodSource("objects")
  void objectsSayWhatTheyBelongTo(List<Manifest> objects) {
    assertThat(objects)
        .filteredOn(object -> !object.kind().equals("ConfigMap"))
        .allSatisfy(
            object ->
                assertThat(object.at(LABELS).path("app.kubernetes.io/part-of").asText())
                    .isEqualTo("quipu"));
  }

  /** A number that is applied again and again would undo what was scaled. */
  @ParameterizedTest
  @MethodSource("objects")
  void nothingSetsTheNumberOfInstances_whereItIsScaled(List<Manifest> objects) {
    boolean rendered =
        objects.stream().anyMatch(object -> object.name().matches("quipu-[a-z0-9]{10}"));
    for (Manifest scaler : ofKind(objects, "HorizontalPodAutoscaler").toList()) {
      assertThat(scaler.at("/spec/scaleTargetRef/name").asText()).isEqualTo(quipu(objects).name());
      assertThat(quipu(objects).at("/spec").has("replicas")).isEqualTo(!rendered);
    }
  }

  @ParameterizedTest
  @MethodSource("objects")
  void monitorsScrapePortsThatExist(List<Manifest> objects) {
    for (Manifest monitor : ofKind(objects, "PodMonitor").toList()) {
      assertThat(monitor.listAt("/spec/podMetricsEndpoints"))
          .extracting(endpoint -> endpoint.path("port").asText())
          .isNotEmpty()
          .isSubsetOf(portNames(quipu(objects).containers().get(0)));
    }
  }

  /** Live connections go on, and counts come as they change: through any door. */
  @ParameterizedTest
  @MethodSource("objects")
  void doorsLeadToAPort_andCutNoLiveConnection(List<Manifest> objects) {
    List<JsonNode> ports =
        ofKind(objects, "Service")
            .filter(service -> service.name().equals("quipu"))
            .flatMap(service -> service.listAt("/spec/ports").stream())
            .toList();
    for (Manifest ingress : ofKind(objects, "Ingress").toList()) {
      JsonNode backend = ingress.at("/spec/rules/0/http/paths/0/backend/service");
      assertThat(ports)
          .extracting(port -> port.path("name").asText())
          .contains(backend.at("/port/name").asText());
      String nginx = "nginx.ingress.kubernetes.io/";
      JsonNode annotations = ingress.at("/metadata/annotations");
      for (String timeout : List.of("proxy-read-timeout", "proxy-send-timeout")) {
        assertThat(annotations.path(nginx + timeout).asInt()).isGreaterThanOrEqualTo(600);
      }
      assertThat(annotations.path(nginx + "proxy-buffering").asText()).isEqualTo("off");
      assertThat(ingress.at("/spec/tls/0/hosts/0")).isEqualTo(ingress.at("/spec/rules/0/host"));
    }
    for (Manifest route : ofKind(objects, "HTTPRoute").toList()) {
      JsonNode rule = route.at("/spec/rules/0");
      assertThat(ports)
          .extracting(port -> port.path("port").asInt())
          .contains(rule.at("/backendRefs/0/port").asInt());
      assertThat(rule.path("timeouts"))
          .hasSize(2)
          .allMatch(timeout -> timeout.asText().equals("0s"), "no timeout");
    }
  }

  private static int seconds(String duration) {
    assertThat(duration).matches("[0-9]+s");
    return Integer.parseInt(duration.replace("s", ""));
  }

  private static Stream<Arguments> writtenAndRendered(Kustomization kustomization) {
    Arguments written =
        Arguments.of(Named.of(kustomization + " as written", kustomization.sources()));
    if (!Kustomization.canBeRendered()) {
      return Stream.of(written);
    }
    return Stream.of(
        written, Arguments.of(Named.of(kustomization + " rendered", kustomization.rendered())));
  }

  private static Stream<Manifest> workloads(List<Manifest> objects) {
    return objects.stream().filter(Manifest::makesPods);
  }

  /** Those that are asked for something; a Job selects its pods by itself, and is not probed. */
  private static Stream<Manifest> services(List<Manifest> objects) {
    return workloads(objects).filter(workload -> !workload.kind().equals("Job"));
  }

  private static Stream<Manifest> ofKind(List<Manifest> objects, String kind) {
    return objects.stream().filter(object -> object.kind().equals(kind));
  }

  private static Manifest quipu(List<Manifest> objects) {
    return ofKind(objects, "Deployment").findFirst().orElseThrow();
  }

  /** Quipu's settings; an overlay's stand before those of its base. */
  private static Map<String, String> settings(List<Manifest> objects) {
    return ofKind(objects, "ConfigMap")
        .filter(map -> map.name().matches("quipu(-[a-z0-9]{10})?"))
        .flatMap(map -> map.at("/data").properties().stream())
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, entry -> entry.getValue().asText(), (first, second) -> first));
  }

  private static JsonNode selector(Manifest object) {
    return switch (object.kind()) {
      case "Service" -> object.at("/spec/selector");
      case "NetworkPolicy" -> object.at("/spec/podSelector/matchLabels");
      default -> object.at("/spec/selector/matchLabels");
    };
  }

  private static boolean selects(JsonNode selector, JsonNode labels) {
    return !selector.isEmpty()
        && selector.properties().stream()
            .allMatch(entry -> entry.getValue().equals(labels.path(entry.getKey())));
  }

  private static void assertSelects(JsonNode labels, JsonNode selector, Manifest of) {
    assertThat(selects(selector, labels)).as("%s: %s selects %s", of, selector, labels).isTrue();
  }

  /** The number of each port, by its name. */
  private static Map<String, String> ports(JsonNode container) {
    Map<String, String> ports = new HashMap<>();
    container
        .path("ports")
        .forEach(one -> ports.put(one.path("name").asText(), one.path("containerPort").asText()));
    return ports;
  }

  private static List<String> portNames(JsonNode container) {
    return container.path("ports").findValuesAsText("name");
  }

  private static List<String> volumeNames(Manifest workload) {
    return Stream.of(POD + "/volumes", "/spec/volumeClaimTemplates")
        .flatMap(pointer -> workload.listAt(pointer).stream())
        .map(volume -> volume.path("name").asText(volume.at("/metadata/name").asText()))
        .toList();
  }
}
