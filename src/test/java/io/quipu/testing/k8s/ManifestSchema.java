package io.quipu.testing.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.gson.annotations.SerializedName;
import io.kubernetes.client.custom.IntOrString;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.custom.QuantityFormatException;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Ingress;
import io.kubernetes.client.openapi.models.V1Job;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import io.kubernetes.client.openapi.models.V2HorizontalPodAutoscaler;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The strict schema of Kubernetes objects: an unknown field, a wrong type, a value outside an
 * enumeration and, except in a patch, a missing required field are violations.
 *
 * <p>It is read off the models of the official Java client. Their own parser is no use here: it
 * takes the string {@code "2"} for a number, and an API server does not.
 */
final class ManifestSchema {
  private static final Set<String> PROTOCOLS = Set.of("TCP", "UDP", "SCTP");

  /** Kinds that the manifests may contain; a new one is added here. */
  private static final Map<String, Class<?>> KINDS =
      Map.ofEntries(
          Map.entry("v1/ConfigMap", V1ConfigMap.class),
          Map.entry("v1/Namespace", V1Namespace.class),
          Map.entry("v1/Service", V1Service.class),
          Map.entry("v1/ServiceAccount", V1ServiceAccount.class),
          Map.entry("apps/v1/Deployment", V1Deployment.class),
          Map.entry("apps/v1/StatefulSet", V1StatefulSet.class),
          Map.entry("autoscaling/v2/HorizontalPodAutoscaler", V2HorizontalPodAutoscaler.class),
          Map.entry("batch/v1/Job", V1Job.class),
          Map.entry("gateway.networking.k8s.io/v1/HTTPRoute", HttpRouteModel.class),
          Map.entry("monitoring.coreos.com/v1/PodMonitor", PodMonitorModel.class),
          Map.entry("monitoring.coreos.com/v1/PrometheusRule", PrometheusRuleModel.class),
          Map.entry("networking.k8s.io/v1/Ingress", V1Ingress.class),
          Map.entry("networking.k8s.io/v1/NetworkPolicy", V1NetworkPolicy.class),
          Map.entry("policy/v1/PodDisruptionBudget", V1PodDisruptionBudget.class));

  /** The models call these fields strings; the API server takes only these values. */
  private static final Map<String, Set<String>> ENUMERATIONS =
      Map.ofEntries(
          Map.entry("V1Container.imagePullPolicy", Set.of("Always", "IfNotPresent", "Never")),
          Map.entry("V1ContainerPort.protocol", PROTOCOLS),
          Map.entry("V1DeploymentStrategy.type", Set.of("RollingUpdate", "Recreate")),
          Map.entry("V1HTTPGetAction.scheme", Set.of("HTTP", "HTTPS")),
          Map.entry(
              "V1HTTPIngressPath.pathType", Set.of("Exact", "Prefix", "ImplementationSpecific")),
          Map.entry("V1NetworkPolicyPort.protocol", PROTOCOLS),
          Map.entry(
              "V1PodDisruptionBudgetSpec.unhealthyPodEvictionPolicy",
              Set.of("IfHealthyBudget", "AlwaysAllow")),
          Map.entry("V1PodSpec.restartPolicy", Set.of("Always", "OnFailure", "Never")),
          Map.entry("V1SeccompProfile.type", Set.of("RuntimeDefault", "Localhost", "Unconfined")),
          Map.entry("V1ServicePort.protocol", PROTOCOLS),
          Map.entry(
              "V1ServiceSpec.type",
              Set.of("ClusterIP", "NodePort", "LoadBalancer", "ExternalName")),
          Map.entry(
              "V1TopologySpreadConstraint.whenUnsatisfiable",
              Set.of("DoNotSchedule", "ScheduleAnyway")),
          Map.entry("V2HPAScalingPolicy.type", Set.of("Pods", "Percent")),
          Map.entry(
              "V2MetricSpec.type",
              Set.of("ContainerResource", "External", "Object", "Pods", "Resource")),
          Map.entry("V2MetricTarget.type", Set.of("Utilization", "Value", "AverageValue")));

  /** Models of kinds that are not Kubernetes' own. */
  private static final Set<Class<?>> CUSTOM =
      Set.of(HttpRouteModel.class, PodMonitorModel.class, PrometheusRuleModel.class);

  private final boolean complete;
  private final List<String> violations = new ArrayList<>();

  private ManifestSchema(boolean complete) {
    this.complete = complete;
  }

  /** What is wrong with an object, each with the path of the field; empty if nothing is. */
  static List<String> violations(Manifest manifest) {
    return new ManifestSchema(true).check(manifest);
  }

  /** The same for a part of an object, in which required fields may be missing. */
  static List<String> violationsOfPatch(Manifest patch) {
    return new ManifestSchema(false).check(patch);
  }

  private List<String> check(Manifest manifest) {
    String kind = manifest.at("/apiVersion").asText() + "/" + manifest.kind();
    Class<?> model = KINDS.get(kind);
    if (model == null) {
      return List.of("unknown apiVersion and kind " + kind);
    }
    if (manifest.name().isEmpty()) {
      violations.add("metadata.name: missing");
    }
    checkModel("", model, manifest.content());
    return violations;
  }

  private void checkModel(String path, Class<?> model, JsonNode value) {
    if (!expect(path, "an object", value, JsonNode::isObject)) {
      return;
    }
    Map<String, Field> fields = fields(model);
    String prefix = path.isEmpty() ? "" : path + ".";
    for (Map.Entry<String, JsonNode> entry : value.properties()) {
      Field field = fields.get(entry.getKey());
      String entryPath = prefix + entry.getKey();
      if (field == null) {
        violations.add(entryPath + ": unknown field");
      } else {
        checkValue(entryPath, field.getGenericType(), entry.getValue());
        checkEnumeration(entryPath, model.getSimpleName() + "." + entry.getKey(), entry.getValue());
      }
    }
    if (complete) {
      requiredFields(model).stream()
          .filter(required -> !value.has(required))
          .forEach(required -> violations.add(prefix + required + ": missing"));
    }
  }

  private void checkValue(String path, Type type, JsonNode value) {
    if (!complete && value.isNull()) {
      return; // takes the field out
    }
    if (type instanceof ParameterizedType generic) {
      checkCollection(path, generic, value);
    } else if (type == String.class || type == OffsetDateTime.class) {
      expect(path, "a string", value, JsonNode::isTextual);
    } else if (type == Integer.class || type == Long.class) {
      expect(path, "an integer", value, JsonNode::isIntegralNumber);
    } else if (type == Boolean.class) {
      expect(path, "a boolean", value, JsonNode::isBoolean);
    } else if (type == IntOrString.class) {
      expect(path, "an integer or a string", value, v -> v.isIntegralNumber() || v.isTextual());
    } else if (type == Quantity.class) {
      expect(path, "a quantity", value, ManifestSchema::isQuantity);
    } else if (type instanceof Class<?> model && isModel(model)) {
      checkModel(path, model, value);
    } else {
      throw new IllegalStateException(path + ": no rule for " + type);
    }
  }

  private void checkCollection(String path, ParameterizedType type, JsonNode value) {
    if (type.getRawType() == List.class) {
      if (expect(path, "a list", value, JsonNode::isArray)) {
        for (int i = 0; i < value.size(); i++) {
          checkValue(path + "[" + i + "]", type.getActualTypeArguments()[0], value.get(i));
        }
      }
    } else if (expect(path, "an object", value, JsonNode::isObject)) {
      for (Map.Entry<String, JsonNode> entry : value.properties()) {
        checkValue(path + "." + entry.getKey(), type.getActualTypeArguments()[1], entry.getValue());
      }
    }
  }

  private void checkEnumeration(String path, String field, JsonNode value) {
    Set<String> allowed = ENUMERATIONS.get(field);
    if (allowed != null && !allowed.contains(value.asText())) {
      violations.add(path + ": expected one of " + allowed + ", found " + value);
    }
  }

  private boolean expect(String path, String what, JsonNode value, Predicate<JsonNode> test) {
    boolean passed = test.test(value);
    if (!passed) {
      violations.add(path + ": expected " + what + ", found " + value);
    }
    return passed;
  }

  private static boolean isQuantity(JsonNode value) {
    if (!value.isTextual() && !value.isNumber()) {
      return false;
    }
    try {
      Quantity.fromString(value.asText());
      return true;
    } catch (QuantityFormatException | NumberFormatException e) {
      return false;
    }
  }

  private static Map<String, Field> fields(Class<?> model) {
    return Arrays.stream(model.getDeclaredFields())
        .filter(field -> field.isAnnotationPresent(SerializedName.class))
        .collect(
            Collectors.toMap(
                field -> field.getAnnotation(SerializedName.class).value(), Function.identity()));
  }

  private static boolean isModel(Class<?> type) {
    return type.getPackage().equals(V1Deployment.class.getPackage())
        || CUSTOM.contains(type.getEnclosingClass());
  }

  private static Set<String> requiredFields(Class<?> model) {
    try {
      Set<?> names = (Set<?>) model.getField("openapiRequiredFields").get(null);
      return names.stream().map(String.class::cast).collect(Collectors.toSet());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(model + " does not say which fields it requires", e);
    }
  }
}
