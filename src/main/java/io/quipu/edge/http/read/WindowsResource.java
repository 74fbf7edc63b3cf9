package io.quipu.edge.http.read;

import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.counters.CounterPath;
import io.quipu.edge.counters.SeriesInput;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.CsvTable;
import io.quipu.edge.web.Query;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.keys.Right;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.kind.answer.ReadOptions;
import io.quipu.engine.kind.answer.WindowAnswers;
import io.quipu.engine.kind.answer.WindowAnswers.WindowAnswer;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.windows.Granularity;
import io.quipu.service.Asker;
import io.quipu.service.CounterService;
import io.quipu.service.SeriesInTime;
import io.quipu.service.SeriesInTime.InRange;
import io.vertx.core.Future;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

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
        ReadParameters.with(
            service.kinds(), "granularity", RangeInput.FIELD, "from", "to", ZoneInput.FIELD));
  }

  private Future<Response> read(RoutedRequest request) {
    return answer(CounterPath.counter(request), request.query(), access.asker(request))
        .map(Response::object);
  }

  /** Reads windows, as the path does. Completes with what writes the members of the answer. */
  Future<Consumer<JsonText>> answer(CounterName counter, Query query, Asker asker) {
    WindowRange range = WindowRange.of(query, service.clock().wall());
    SeriesInput input = SeriesInput.of(query);
    return service
        .namespaces()
        .use(
            counter,
            known -> {
              ReadOptions options = ReadParameters.options(service.kinds(), query, known);
              Namespace namespace = known.namespace();
              Set<Granularity> kept = service.kinds().of(namespace).windows(namespace);
              if (input.isBroken()) {
                int limit = query.get("limit").map(ListLimit::limit).orElse(USUAL_SERIES);
                return new SeriesInTime(service.questions(), asker)
                    .windows(
                        input.range(known, "", limit, true).with(options), cover(range, kept), kept)
                    .map(found -> json -> writeSeries(json, input, range, found));
              }
              KnownCounter one = input.counter(known);
              return cover(range, kept)
                  .map(cover -> new Question.Windows(one, cover, true, options))
                  .map(question -> service.questions().answer(question, asker))
                  .orElseGet(() -> Future.succeededFuture(WindowAnswers.NONE))
                  .map(windows -> json -> write(json, range, windows));
            });
  }

  private static Optional<WindowCover> cover(WindowRange range, Set<Granularity> kept) {
    return range.cover(kept).map(cover -> WindowRange.limited(cover, range.field()));
  }

  private static void writeSeries(
      JsonText json, SeriesInput input, WindowRange range, List<InRange> found) {
    SeriesResponse.write(
        input, found, unit(json, range), (to, one) -> writeWindows(to, range, one));
  }

  private static JsonText unit(JsonText json, WindowRange range) {
    return json.field("granularity", range.unit().label());
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

  /** Writes the windows of a range. */
  static JsonText write(JsonText json, WindowRange range, WindowAnswers answers) {
    return writeWindows(unit(json, range), range, answers);
  }

  private static JsonText writeWindows(JsonText json, WindowRange range, WindowAnswers answers) {
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
