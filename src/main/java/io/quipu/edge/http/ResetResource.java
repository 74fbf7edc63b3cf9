package io.quipu.edge.http;

import io.quipu.edge.access.RequestAudit;
import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.counters.CounterPath;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.Resource;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.engine.kind.RecordOutcome.Recorded;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.JsonText;
import io.quipu.service.CounterService;
import io.quipu.service.auth.Right;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;

/** Sets a counter back to zero, at a point in event order. */
record ResetResource(CounterService service, RouteAccess access) implements Resource {
  @Override
  public void mount(Routes routes) {
    routes.json(
        HttpMethod.DELETE,
        "/v1/counters/{namespace}/{counter}",
        access.toCounter(Right.ADMIN),
        this::reset);
  }

  private Future<Response> reset(RoutedRequest request) {
    CounterName counter = CounterPath.counter(request);
    return request
        .readNothing()
        .compose(empty -> service.namespaces().find(counter.namespace()))
        .compose(found -> service.reset(found, counter, request.span()))
        .onSuccess(done -> RequestAudit.reset(request, done.at().toString()))
        .onFailure(failure -> RequestAudit.unlessSure(request, failure))
        .map(ResetResource::response);
  }

  private static Response response(Recorded reset) {
    return Response.json(
        200,
        new JsonText()
            .beginObject()
            .field("status", "reset")
            .field("at", reset.at().toString())
            .endObject());
  }
}
