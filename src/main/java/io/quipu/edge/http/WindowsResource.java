package io.quipu.edge.http;

import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.counters.CounterPath;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.Resource;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.engine.kind.Feature;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.Granularity;
import io.quipu.engine.model.InvalidInput;
import io.quipu.engine.model.JsonText;
import io.quipu.engine.model.KnownCounter;
import io.quipu.engine.model.WindowCount;
import io.quipu.engine.query.Count;
import io.quipu.engine.query.QueryMessages;
import io.quipu.service.CounterService;
import io.quipu.service.auth.Right;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;

/** Reads the counts of a counter in the windows of a time range. */
record WindowsResource(CounterService service, RouteAccess access) implements Resource {
  @Override
  public void mount(Routes routes) {
    routes.json(
        HttpMethod.GET,
        "/v1/counters/{namespace}/{counter}/windows",
        access.toCounter(Right.READ),
        this::read,
        "granularity",
        "from",
        "to");
  }

  private Future<Response> read(RoutedRequest request) {
    CounterName counter = CounterPath.counter(request);
    WindowRange range = WindowRange.of(request.query(), service.clock().wall());
    return service
        .namespaces()
        .known(counter)
        .compose(known -> windows(request, known, range))
        .map(windows -> response(range.granularity(), windows));
  }

  private Future<List<WindowCount>> windows(
      RoutedRequest request, KnownCounter counter, WindowRange range) {
    service.kinds().of(counter.namespace()).require(Feature.WINDOWS);
    if (!counter.namespace().windows().contains(range.granularity())) {
      throw new InvalidInput(
          "granularity",
          "the namespace keeps no windows of this granularity: " + range.granularity().label());
    }
    if (range.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return service
        .reads()
        .windows(
            new QueryMessages.Range(counter, range.granularity(), range.first(), range.last()),
            request.span());
  }

  private static Response response(Granularity granularity, List<WindowCount> windows) {
    JsonText json =
        new JsonText()
            .beginObject()
            .field("granularity", granularity.label())
            .name("windows")
            .beginArray();
    for (WindowCount window : windows) {
      json.beginObject().field("start", window.window().start().toString());
      Count.write(json, window.tally()).field("settled", window.settled()).endObject();
    }
    return Response.json(200, json.endArray().endObject());
  }
}
