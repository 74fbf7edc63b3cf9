package io.quipu.http;

import io.quipu.counter.Granularity;
import io.quipu.counter.InvalidInput;
import io.quipu.counter.Kind;
import io.quipu.counter.Namespace;
import io.quipu.namespace.PutOutcome;
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

  private Future<Answer> show(Exchange exchange) {
    return backend.freshNamespace(exchange.namespace()).map(found -> answer(200, found));
  }

  private Future<Answer> put(Exchange exchange) {
    String name = exchange.namespace();
    MediaTypes.requireBodyType(MediaTypes.bodyType(exchange.request()), MediaTypes.JSON);
    return exchange.read(body -> NamespaceInput.namespace(name, body)).compose(this::put);
  }

  private Future<Answer> put(Namespace wanted) {
    return wanted.kind() == Kind.EVENT || wanted.kind() == Kind.UNIQUE
        ? backend.putNamespace(wanted).map(outcome -> answer(wanted, outcome))
        : refuseKind(wanted);
  }

  /** A kind that is still to come; still, that the namespace has another one goes first. */
  private Future<Answer> refuseKind(Namespace wanted) {
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

  private static Answer answer(Namespace wanted, PutOutcome outcome) {
    if (outcome instanceof PutOutcome.OtherKind other) {
      throw kindChange(wanted.name(), other.kind());
    }
    if (outcome instanceof PutOutcome.OutcomeUnknown) {
      throw new Rejection(
          Problem.of(
              ProblemType.OUTCOME_UNKNOWN,
              "The namespace may or may not have been changed. Send it again."));
    }
    return answer(outcome instanceof PutOutcome.Created ? 201 : 200, wanted);
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

  private static Answer answer(int status, Namespace namespace) {
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
    return Answer.json(status, json.endArray().endObject().toBuffer());
  }
}
