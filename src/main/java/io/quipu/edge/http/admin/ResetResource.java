package io.quipu.edge.http.admin;

import io.quipu.edge.access.RequestAudit;
import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.counters.CounterPath;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.Resource;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.keys.Right;
import io.quipu.engine.names.CounterName;
import io.quipu.service.CounterService;
import io.quipu.service.failure.Reason;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;

/**
 * Sets a counter back to zero, at a point in event order; or purges it, with all that belongs to
 * it.
 */
public record ResetResource(CounterService service, RouteAccess access) implements Resource {
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
    return service
        .administration()
        .purge(counter)
        .onSuccess(at -> RequestAudit.purged(request, at.toString()))
        .onFailure(
            failure -> {
              if (ServiceFailure.is(failure, Reason.OUTCOME_UNKNOWN)) {
                RequestAudit.purged(request, "unknown");
              }
            })
        .map(at -> response(202, "deleting", at.toString()));
  }

  private static Response response(int status, String done, String at) {
    return Response.json(
        status, new JsonText().beginObject().field("status", done).field("at", at).endObject());
  }
}
