package io.quipu.http;

import io.quipu.counter.Granularity;
import io.quipu.counter.InvalidInput;
import io.quipu.counter.Kind;
import io.quipu.counter.Namespace;
import io.quipu.namespace.NamespacePut;
import io.quipu.namespace.Precondition;
import io.quipu.namespace.PutOutcome;
import io.quipu.web.EntityTag;
import io.quipu.web.JsonText;
import io.quipu.web.MediaTypes;
import io.quipu.web.Problem;
import io.quipu.web.ProblemType;
import io.quipu.web.Rejection;
import io.quipu.web.Resource;
import io.quipu.web.Response;
import io.quipu.web.RoutedRequest;
import io.quipu.web.Routes;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows, creates and changes namespaces. */
final class NamespaceResource implements Resource {
  private static final String PATH = "/v1/namespaces/{namespace}";

  private final Backend backend;

  NamespaceResource(Backend backend) {
    this.backend = backend;
  }

  @Override
  public void mount(Routes routes) {
    routes.json(HttpMethod.GET, PATH, this::show).json(HttpMethod.PUT, PATH, this::put);
  }

  private Future<Response> show(RoutedRequest request) {
    return backend
        .freshNamespace(CounterPath.namespace(request))
        .map(found -> shown(request.http(), found));
  }

  private Future<Response> put(RoutedRequest request) {
    String name = CounterPath.namespace(request);
    MediaTypes.requireBodyType(MediaTypes.bodyType(request.http()), MediaTypes.JSON);
    Precondition condition = condition(request.http());
    return request
        .read(body -> NamespaceInput.change(name, body))
        .compose(change -> put(new NamespacePut(change, condition)));
  }

  private static Precondition condition(HttpServerRequest request) {
    return new Precondition(
        versions(request, HttpHeaders.IF_MATCH, false),
        versions(request, HttpHeaders.IF_NONE_MATCH, true));
  }

  private static @Nullable List<String> versions(
      HttpServerRequest request, CharSequence header, boolean weak) {
    return request.headers().contains(header)
        ? EntityTag.versions(request.headers().getAll(header), weak)
        : null;
  }

  private Future<Response> put(NamespacePut wanted) {
    Kind kind = wanted.change().kind();
    return kind == null || kind == Kind.EVENT || kind == Kind.UNIQUE
        ? backend.putNamespace(wanted).map(outcome -> response(wanted.change().name(), outcome))
        : refuseKind(wanted.change().name(), kind);
  }

  /** A kind that is still to come; still, that the namespace has another one goes first. */
  private Future<Response> refuseKind(String name, Kind kind) {
    return backend
        .freshNamespace(name)
        .map(Namespace::kind)
        .recover(
            failure ->
                isUnknownNamespace(failure)
                    ? Future.succeededFuture(kind)
                    : Future.failedFuture(failure))
        .map(
            current -> {
              if (current != kind) {
                throw kindChange(name, current);
              }
              throw new InvalidInput(
                  "kind",
                  "kind "
                      + kind.label()
                      + " comes in a later version; so far there are"
                      + " event and unique");
            });
  }

  private static boolean isUnknownNamespace(Throwable failure) {
    return failure instanceof Rejection rejection
        && rejection.problem().type() == ProblemType.UNKNOWN_NAMESPACE;
  }

  private static Response response(String name, PutOutcome outcome) {
    if (outcome instanceof PutOutcome.Created created) {
      return response(201, created.namespace());
    }
    if (outcome instanceof PutOutcome.Kept kept) {
      return response(200, kept.namespace());
    }
    throw refusal(name, outcome);
  }

  private static RuntimeException refusal(String name, PutOutcome outcome) {
    if (outcome instanceof PutOutcome.OtherKind other) {
      return kindChange(name, other.kind());
    }
    if (outcome instanceof PutOutcome.OtherShards other) {
      return shardsChange(name, other.shards());
    }
    if (outcome instanceof PutOutcome.Invalid invalid) {
      return invalid.complaint();
    }
    return new Rejection(
        outcome instanceof PutOutcome.ConditionFailed
            ? Problem.of(
                ProblemType.PRECONDITION_FAILED,
                "If-Match or If-None-Match does not hold of the namespace " + name + " as it is")
            : Problem.of(
                ProblemType.OUTCOME_UNKNOWN,
                "The namespace may or may not have been changed. Send it again, or look at it"
                    + " first where the request has a condition."));
  }

  private static Rejection kindChange(String name, Kind kind) {
    return new Rejection(
        Problem.of(
            ProblemType.KIND_CHANGE,
            "kind",
            "The namespace "
                + name
                + " is of kind "
                + kind.label()
                + "; its kind cannot be changed"));
  }

  private static Rejection shardsChange(String name, int shards) {
    return new Rejection(
        Problem.of(
            ProblemType.SHARDS_CHANGE,
            "shards",
            "The namespace " + name + " has shards " + shards + "; they cannot be changed"));
  }

  private static Response shown(HttpServerRequest request, Namespace namespace) {
    EntityTag tag = EntityTag.of(namespace.version());
    return tag.isIn(request.headers().getAll(HttpHeaders.IF_NONE_MATCH))
        ? Response.notModified().with(HttpHeaders.ETAG, tag.text())
        : response(200, namespace).revalidated();
  }

  private static Response response(int status, Namespace namespace) {
    EntityTag tag = EntityTag.of(namespace.version());
    return Response.json(status, body(namespace)).with(HttpHeaders.ETAG, tag.text());
  }

  private static Buffer body(Namespace namespace) {
    JsonText json =
        new JsonText()
            .beginObject()
            .field("namespace", namespace.name())
            .field("kind", namespace.kind().label())
            .field("deduplicate", namespace.deduplicate().label())
            .field("retain", namespace.retain().label())
            .field("shards", namespace.shards())
            .name("windows")
            .beginArray();
    for (Granularity granularity : Granularity.values()) {
      if (namespace.windows().contains(granularity)) {
        json.value(granularity.label());
      }
    }
    return json.endArray().endObject().toBuffer();
  }
}
