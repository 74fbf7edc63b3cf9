package io.quipu.edge.http;

import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.counters.CounterPath;
import io.quipu.edge.counters.SeriesInput;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.CsvTable;
import io.quipu.edge.web.EntityTag;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.engine.kind.Answer;
import io.quipu.engine.kind.Publicity;
import io.quipu.engine.kind.ReadOptions;
import io.quipu.engine.model.JsonText;
import io.quipu.engine.model.KnownCounter;
import io.quipu.service.CounterService;
import io.quipu.service.auth.Right;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads the count of one counter, of one of its series, or of the series of a breakdown. */
record CountResource(CounterService service, RouteAccess access) implements PublicResource {
  private static final CsvTable TABLE =
      new CsvTable(
          "series",
          List.of("count", "events"),
          List.of("count", "events", "estimate", "lower", "upper", "items", "quantiles"));

  /** The parameters of questions about several series. */
  private static final Set<String> OF_SERIES =
      Set.of(SeriesInput.BY, SeriesInput.WHERE, "order", "limit", "after");

  @Override
  public void mount(Routes routes, RouteAccess readers) {
    Set<String> parameters = new TreeSet<>(service.kinds().readOptions());
    parameters.addAll(OF_SERIES);
    routes.table(
        "/v1/counters/{namespace}/{counter}",
        readers.orPublic(readers.toCounter(Right.READ)),
        TABLE,
        this::read,
        parameters.toArray(String[]::new));
  }

  private Future<Response> read(RoutedRequest request) {
    SeriesInput input = SeriesInput.of(request.query());
    return service
        .namespaces()
        .use(
            CounterPath.counter(request),
            known -> input.isBroken() ? series(request, known, input) : one(request, known, input));
  }

  private Future<Response> series(RoutedRequest request, KnownCounter known, SeriesInput input) {
    ReadOptions options = options(known, request, OF_SERIES);
    return new SeriesResponse(service.reads(), access.asker(request))
        .counts(SeriesResponse.range(input, known, request.query()).with(options))
        .map(counts -> SeriesResponse.of(input, known, counts));
  }

  private Future<Response> one(RoutedRequest request, KnownCounter known, SeriesInput input) {
    return service
        .reads()
        .count(
            input.counter(known),
            options(known, request, Set.of(SeriesInput.WHERE)),
            access.asker(request))
        .map(
            answer -> {
              Response response =
                  Response.json(200, json(answer))
                      .revalidated()
                      .with(HttpHeaders.ETAG, EntityTag.ofState(answer.version()).text());
              // Caches give an answer to a page of another origin as it was given before.
              return Publicity.isRead(known.namespace()) ? response.forEveryOrigin() : response;
            });
  }

  /**
   * Parses the parameters that only some kinds have.
   *
   * @param others the parameters that the question has besides
   */
  private ReadOptions options(KnownCounter known, RoutedRequest request, Set<String> others) {
    Map<String, String> given = request.query().all();
    if (!given.isEmpty()) {
      given = new TreeMap<>(given);
      given.keySet().removeAll(others);
      given.remove(CsvTable.SPREADSHEET);
    }
    return service.kinds().readOptions(known.namespace(), given);
  }

  private static Buffer json(Answer answer) {
    JsonText json = new JsonText().beginObject();
    answer.write(json);
    return Buffer.buffer(json.endObject().toString());
  }
}
