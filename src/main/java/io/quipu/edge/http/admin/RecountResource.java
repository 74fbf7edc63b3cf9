package io.quipu.edge.http.admin;

import io.quipu.edge.access.RequestAudit;
import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.counters.CounterPath;
import io.quipu.edge.counters.SeriesInput;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.Resource;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.engine.checkpoint.recount.RecountReport;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.keys.Right;
import io.quipu.engine.kind.answer.Feature;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.query.QueryMessages.Recount;
import io.quipu.service.CounterService;
import io.quipu.service.rates.Prices;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.UUID;

/** Counts the retained rows of a counter again, and compares the result with the settled count. */
public record RecountResource(CounterService service, RouteAccess access) implements Resource {
  @Override
  public void mount(Routes routes) {
    routes.json(
        HttpMethod.POST,
        "/v1/counters/{namespace}/{counter}/recount",
        access.toCounter(Right.ADMIN, Prices.RECOUNT),
        this::recount,
        SeriesInput.WHERE);
  }

  private Future<Response> recount(RoutedRequest request) {
    CounterName counter = CounterPath.counter(request);
    SeriesInput input = SeriesInput.of(request.query());
    return request
        .readNothing()
        .compose(
            empty ->
                service.namespaces().use(counter, known -> recount(request, input.counter(known))))
        .onSuccess(report -> RequestAudit.recounted(request, report.drift().toString()))
        .map(RecountResource::response);
  }

  private Future<RecountReport> recount(RoutedRequest request, KnownCounter counter) {
    service.kinds().of(counter.namespace()).require(Feature.RECOUNT);
    Recount asked = new Recount(counter, UUID.randomUUID());
    request.whenGone(() -> service.questions().withdraw(asked));
    return service.questions().recount(asked);
  }

  private static Response response(RecountReport report) {
    return Response.json(
        200,
        new JsonText()
            .beginObject()
            .field("count", report.count())
            .field("recounted", report.recounted())
            .field("drift", report.drift())
            .field("windowsChecked", report.windowsChecked())
            .field("complete", report.complete())
            .endObject());
  }
}
