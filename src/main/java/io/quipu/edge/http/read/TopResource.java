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
import io.quipu.engine.input.Limits;
import io.quipu.engine.keys.Right;
import io.quipu.engine.kind.answer.Ranked;
import io.quipu.engine.kind.answer.Ranking;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.WindowCover;
import io.quipu.service.Asker;
import io.quipu.service.CounterService;
import io.vertx.core.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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
        TopTime.GRANULARITY,
        TopTime.WINDOW,
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

  /**
   * Reads the largest counters, as the path does. Completes with what writes the members of the
   * answer.
   */
  Future<Consumer<JsonText>> answer(String namespace, Query query, Asker asker) {
    int most = query.get(MOST).map(text -> ListLimit.number(MOST, text)).orElse(USUAL);
    TopTime time = TopTime.of(query, service.clock().wall());
    SeriesInput input = SeriesInput.of(query);
    return service
        .namespaces()
        .use(
            namespace,
            found ->
                ranking(found, query, time, asker)
                    .map(
                        ranking ->
                            json -> RankingResponse.write(json, ranking, most, found, input)));
  }

  /**
   * Ranks the counters that a query names.
   *
   * @param time null to rank by all that they have counted
   * @throws InvalidInput if some of the time is not kept any more, or has too many windows
   */
  Future<Ranking> ranking(Namespace namespace, Query query, @Nullable TopTime time, Asker asker) {
    NameRange names = NameRange.of(query.get(PREFIX).orElse(""));
    String series = SeriesInput.of(query).ranked(namespace);
    if (time == null) {
      return ranking(new Ranked(namespace, names, null, series), asker);
    }
    WindowCover cover = time.cover(service.kinds().of(namespace).windows(namespace));
    time.requireShown(cover, namespace, service.reached());
    return ranking(new Ranked(namespace, names, cover.range(0), series), asker)
        .map(
            ranking -> {
              // what was read may have been deleted meanwhile
              time.requireShown(cover, namespace, service.reached());
              return ranking;
            });
  }

  private Future<Ranking> ranking(Ranked asked, Asker asker) {
    return service.questions().answer(asked, asker).map(TopResource::known);
  }

  private static Ranking known(Ranking ranking) {
    if (ranking.equals(Ranking.TOO_MANY)) {
      throw new InvalidInput(
          SeriesInput.BY,
          "a counter has more than "
              + Limits.COUNTS
              + " series, too many to rank those of all counters; take where, or by of one"
              + " counter");
    }
    return ranking;
  }
}
