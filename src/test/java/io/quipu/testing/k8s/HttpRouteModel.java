package io.quipu.testing.k8s;

import com.google.gson.annotations.SerializedName;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A route of the Gateway API, as far as the manifests use it. As {@link PodMonitorModel}: only its
 * fields are read.
 */
final class HttpRouteModel {
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

  private HttpRouteModel() {}

  /** Where it is, and what it leads to. */
  static final class Spec {
    public static final Set<String> openapiRequiredFields =
        Set.of("parentRefs", "hostnames", "rules");

    @SerializedName("parentRefs")
    @Nullable List<Parent> parentRefs;

    @SerializedName("hostnames")
    @Nullable List<String> hostnames;

    @SerializedName("rules")
    @Nullable List<Rule> rules;

    private Spec() {}
  }

  /** A gateway. */
  static final class Parent {
    public static final Set<String> openapiRequiredFields = Set.of("name");

    @SerializedName("name")
    @Nullable String name;

    @SerializedName("namespace")
    @Nullable String namespace;

    private Parent() {}
  }

  /** One way to pods. */
  static final class Rule {
    public static final Set<String> openapiRequiredFields = Set.of("matches", "backendRefs");

    @SerializedName("matches")
    @Nullable List<Match> matches;

    @SerializedName("backendRefs")
    @Nullable List<Backend> backendRefs;

    @SerializedName("timeouts")
    @Nullable Timeouts timeouts;

    private Rule() {}
  }

  /** Requests that it takes. */
  static final class Match {
    public static final Set<String> openapiRequiredFields = Set.of("path");

    @SerializedName("path")
    @Nullable PathMatch path;

    private Match() {}
  }

  /** Their path. */
  static final class PathMatch {
    public static final Set<String> openapiRequiredFields = Set.of("type", "value");

    @SerializedName("type")
    @Nullable String type;

    @SerializedName("value")
    @Nullable String value;

    private PathMatch() {}
  }

  /** A port of a Service. */
  static final class Backend {
    public static final Set<String> openapiRequiredFields = Set.of("name", "port");

    @SerializedName("name")
    @Nullable String name;

    @SerializedName("port")
    @Nullable Integer port;

    private Backend() {}
  }

  /** How long a request may take. */
  static final class Timeouts {
    public static final Set<String> openapiRequiredFields = Set.of();

    @SerializedName("request")
    @Nullable String request;

    @SerializedName("backendRequest")
    @Nullable String backendRequest;

    private Timeouts() {}
  }
}
