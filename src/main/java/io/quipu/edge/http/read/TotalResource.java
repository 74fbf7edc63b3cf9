package io.quipu.edge.http.read;

import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.counters.CounterPath;
import io.quipu.edge.counters.SeriesInput;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.CsvTable;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.input.Limits;
import io.quipu.engine.keys.Right;
import io.quipu.engine.kind.Feature;
import io.quipu.engine.kind.Kind;
import io.quipu.engine.kind.answer.ReadOptions;
import io.quipu.engine.kind.answer.WindowAnswers;
import io.quipu.engine.kind.answer.WindowAnswers.WindowAnswer;
import io.quipu.engine.kind.answer.WindowQuery;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.windows.TimeRange;
import io.quipu.service.Asker;
import io.quipu.service.CounterService;
import io.vertx.core.Future;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Consumer;

/** Adds up what a counter counted in a time range. */
public record TotalResource(CounterService service, RouteAccess access) implements PublicResource {
  private static final CsvTable TABLE = WindowsResource.table("totals", "from", "to");

  @Override
  public void mount(Routes routes, RouteAccess readers) {
    routes.table(
        "/v1/counters/{namespace}/{counter}/total",
        readers.orPublic(readers.toCounter(Right.READ)),
        TABLE,
        this::read,
        WindowsResource.parameters(
            service.kinds(), RangeInput.FIELD, "from", "to", ZoneInput.FIELD, TotalRange.COMPARE));
  }

  private Future<Response> read(RoutedRequest request) {
    CounterName counter = CounterPath.counter(request);
    TotalRange range = TotalRange.of(request.query(), service.clock().wall());
    SeriesInput input = SeriesInput.of(request.query());
    return service
        .namespaces()
        .use(
            counter,
            known -> {
              ReadOptions options = WindowsResource.options(service.kinds(), request, known);
              return input.isBroken()
                  ? series(request, known, range, input, options)
                  : sums(options, input.counter(known), range, access.asker(request))
                      .map(sums -> response(range, sums, nothing(known, options)));
            });
  }

  private Future<Response> series(
      RoutedRequest request,
      KnownCounter known,
      TotalRange range,
      SeriesInput input,
      ReadOptions options) {
    int limit = ListLimit.of(request.query());
    Kind kind = service.kinds().of(known.namespace());
    Asker asker = access.asker(request);
    WindowCover cover = range.cover(kind.windows(known.namespace()));
    SeriesResponse.requireFew(limit, cover, Limits.WINDOWS_OF_SERIES);
    return new SeriesResponse(service.reads(), asker)
        .largest(
            input, known, limit, cover.windows(), one -> sums(options, one, range, asker.paid()))
        .map(
            series ->
                Response.json(
                    200,
                    SeriesResponse.write(
                            input,
                            series,
                            new JsonText().beginObject(),
                            (json, sums) -> write(json, range, sums, nothing(known, options)))
                        .endObject()));
  }

  private Future<WindowAnswers> sums(
      ReadOptions options, KnownCounter counter, TotalRange range, Asker asker) {
    Kind kind = service.kinds().of(counter.namespace());
    kind.require(Feature.WINDOWS);
    WindowCover cover = range.cover(kind.windows(counter.namespace()));
    return service
        .reads()
        .windows(new WindowQuery(counter, cover, false, options), asker)
        .map(sums -> TotalRange.shown(sums, cover.size()));
  }

  /** Writes the total of a range of which no window is kept any more. */
  private Consumer<JsonText> nothing(KnownCounter counter, ReadOptions options) {
    Namespace namespace = counter.namespace();
    return json -> service.kinds().of(namespace).writeNothing(json, namespace, options);
  }

  private static Response response(
      TotalRange range, WindowAnswers answers, Consumer<JsonText> nothing) {
    JsonText json = new JsonText().beginObject();
    return Response.json(200, write(json, range, answers, nothing).endObject());
  }

  private static JsonText write(
      JsonText json, TotalRange range, WindowAnswers answers, Consumer<JsonText> nothing) {
    List<WindowAnswer> sums = answers.windows();
    ZoneId zone = range.zone();
    if (sums.isEmpty()) {
      nothing.accept(json);
      String end = ZoneInput.text(zone, range.end().toEpochSecond());
      json.field("from", end).field("to", end).field("settled", true);
    } else {
      write(json, zone, sums.get(sums.size() - 1));
    }
    if (sums.size() > 1) {
      write(json.name("previous").beginObject(), zone, sums.get(0)).endObject();
    }
    return WindowsResource.keptFrom(json, zone, answers);
  }

  private static JsonText write(JsonText json, ZoneId zone, WindowAnswer sum) {
    TimeRange range = sum.window();
    sum.content().accept(json);
    return json.field("from", ZoneInput.text(zone, range.startSecond()))
        .field("to", ZoneInput.text(zone, range.endSecond()))
        .field("settled", sum.settled());
  }
}
