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
import io.quipu.engine.windows.TimeRange;
import io.quipu.service.Asker;
import io.quipu.service.CounterService;
import io.quipu.service.SeriesInTime;
import io.vertx.core.Future;
import java.time.ZoneId;
import java.util.List;
import java.util.function.BiConsumer;
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
        ReadParameters.with(
            service.kinds(), RangeInput.FIELD, "from", "to", ZoneInput.FIELD, TotalRange.COMPARE));
  }

  private Future<Response> read(RoutedRequest request) {
    return answer(CounterPath.counter(request), request.query(), access.asker(request))
        .map(Response::object);
  }

  /** Reads a total, as the path does. Completes with what writes the members of the answer. */
  Future<Consumer<JsonText>> answer(CounterName counter, Query query, Asker asker) {
    TotalRange range = TotalRange.of(query, service.clock().wall());
    SeriesInput input = SeriesInput.of(query);
    return service
        .namespaces()
        .use(
            counter,
            known -> {
              ReadOptions options = ReadParameters.options(service.kinds(), query, known);
              Consumer<JsonText> nothing = nothing(known, options);
              WindowCover cover = cover(known, range);
              BiConsumer<JsonText, WindowAnswers> write =
                  (json, sums) -> write(json, range, TotalRange.shown(sums, cover.size()), nothing);
              if (input.isBroken()) {
                int limit = ListLimit.of(query);
                return new SeriesInTime(service.questions(), asker)
                    .totals(input.range(known, "", limit, true).with(options), cover)
                    .map(found -> json -> SeriesResponse.write(input, found, json, write));
              }
              return service
                  .questions()
                  .answer(new Question.Windows(input.counter(known), cover, false, options), asker)
                  .map(sums -> json -> write.accept(json, sums));
            });
  }

  private WindowCover cover(KnownCounter counter, TotalRange range) {
    Namespace namespace = counter.namespace();
    return range.cover(service.kinds().of(namespace).windows(namespace));
  }

  /** Writes the total of a range of which no window is kept any more. */
  private Consumer<JsonText> nothing(KnownCounter counter, ReadOptions options) {
    Namespace namespace = counter.namespace();
    return json -> service.kinds().of(namespace).writeNothing(json, namespace, options);
  }

  /**
   * Writes a total, and perhaps the previous one.
   *
   * @param nothing writes the total if no window of the range is kept
   */
  static JsonText write(
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
