package io.quipu.edge.http.read;

import io.quipu.edge.access.RequestAudit;
import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.MediaTypes;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.keys.Right;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.service.Asker;
import io.quipu.service.CounterService;
import io.quipu.service.access.Denial;
import io.quipu.service.auth.Caller;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Returns the counts of many counters, in the order of the request. */
public record CountsResource(CounterService service, RouteAccess access) implements PublicResource {
  @Override
  public void mount(Routes routes, RouteAccess readers) {
    routes.json(
        HttpMethod.POST,
        "/v1/counts",
        readers.orPublicByBody(readers.somewhere(Right.READ)),
        request -> read(request, readers));
  }

  private Future<Response> read(RoutedRequest request, RouteAccess readers) {
    Future<List<CounterName>> body =
        Future.succeededFuture(request).compose(CountsResource::counters);
    return PublicResource.readOf(request, readers, body)
        .compose(
            counters ->
                require(request, readers, counters).compose(allowed -> read(request, counters)));
  }

  private static Future<List<CounterName>> counters(RoutedRequest request) {
    MediaTypes.requireBodyType(MediaTypes.bodyType(request.http()), MediaTypes.JSON);
    return request.read(CountsInput::counters);
  }

  private Future<Response> read(RoutedRequest request, List<CounterName> counters) {
    return service
        .namespaces()
        .of(CountsInput.COUNTERS, counters)
        .compose(found -> counts(request, counters, found))
        .map(counts -> response(counters, counts));
  }

  private static Future<Void> require(
      RoutedRequest request, RouteAccess readers, List<CounterName> counters) {
    if (readers.isOfEverybody(request)) {
      return readers.requirePublic(
          request, counters.stream().map(CounterName::namespace).collect(Collectors.toSet()));
    }
    requirePermission(request, counters);
    return Future.succeededFuture();
  }

  /** Checks every counter before any lookup, so that a denied caller learns nothing of the data. */
  private static void requirePermission(RoutedRequest request, List<CounterName> counters) {
    Caller caller = RequestAudit.caller(request);
    for (int i = 0; !caller.isUnbounded() && i < counters.size(); i++) {
      if (!caller.may(Right.READ, counters.get(i))) {
        throw RequestAudit.noted(
            request, Denial.mayNot(Right.READ).inElement(CountsInput.COUNTERS, i));
      }
    }
  }

  private Future<Map<CounterName, Future<Answer>>> counts(
      RoutedRequest request, List<CounterName> counters, Map<String, Namespace> namespaces) {
    List<KnownCounter> asked = new ArrayList<>();
    for (CounterName counter : new LinkedHashSet<>(counters)) {
      asked.add(KnownCounter.of(counter, namespaces));
    }
    Asker asker = access.asker(request);
    asker.pay("", asked.size());
    Map<CounterName, Future<Answer>> counts = new NamedCounts(service.questions(), asker).of(asked);
    return Future.join(List.copyOf(counts.values())).map(counts);
  }

  private static Response response(
      List<CounterName> counters, Map<CounterName, Future<Answer>> counts) {
    JsonText json = new JsonText().beginObject().name("counts").beginArray();
    for (CounterName counter : counters) {
      Future<Answer> count = counts.get(counter);
      if (count == null) {
        throw new IllegalStateException("a count is missing");
      }
      count.result().write(json.beginObject());
      json.endObject();
    }
    return Response.json(200, json.endArray().endObject());
  }
}
