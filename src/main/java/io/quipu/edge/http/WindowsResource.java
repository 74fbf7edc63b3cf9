package io.quipu.edge.http;

import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.counters.CounterPath;
import io.quipu.edge.counters.SeriesInput;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.CsvTable;
import io.quipu.edge.web.Resource;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.engine.kind.Feature;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.InvalidInput;
import io.quipu.engine.model.JsonText;
import io.quipu.engine.model.KnownCounter;
import io.quipu.engine.model.Limits;
import io.quipu.engine.model.WindowCount;
import io.quipu.engine.model.WindowCover;
import io.quipu.engine.query.Count;
import io.quipu.engine.query.QueryMessages;
import io.quipu.engine.query.QueryMessages.WindowCounts;
import io.quipu.service.CounterService;
import io.quipu.service.auth.Right;
import io.vertx.core.Future;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** Reads the counts of a counter in the windows of a time range. */
record WindowsResource(CounterService service, RouteAccess access) implements Resource {
  private static final int USUAL_SERIES = 10;

  private static final CsvTable TABLE =
      new CsvTable("windows", List.of("start", "end", "count", "events", "settled"));

  @Override
  public void mount(Routes routes) {
    routes.table(
        "/v1/counters/{namespace}/{counter}/windows",
        access.toCounter(Right.READ),
        TABLE,
        this::read,
        "granularity",
        "from",
        "to",
        ZoneInput.FIELD,
        SeriesInput.BY,
        SeriesInput.WHERE,
        "limit");
  }

  private Future<Response> read(RoutedRequest request) {
    CounterName counter = CounterPath.counter(request);
    WindowRange range = WindowRange.of(request.query(), service.clock().wall());
    SeriesInput input = SeriesInput.of(request.query());
    return service
        .namespaces()
        .known(counter)
        .compose(
            known ->
                input.isBroken()
                    ? series(request, known, range, input)
                    : windows(request, input.counter(known), range)
                        .map(windows -> response(range, windows)));
  }

  private Future<Response> series(
      RoutedRequest request, KnownCounter known, WindowRange range, SeriesInput input) {
    int limit = request.query().get("limit").map(ListLimit::limit).orElse(USUAL_SERIES);
    range
        .cover(known.namespace().windows())
        .map(WindowRange::limited)
        .ifPresent(cover -> requireFew(limit, cover));
    JsonText json = new JsonText().beginObject().field("granularity", range.unit().label());
    return new SeriesResponse(service.reads(), request.span())
        .<WindowCounts>each(
            input,
            known,
            limit,
            json,
            one -> windows(request, one, range),
            (to, counts) -> write(to, range, counts))
        .map(written -> Response.json(200, written.endObject()));
  }

  private static void requireFew(int limit, WindowCover cover) {
    if ((long) limit * cover.windows() > Limits.WINDOWS) {
      throw new InvalidInput(
          "limit",
          limit
              + " series of "
              + cover.windows()
              + " windows are asked for; at most "
              + Limits.WINDOWS
              + " windows are allowed in all");
    }
  }

  private Future<WindowCounts> windows(
      RoutedRequest request, KnownCounter counter, WindowRange range) {
    service.kinds().of(counter.namespace()).require(Feature.WINDOWS);
    Optional<WindowCover> cover =
        range.cover(counter.namespace().windows()).map(WindowRange::limited);
    return cover.isEmpty()
        ? Future.succeededFuture(new WindowCounts(List.of(), null))
        : service.reads().windows(new QueryMessages.Range(counter, cover.get()), request.span());
  }

  private static Response response(WindowRange range, WindowCounts counts) {
    JsonText json = new JsonText().beginObject().field("granularity", range.unit().label());
    return Response.json(200, write(json, range, counts).endObject());
  }

  private static JsonText write(JsonText json, WindowRange range, WindowCounts counts) {
    List<WindowCount> windows = counts.windows();
    json.name("windows").beginArray();
    String start = windows.isEmpty() ? "" : text(range, windows.get(0).window().startSecond());
    for (WindowCount count : windows) {
      String end = text(range, count.window().endSecond());
      json.beginObject().field("start", start).field("end", end);
      Count.write(json, count.tally()).field("settled", count.settled()).endObject();
      // where one window ends, the next one begins
      start = end;
    }
    return keptFrom(json.endArray(), range.zone(), counts);
  }

  /** Writes where the windows begin that are still kept, if some are left out. */
  static JsonText keptFrom(JsonText json, ZoneId zone, WindowCounts counts) {
    Long from = counts.shownFrom();
    return from == null ? json : json.field("keptFrom", ZoneInput.text(zone, from));
  }

  private static String text(WindowRange range, long second) {
    return ZoneInput.text(range.zone(), second);
  }
}
