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
import io.quipu.engine.input.Limits;
import io.quipu.engine.keys.Right;
import io.quipu.engine.kind.Feature;
import io.quipu.engine.kind.Kind;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.query.ranking.Ranked;
import io.quipu.engine.query.ranking.Ranking;
import io.quipu.service.CounterService;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/** Reads the largest counters of a namespace, by their whole count or by a part of time. */
public record TopResource(CounterService service, RouteAccess access) implements PublicResource {
  private static final int USUAL = 10;

  @Override
  public void mount(Routes routes, RouteAccess readers) {
    routes.table(
        "/v1/counters/{namespace}/top",
        readers.orPublic(readers.within(Right.READ)),
        RankingResponse.TABLE,
        this::read,
        "n",
        "prefix",
        "granularity",
        TopTime.WINDOW,
        RangeInput.FIELD,
        ZoneInput.FIELD,
        SeriesInput.BY,
        SeriesInput.WHERE);
  }

  private Future<Response> read(RoutedRequest request) {
    String namespace = CounterPath.namespace(request);
    Query query = request.query();
    int most = query.get("n").map(text -> ListLimit.number("n", text)).orElse(USUAL);
    String prefix = query.get("prefix").orElse("");
    RequestAudit.requireNames(request, namespace, prefix);
    NameRange names = NameRange.of(prefix);
    TopTime time = TopTime.of(query, service.clock().wall());
    SeriesInput input = SeriesInput.of(query);
    return service
        .namespaces()
        .use(
            namespace,
            found ->
                ranking(request, found, names, time, input.ranked(found))
                    .map(ranking -> RankingResponse.of(known(ranking), most, found, input)));
  }

  private static Ranking known(Ranking ranking) {
    if (ranking.equals(Ranking.TOO_MANY)) {
      throw new InvalidInput(
          SeriesInput.BY,
          "a counter has more than "
              + Limits.COUNTS
              + " series, too many to rank those of all counters; take where, or by of one counter");
    }
    return ranking;
  }

  private Future<Ranking> ranking(
      RoutedRequest request,
      Namespace namespace,
      NameRange names,
      @Nullable TopTime time,
      String series) {
    Kind kind = service.kinds().of(namespace);
    kind.require(Feature.LISTS);
    if (time == null) {
      return service
          .reads()
          .ranking(new Ranked(namespace, names, null, series), access.asker(request));
    }
    kind.require(Feature.WINDOW_RANKINGS);
    WindowCover cover = time.cover(kind.windows(namespace));
    time.requireShown(cover, namespace, service.reached());
    return service
        .reads()
        .ranking(new Ranked(namespace, names, cover.range(0), series), access.asker(request))
        .map(
            ranking -> {
              // what was read may have been deleted meanwhile
              time.requireShown(cover, namespace, service.reached());
              return ranking;
            });
  }
}
