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
import io.quipu.service.Asker;
import io.quipu.service.CounterService;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

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
    Asker asker = access.asker(request);
    if (query.all().isEmpty()) {
      return service.namespaces().use(counter, known -> usual(new Question.Count(known), asker));
    }
    return read(counter, query, asker, CountResource::response, Response::object);
  }

  /** Reads the count of most requests, without options. */
  private Future<Response> usual(Question.Count question, Asker asker) {
    return service.questions().answer(question, asker).map(answer -> response(question, answer));
  }

  /** Reads a count or series, as the path does. Completes with what writes the members. */
  Future<Consumer<JsonText>> answer(CounterName counter, Query query, Asker asker) {
    return read(counter, query, asker, (question, answer) -> answer::write, series -> series);
  }

  private <T> Future<T> read(
      CounterName counter,
      Query query,
      Asker asker,
      BiFunction<Question.Count, Answer, T> count,
      Function<Consumer<JsonText>, T> several) {
    SeriesInput input = SeriesInput.of(query);
    return service
        .namespaces()
        .use(
            counter,
            known -> {
              ReadOptions options = ReadParameters.options(service.kinds(), query, known);
              if (input.isBroken()) {
                return service
                    .questions()
                    .answer(SeriesResponse.range(input, known, query).with(options), asker)
                    .map(found -> found.orRefuse("order", "take order=name"))
                    .map(found -> several.apply(SeriesResponse.members(input, known, found)));
              }
              Question.Count one = new Question.Count(input.counter(known), options);
              return service.questions().answer(one, asker).map(answer -> count.apply(one, answer));
            });
  }

  private static Response response(Question.Count question, Answer answer) {
    Response response =
        Response.object(answer::write)
            .revalidated()
            .with(HttpHeaders.ETAG, EntityTag.ofState(answer.versionOfLife()).text());
    // Caches give an answer to a page of another origin as it was given before.
    return Publicity.isRead(question.namespace()) ? response.forEveryOrigin() : response;
  }
}
