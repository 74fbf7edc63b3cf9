package io.quipu.edge.http.read;

import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.counters.CounterPath;
import io.quipu.edge.counters.SeriesInput;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.CsvTable;
import io.quipu.edge.web.EntityTag;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.keys.Right;
import io.quipu.engine.kind.Publicity;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.ReadOptions;
import io.quipu.engine.names.KnownCounter;
import io.quipu.service.CounterService;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import java.util.List;

/** Reads the count of one counter, of one of its series, or of the series of a breakdown. */
public record CountResource(CounterService service, RouteAccess access) implements PublicResource {
  private static final CsvTable TABLE =
      new CsvTable(
          "series",
          List.of("count", "events"),
          List.of("count", "events", "estimate", "lower", "upper", "items", "quantiles"));

  @Override
  public void mount(Routes routes, RouteAccess readers) {
    routes.table(
        "/v1/counters/{namespace}/{counter}",
        readers.orPublic(readers.toCounter(Right.READ)),
        TABLE,
        this::read,
        WindowsResource.parameters(service.kinds(), "order", "after"));
  }

  private Future<Response> read(RoutedRequest request) {
    SeriesInput input = SeriesInput.of(request.query());
    return service
        .namespaces()
        .use(
            CounterPath.counter(request),
            known -> {
              ReadOptions options = WindowsResource.options(service.kinds(), request, known);
              return input.isBroken()
                  ? series(request, known, input, options)
                  : one(request, known, input, options);
            });
  }

  private Future<Response> series(
      RoutedRequest request, KnownCounter known, SeriesInput input, ReadOptions options) {
    return new SeriesResponse(service.reads(), access.asker(request))
        .counts(SeriesResponse.range(input, known, request.query()).with(options))
        .map(counts -> SeriesResponse.of(input, known, counts));
  }

  private Future<Response> one(
      RoutedRequest request, KnownCounter known, SeriesInput input, ReadOptions options) {
    return service
        .reads()
        .count(input.counter(known), options, access.asker(request))
        .map(
            answer -> {
              Response response =
                  Response.json(200, json(answer))
                      .revalidated()
                      .with(HttpHeaders.ETAG, EntityTag.ofState(answer.versionOfLife()).text());
              // Caches give an answer to a page of another origin as it was given before.
              return Publicity.isRead(known.namespace()) ? response.forEveryOrigin() : response;
            });
  }

  private static Buffer json(Answer answer) {
    JsonText json = new JsonText().beginObject();
    answer.write(json);
    return Buffer.buffer(json.endObject().toString());
  }
}
