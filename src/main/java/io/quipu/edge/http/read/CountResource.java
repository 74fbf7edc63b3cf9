package io.quipu.edge.http.read;

import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.counters.CounterPath;
import io.quipu.edge.counters.SeriesInput;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.CsvTable;
import io.quipu.edge.web.EntityTag;
import io.quipu.edge.web.Query;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.keys.Right;
import io.quipu.engine.kind.Publicity;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.kind.answer.ReadOptions;
import io.quipu.engine.names.CounterName;
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
        ReadParameters.with(service.kinds(), "order", "after"));
  }

  private Future<Response> read(RoutedRequest request) {
    CounterName counter = CounterPath.counter(request);
    Query query = request.query();
    if (query.all().isEmpty()) {
      return service.namespaces().use(counter, known -> one(request, new Question.Count(known)));
    }
    SeriesInput input = SeriesInput.of(query);
    return service
        .namespaces()
        .use(
            counter,
            known -> {
              ReadOptions options = ReadParameters.options(service.kinds(), query, known);
              return input.isBroken()
                  ? series(request, known, input, options)
                  : one(request, new Question.Count(input.counter(known), options));
            });
  }

  private Future<Response> series(
      RoutedRequest request, KnownCounter known, SeriesInput input, ReadOptions options) {
    return service
        .questions()
        .answer(
            SeriesResponse.range(input, known, request.query()).with(options),
            access.asker(request))
        .map(found -> SeriesResponse.of(input, known, found.orRefuse("order", "take order=name")));
  }

  private Future<Response> one(RoutedRequest request, Question.Count question) {
    return service
        .questions()
        .answer(question, access.asker(request))
        .map(
            answer -> {
              Response response =
                  Response.json(200, json(answer))
                      .revalidated()
                      .with(HttpHeaders.ETAG, EntityTag.ofState(answer.versionOfLife()).text());
              // Caches give an answer to a page of another origin as it was given before.
              return Publicity.isRead(question.namespace()) ? response.forEveryOrigin() : response;
            });
  }

  private static Buffer json(Answer answer) {
    JsonText json = new JsonText().beginObject();
    answer.write(json);
    return Buffer.buffer(json.endObject().toString());
  }
}
