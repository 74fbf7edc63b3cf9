package io.quipu.testing.k8s;

import com.google.gson.annotations.SerializedName;
import io.kubernetes.client.openapi.models.V1LabelSelector;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The kind of the Prometheus Operator, as far as the manifests use it: its definition is not part
 * of Kubernetes, so neither is it of the official client. Nothing is ever made of it: its fields
 * are read by {@link ManifestSchema}.
 */
final class PodMonitorModel {
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

  private PodMonitorModel() {}

  /** What is monitored. */
  static final class Spec {
    public static final Set<String> openapiRequiredFields =
        Set.of("selector", "podMetricsEndpoints");

    @SerializedName("selector")
    @Nullable V1LabelSelector selector;

    @SerializedName("podMetricsEndpoints")
    @Nullable List<Endpoint> podMetricsEndpoints;

    private Spec() {}
  }

  /** Where metrics are. */
  static final class Endpoint {
    public static final Set<String> openapiRequiredFields = Set.of("port");

    @SerializedName("port")
    @Nullable String port;

    @SerializedName("path")
    @Nullable String path;

    @SerializedName("interval")
    @Nullable String interval;

    private Endpoint() {}
  }
}
