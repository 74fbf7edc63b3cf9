package io.quipu.edge.http.read;

import io.quipu.edge.access.RequestAudit;
import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.counters.CounterPath;
import io.quipu.edge.counters.SeriesInput;
import io.quipu.edge.counters.TimeInput;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.Query;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.Limits;
import io.quipu.engine.keys.Right;
import io.quipu.engine.kind.answer.Ranked;
import io.quipu.engine.kind.answer.Ranking;
import io.quipu.engine.names.Keep;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.windows.CalendarUnit;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.service.Asker;
import io.quipu.service.CounterService;
import io.vertx.core.Future;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the largest counters of a namespace, by their whole count or by one window of a zone. */
public record TopResource(CounterService service, RouteAccess access) implements PublicResource {
  private static final int USUAL = 10;

  /** The maximum number of windows that are added up for each counter: the minutes of a day. */
  private static final int MOST_WINDOWS = 25 * 60;

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
        "window",
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
    WindowRange window = window(query, service.clock().wall());
    SeriesInput input = SeriesInput.of(query);
    return service
        .namespaces()
        .use(
            namespace,
            found ->
                ranking(request, found, names, window, input.ranked(found))
                    .map(ranking -> RankingResponse.of(known(ranking), most, found, input)));
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

  private Future<Ranking> ranking(
      RoutedRequest request,
      Namespace namespace,
      NameRange names,
      @Nullable WindowRange window,
      String series) {
    Asker asker = access.asker(request);
    if (window == null) {
      return service.questions().answer(new Ranked(namespace, names, null, series), asker);
    }
    WindowCover cover = cover(service.kinds().of(namespace).windows(namespace), window);
    requireShown(namespace, window, cover);
    return service
        .questions()
        .answer(new Ranked(namespace, names, cover.range(0), series), asker)
        .map(
            ranking -> {
              // what was read may have been deleted meanwhile
              requireShown(namespace, window, cover);
              return ranking;
            });
  }

  private static WindowCover cover(Set<Granularity> kept, WindowRange window) {
    WindowCover cover = window.cover(kept).orElseThrow();
    if (cover.windows() > MOST_WINDOWS) {
      throw new InvalidInput(
          "granularity",
          "the namespace keeps no longer windows, so this would add up "
              + cover.windows()
              + " for each counter; at most "
              + MOST_WINDOWS
              + " are allowed");
    }
    return cover;
  }

  private void requireShown(Namespace namespace, WindowRange window, WindowCover cover) {
    long from = cover.shownFrom(Keep.of(namespace), service.reached());
    if (from > cover.start().epochSecond()) {
      throw new InvalidInput(
          "window",
          "the namespace keeps no windows of this range before "
              + ZoneInput.text(window.zone(), from));
    }
  }

  /**
   * The window that the query names. The window of {@code now} if the query has a granularity only;
   * null if the query has neither granularity nor window.
   */
  private static @Nullable WindowRange window(Query query, EventTime now) {
    ZoneId zone = ZoneInput.of(query);
    if (query.get("granularity").isEmpty()) {
      for (String field : List.of("window", ZoneInput.FIELD)) {
        if (query.get(field).isPresent()) {
          throw new InvalidInput("granularity", "granularity is missing: that of the window");
        }
      }
      return null;
    }
    CalendarUnit unit = CalendarUnit.parse(query.require("granularity"));
    TimeInput.Named named =
        TimeInput.parse("window", query.get("window").orElse("now"), now.instant().atZone(zone));
    ZonedDateTime start = unit.startOf(named.time());
    if (!named.relative() && !start.isEqual(named.time())) {
      throw new InvalidInput(
          "window",
          "no "
              + unit.label()
              + " starts then; this one does at "
              + ZoneInput.text(zone, start.toEpochSecond()));
    }
    return new WindowRange(unit, start, unit.next(start));
  }
}
