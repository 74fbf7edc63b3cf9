package io.quipu.edge.http.read;

import io.quipu.edge.access.RequestAudit;
import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.counters.CounterPath;
import io.quipu.edge.counters.SeriesInput;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.Query;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.keys.Right;
import io.quipu.engine.kind.answer.Ranking;
import io.quipu.engine.names.Namespace;
import io.quipu.service.Asker;
import io.quipu.service.CounterService;
import io.vertx.core.Future;
import java.util.function.Consumer;
import java.util.function.Function;

/** Reads the largest counters of a namespace, by their whole count or by a part of time. */
public record TopResource(CounterService service, RouteAccess access) implements PublicResource {
  static final String MOST = "n";
  static final String PREFIX = "prefix";

  private static final int USUAL = 10;

  @Override
  public void mount(Routes routes, RouteAccess readers) {
    routes.table(
        "/v1/counters/{namespace}/top",
        readers.orPublic(readers.within(Right.READ)),
        RankingResponse.TABLE,
        this::read,
        MOST,
        PREFIX,
        RankedTime.GRANULARITY,
        RankedTime.WINDOW,
        RangeInput.FIELD,
        "from",
        "to",
        ZoneInput.FIELD,
        SeriesInput.BY,
        SeriesInput.WHERE);
  }

  private Future<Response> read(RoutedRequest request) {
    String namespace = CounterPath.namespace(request);
    Query query = request.query();
    RequestAudit.requireNames(request, namespace, query.get(PREFIX).orElse(""));
    return answer(namespace, query, access.asker(request)).map(Response::object);
  }

  /** Reads the largest counters. Completes with what writes the members of the answer. */
  private Future<Consumer<JsonText>> answer(String namespace, Query query, Asker asker) {
    return new RankedReads(service, asker).of(namespace, question(service, query, Ranking.MOST));
  }

  /**
   * Makes the question for the largest counters, of a namespace.
   *
   * @param most the maximum number of counters that are ranked
   */
  static Function<Namespace, RankedQuestion> question(
      CounterService service, Query query, int most) {
    int shown = query.get(MOST).map(text -> ListLimit.number(MOST, text)).orElse(USUAL);
    if (shown > most) {
      throw new InvalidInput("limit", "limit may be at most " + most + " with namespaces");
    }
    RankedTime time = RankedTime.of(query, service.clock().wall());
    SeriesInput input = SeriesInput.of(query);
    return namespace ->
        RankedQuestion.of(
            service,
            namespace,
            query,
            time,
            most,
            (json, ranking, sums, ranges) ->
                RankingResponse.write(json, ranking, shown, namespace, input));
  }
}
