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
import io.quipu.engine.model.JsonText;
import io.quipu.engine.model.KnownCounter;
import io.quipu.engine.model.Tally;
import io.quipu.engine.model.TimeRange;
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

/** Adds up what a counter counted in a time range. */
record TotalResource(CounterService service, RouteAccess access) implements Resource {
  private static final CsvTable TABLE =
      new CsvTable("totals", List.of("from", "to", "count", "events", "settled"));

  @Override
  public void mount(Routes routes) {
    routes.table(
        "/v1/counters/{namespace}/{counter}/total",
        access.toCounter(Right.READ),
        TABLE,
        this::read,
        "from",
        "to",
        ZoneInput.FIELD,
        TotalRange.COMPARE,
        SeriesInput.BY,
        SeriesInput.WHERE,
        "limit");
  }

  private Future<Response> read(RoutedRequest request) {
    CounterName counter = CounterPath.counter(request);
    TotalRange range = TotalRange.of(request.query(), service.clock().wall());
    SeriesInput input = SeriesInput.of(request.query());
    return service
        .namespaces()
        .known(counter)
        .compose(
            known ->
                input.isBroken()
                    ? series(request, known, range, input)
                    : sums(request, input.counter(known), range)
                        .map(sums -> response(range, sums)));
  }

  private Future<Response> series(
      RoutedRequest request, KnownCounter known, TotalRange range, SeriesInput input) {
    return new SeriesResponse(service.reads(), request.span())
        .<WindowCounts>each(
            input,
            known,
            ListLimit.of(request.query()),
            new JsonText().beginObject(),
            one -> sums(request, one, range),
            (to, sums) -> write(to, range, sums))
        .map(json -> Response.json(200, json.endObject()));
  }

  private Future<WindowCounts> sums(RoutedRequest request, KnownCounter counter, TotalRange range) {
    service.kinds().of(counter.namespace()).require(Feature.WINDOWS);
    WindowCover cover = range.cover(counter.namespace().windows());
    return service.reads().windows(new QueryMessages.Range(counter, cover, false), request.span());
  }

  private static Response response(TotalRange range, WindowCounts counts) {
    JsonText json = new JsonText().beginObject();
    return Response.json(200, write(json, range, counts).endObject());
  }

  private static JsonText write(JsonText json, TotalRange range, WindowCounts counts) {
    List<WindowCount> sums = counts.windows();
    ZoneId zone = range.zone();
    if (sums.isEmpty()) {
      nothing(json, range);
    } else {
      write(json, zone, sums.get(sums.size() - 1));
    }
    if (sums.size() > 1) {
      write(json.name("previous").beginObject(), zone, sums.get(0)).endObject();
    }
    return WindowsResource.keptFrom(json, zone, counts);
  }

  /** Writes the total of a range of which no window is kept any more. */
  private static void nothing(JsonText json, TotalRange range) {
    String end = ZoneInput.text(range.zone(), range.to().time().toEpochSecond());
    Count.write(json, Tally.ZERO).field("from", end).field("to", end).field("settled", true);
  }

  private static JsonText write(JsonText json, ZoneId zone, WindowCount sum) {
    TimeRange range = sum.window();
    return Count.write(json, sum.tally())
        .field("from", ZoneInput.text(zone, range.startSecond()))
        .field("to", ZoneInput.text(zone, range.endSecond()))
        .field("settled", sum.settled());
  }
}
