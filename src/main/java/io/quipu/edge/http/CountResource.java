package io.quipu.edge.http;

import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.counters.CounterPath;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.EntityTag;
import io.quipu.edge.web.Resource;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.engine.kind.Answer;
import io.quipu.engine.model.JsonText;
import io.quipu.service.CounterService;
import io.quipu.service.auth.Right;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;

/** Reads the count of one counter. */
record CountResource(CounterService service, RouteAccess access) implements Resource {
  @Override
  public void mount(Routes routes) {
    routes.json(
        HttpMethod.GET,
        "/v1/counters/{namespace}/{counter}",
        access.toCounter(Right.READ),
        this::read,
        service.kinds().readOptions().toArray(String[]::new));
  }

  private Future<Response> read(RoutedRequest request) {
    return service
        .namespaces()
        .known(CounterPath.counter(request))
        .compose(
            known ->
                service
                    .reads()
                    .count(
                        known,
                        service.kinds().readOptions(known.namespace(), request.query().all()),
                        request.span()))
        .map(answer -> response(request.http(), answer));
  }

  private static Buffer json(Answer answer) {
    JsonText json = new JsonText().beginObject();
    answer.write(json);
    return Buffer.buffer(json.endObject().toString());
  }

  private static Response response(HttpServerRequest request, Answer answer) {
    EntityTag tag = EntityTag.of(answer.version());
    return (tag.isIn(request.headers().getAll(HttpHeaders.IF_NONE_MATCH))
            ? Response.notModified()
            : Response.json(200, json(answer)).revalidated())
        .with(HttpHeaders.ETAG, tag.text());
  }
}
