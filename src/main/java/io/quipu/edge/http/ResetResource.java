package io.quipu.edge.http;

import io.quipu.edge.access.RequestAudit;
import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.counters.CounterPath;
import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.Resource;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.JsonText;
import io.quipu.engine.namespace.PurgeOutcome;
import io.quipu.service.CounterService;
import io.quipu.service.NamespaceService;
import io.quipu.service.auth.Right;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;

/**
 * Sets a counter back to zero, at a point in event order; or purges it, with all that belongs to
 * it.
 */
record ResetResource(CounterService service, RouteAccess access) implements Resource {
  private static final String PURGE = "purge";

  @Override
  public void mount(Routes routes) {
    routes.json(
        HttpMethod.DELETE,
        "/v1/counters/{namespace}/{counter}",
        access.toCounter(Right.ADMIN),
        this::delete,
        PURGE);
  }

  private Future<Response> delete(RoutedRequest request) {
    CounterName counter = CounterPath.counter(request);
    boolean purge = request.query().flag(PURGE);
    return request
        .readNothing()
        .compose(empty -> purge ? purge(request, counter) : reset(request, counter));
  }

  private Future<Response> reset(RoutedRequest request, CounterName counter) {
    return service
        .namespaces()
        .find(counter.namespace())
        .compose(found -> service.reset(found, counter, request.span()))
        .onSuccess(done -> RequestAudit.reset(request, done.at().toString()))
        .onFailure(failure -> RequestAudit.unlessSure(request, failure))
        .map(done -> response(200, "reset", done.at().toString()));
  }

  private Future<Response> purge(RoutedRequest request, CounterName counter) {
    return service.namespaces().purge(counter).map(outcome -> purged(request, counter, outcome));
  }

  private static Response purged(RoutedRequest request, CounterName counter, PurgeOutcome outcome) {
    if (outcome instanceof PurgeOutcome.Purging purging) {
      RequestAudit.purged(request, purging.at().toString());
      return response(202, "deleting", purging.at().toString());
    }
    if (outcome instanceof PurgeOutcome.Absent) {
      throw NamespaceService.unknown(counter.namespace());
    }
    if (outcome instanceof PurgeOutcome.TooMany many) {
      String of = many.ofCounter() ? "The counter was" : "Counters of the namespace were";
      throw Rejection.of(
          ProblemType.TOO_MANY_PURGES,
          "counter",
          of + " purged " + many.most() + " times, which is as often as possible");
    }
    RequestAudit.purged(request, "unknown");
    throw Rejection.of(
        ProblemType.OUTCOME_UNKNOWN,
        "The counter may or may not have been purged. Purge it again.");
  }

  private static Response response(int status, String done, String at) {
    return Response.json(
        status, new JsonText().beginObject().field("status", done).field("at", at).endObject());
  }
}
