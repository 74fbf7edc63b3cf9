package io.quipu.http;

import io.quipu.counter.Granularity;
import io.quipu.counter.InvalidInput;
import io.quipu.counter.Kind;
import io.quipu.counter.Namespace;
import io.quipu.namespace.PutOutcome;
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
import io.vertx.core.http.HttpMethod;

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
        .map(found -> response(200, found));
  }

  private Future<Response> put(RoutedRequest request) {
    String name = CounterPath.namespace(request);
    MediaTypes.requireBodyType(MediaTypes.bodyType(request.http()), MediaTypes.JSON);
    return request.read(body -> NamespaceInput.namespace(name, body)).compose(this::put);
  }

  private Future<Response> put(Namespace wanted) {
    return wanted.kind() == Kind.EVENT || wanted.kind() == Kind.UNIQUE
        ? backend.putNamespace(wanted).map(outcome -> response(wanted, outcome))
        : refuseKind(wanted);
  }

  /** A kind that is still to come; still, that the namespace has another one goes first. */
  private Future<Response> refuseKind(Namespace wanted) {
    return backend
        .freshNamespace(wanted.name())
        .recover(
            failure ->
                isUnknownNamespace(failure)
                    ? Future.succeededFuture(wanted)
                    : Future.failedFuture(failure))
        .map(
            current -> {
              if (current.kind() != wanted.kind()) {
                throw kindChange(wanted.name(), current.kind());
              }
              throw new InvalidInput(
                  "kind",
                  "kind "
                      + wanted.kind().label()
                      + " comes in a later version; so far there are"
                      + " event and unique");
            });
  }

  private static boolean isUnknownNamespace(Throwable failure) {
    return failure instanceof Rejection rejection
        && rejection.problem().type() == ProblemType.UNKNOWN_NAMESPACE;
  }

  private static Response response(Namespace wanted, PutOutcome outcome) {
    if (outcome instanceof PutOutcome.OtherKind other) {
      throw kindChange(wanted.name(), other.kind());
    }
    if (outcome instanceof PutOutcome.OutcomeUnknown) {
      throw new Rejection(
          Problem.of(
              ProblemType.OUTCOME_UNKNOWN,
              "The namespace may or may not have been changed. Send it again."));
    }
    return response(outcome instanceof PutOutcome.Created ? 201 : 200, wanted);
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

  private static Response response(int status, Namespace namespace) {
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
    return Response.json(status, json.endArray().endObject().toBuffer());
  }
}
