package io.quipu.edge.http.read;

import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.counters.CounterPath;
import io.quipu.edge.counters.SeriesInput;
import io.quipu.edge.http.read.SeriesResponse.InRange;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.CsvTable;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.input.Limits;
import io.quipu.engine.keys.Right;
import io.quipu.engine.kind.Feature;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.kind.answer.ReadOptions;
import io.quipu.engine.kind.answer.WindowAnswers;
import io.quipu.engine.kind.answer.WindowAnswers.WindowAnswer;
import io.quipu.engine.kind.answer.WindowQuery;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.windows.Granularity;
import io.quipu.service.Asker;
import io.quipu.service.CounterService;
import io.quipu.service.rates.Prices;
import io.vertx.core.Future;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads a counter in the windows of a time range. */
public record WindowsResource(CounterService service, RouteAccess access)
    implements PublicResource {
  private static final int USUAL_SERIES = 10;

  private static final CsvTable TABLE = table("windows", "start", "end");

  @Override
  public void mount(Routes routes, RouteAccess readers) {
    routes.table(
        "/v1/counters/{namespace}/{counter}/windows",
        readers.orPublic(readers.toCounter(Right.READ)),
        TABLE,
        this::read,
        parameters(
            service.kinds(), "granularity", RangeInput.FIELD, "from", "to", ZoneInput.FIELD));
  }

  private Future<Response> read(RoutedRequest request) {
    CounterName counter = CounterPath.counter(request);
    WindowRange range = WindowRange.of(request.query(), service.clock().wall());
    SeriesInput input = SeriesInput.of(request.query());
    return service
        .namespaces()
        .use(
            counter,
            known -> {
              ReadOptions options = options(service.kinds(), request, known);
              return input.isBroken()
                  ? series(request, known, range, input, options)
                  : read(
                          options,
                          input.counter(known),
                          cover(known, range),
                          true,
                          access.asker(request))
                      .map(windows -> response(range, windows));
            });
  }

  private Future<Response> series(
      RoutedRequest request,
      KnownCounter known,
      WindowRange range,
      SeriesInput input,
      ReadOptions options) {
    int limit = request.query().get("limit").map(ListLimit::limit).orElse(USUAL_SERIES);
    Optional<WindowCover> cover = cover(known, range);
    cover.ifPresent(some -> SeriesResponse.requireFew(limit, some, Limits.WINDOWS));
    Optional<WindowCover> total = cover.map(some -> some.together(kept(known)));
    Asker asker = access.asker(request);
    long windows = total.map(WindowCover::windows).orElse(0L);
    JsonText json = new JsonText().beginObject().field("granularity", range.unit().label());
    return new SeriesResponse(service.reads(), asker)
        .largest(
            input, known, limit, windows, one -> read(options, one, total, false, asker.paid()))
        .compose(
            largest -> {
              int each = Prices.together(cover.map(WindowCover::windows).orElse(0L));
              asker.owe(known.name().namespace(), each * largest.size());
              return SeriesResponse.all(
                  largest,
                  one ->
                      read(options, one.series(), cover, true, asker.paid())
                          .map(found -> new InRange(one.series(), found)));
            })
        .map(found -> SeriesResponse.write(input, found, json, (to, one) -> write(to, range, one)))
        .map(written -> Response.json(200, written.endObject()));
  }

  private Set<Granularity> kept(KnownCounter counter) {
    return service.kinds().of(counter.namespace()).windows(counter.namespace());
  }

  private Optional<WindowCover> cover(KnownCounter counter, WindowRange range) {
    service.kinds().of(counter.namespace()).require(Feature.WINDOWS);
    return range.cover(kept(counter)).map(cover -> WindowRange.limited(cover, range.field()));
  }

  /**
   * @param whole as {@link WindowQuery#whole}
   */
  private Future<WindowAnswers> read(
      ReadOptions options,
      KnownCounter counter,
      Optional<WindowCover> cover,
      boolean whole,
      Asker asker) {
    return cover.isEmpty()
        ? Future.succeededFuture(new WindowAnswers(List.of(), null))
        : service.reads().windows(new WindowQuery(counter, cover.get(), whole, options), asker);
  }

  /** The table of the values of ranges, of any kind. */
  static CsvTable table(String member, String from, String to) {
    return new CsvTable(
        member,
        List.of(from, to, "count", "events", "settled"),
        List.of(
            from,
            to,
            "count",
            "events",
            "estimate",
            "lower",
            "upper",
            "items",
            "quantiles",
            "settled"));
  }

  /** The query parameters of a request for windows, with those of series and of some kinds. */
  static String[] parameters(KnownKinds kinds, String... own) {
    Stream<String> series = Stream.of(SeriesInput.BY, SeriesInput.WHERE, "limit");
    return Stream.of(Stream.of(own), series, kinds.readOptions().stream())
        .flatMap(names -> names)
        .toArray(String[]::new);
  }

  /** Parses the query parameters that the kind of the counter takes. */
  static ReadOptions options(KnownKinds kinds, RoutedRequest request, KnownCounter counter) {
    if (request.query().all().isEmpty()) {
      return ReadOptions.USUAL;
    }
    Map<String, String> given = new HashMap<>(request.query().all());
    given.keySet().retainAll(kinds.readOptions());
    return kinds.readOptions(counter.namespace(), given);
  }

  private static Response response(WindowRange range, WindowAnswers answers) {
    JsonText json = new JsonText().beginObject().field("granularity", range.unit().label());
    return Response.json(200, write(json, range, answers).endObject());
  }

  private static JsonText write(JsonText json, WindowRange range, WindowAnswers answers) {
    List<WindowAnswer> windows = answers.windows();
    json.name("windows").beginArray();
    String start = windows.isEmpty() ? "" : text(range, windows.get(0).window().startSecond());
    for (WindowAnswer answer : windows) {
      String end = text(range, answer.window().endSecond());
      json.beginObject().field("start", start).field("end", end);
      answer.content().accept(json);
      json.field("settled", answer.settled()).endObject();
      // where one window ends, the next one begins
      start = end;
    }
    return keptFrom(json.endArray(), range.zone(), answers);
  }

  /** Writes where the windows begin that are still kept, if some are left out. */
  static JsonText keptFrom(JsonText json, ZoneId zone, WindowAnswers answers) {
    Long from = answers.shownFrom();
    return from == null ? json : json.field("keptFrom", ZoneInput.text(zone, from));
  }

  private static String text(WindowRange range, long second) {
    return ZoneInput.text(range.zone(), second);
  }
}
