package io.quipu.testing.k8s;

import com.google.gson.annotations.SerializedName;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rules of the Prometheus Operator, as far as the manifests use them. As {@link
 * PodMonitorModel}: only its fields are read.
 */
final class PrometheusRuleModel {
  public static final Set<String> openapiRequiredFields =
      Set.of("apiVersion", "kind", "metadata", "spec");

  @SerializedName("apiVersion")
  @Nullable String apiVersion;

  @SerializedName("kind")
  @Nullable String kind;

  @SerializedName("metadata")
  @Nullable V1ObjectMeta metadata;

  @SerializedName("spec")
  @Nullable Spec spec;

  private PrometheusRuleModel() {}

  /** Its groups. */
  static final class Spec {
    public static final Set<String> openapiRequiredFields = Set.of("groups");

    @SerializedName("groups")
    @Nullable List<Group> groups;

    private Spec() {}
  }

  /** Rules that are evaluated one after the other. */
  static final class Group {
    public static final Set<String> openapiRequiredFields = Set.of("name", "rules");

    @SerializedName("name")
    @Nullable String name;

    @SerializedName("rules")
    @Nullable List<Rule> rules;

    private Group() {}
  }

  /** One alert. */
  static final class Rule {
    public static final Set<String> openapiRequiredFields =
        Set.of("alert", "expr", "labels", "annotations");

    @SerializedName("alert")
    @Nullable String alert;

    @SerializedName("expr")
    @Nullable String expr;

    @SerializedName("for")
    @Nullable String duration;

    @SerializedName("labels")
    @Nullable Map<String, String> labels;

    @SerializedName("annotations")
    @Nullable Map<String, String> annotations;

    private Rule() {}
  }
}
