package io.quipu.edge.http.read;

import io.quipu.edge.counters.SeriesInput;
import io.quipu.edge.web.Query;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.kind.answer.Ranked;
import io.quipu.engine.kind.answer.Ranking;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.windows.TimeRange;
import io.quipu.service.Asker;
import io.quipu.service.CounterService;
import io.vertx.core.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Adds up all counters of a namespace, or those of a prefix, by their settled counts. */
record CounterSums(CounterService service) {
  /** Adds up all that the counters have counted. Completes with what writes the members. */
  Future<Consumer<JsonText>> count(String namespace, Query query, Asker asker) {
    SeriesInput input = SeriesInput.of(query);
    return service
        .namespaces()
        .use(
            namespace,
            found ->
                ranking(found, query, null, input, asker)
                    .map(ranking -> json -> write(json, ranking)));
  }

  /** Adds up what the counters counted in a time range. Completes with what writes the members. */
  Future<Consumer<JsonText>> total(String namespace, Query query, Asker asker) {
    TotalRange range = TotalRange.of(query, service.clock().wall());
    SeriesInput input = SeriesInput.of(query);
    return range.isAll()
        ? count(namespace, query, asker)
        : service.namespaces().use(namespace, found -> total(found, query, range, input, asker));
  }

  private Future<Consumer<JsonText>> total(
      Namespace namespace, Query query, TotalRange range, SeriesInput input, Asker asker) {
    WindowCover cover = range.cover(service.kinds().of(namespace).windows(namespace));
    Future<Consumer<JsonText>> total =
        sum(namespace, query, range, cover.range(cover.size() - 1), input, asker);
    if (cover.size() == 1) {
      return total;
    }
    return total.compose(
        members ->
            sum(namespace, query, range, cover.range(0), input, asker)
                .map(
                    previous ->
                        (Consumer<JsonText>)
                            json -> {
                              members.accept(json);
                              previous.accept(json.name("previous").beginObject());
                              json.endObject();
                            })
                // left out, as it is not kept any more
                .recover(
                    failure ->
                        failure instanceof InvalidInput
                            ? Future.succeededFuture(members)
                            : Future.failedFuture(failure)));
  }

  /** Adds up a stretch of time. Fails as a ranking does if some of it is not kept any more. */
  private Future<Consumer<JsonText>> sum(
      Namespace namespace,
      Query query,
      TotalRange range,
      TimeRange part,
      SeriesInput input,
      Asker asker) {
    long[] bounds = {part.startSecond(), part.endSecond()};
    TopTime time =
        new TopTime(
            range.field(), range.zone(), kept -> WindowCover.of(bounds, kept, range.field()));
    return Future.succeededFuture(time)
        .map(any -> any.cover(service.kinds().of(namespace).windows(namespace)))
        .compose(
            cover -> {
              time.requireShown(cover, namespace, service.reached());
              return ranking(namespace, query, part, input, asker)
                  .map(
                      ranking -> {
                        // what was read may have been deleted meanwhile
                        time.requireShown(cover, namespace, service.reached());
                        return json ->
                            write(json, ranking)
                                .field("from", ZoneInput.text(range.zone(), part.startSecond()))
                                .field("to", ZoneInput.text(range.zone(), part.endSecond()));
                      });
            });
  }

  private Future<Ranking> ranking(
      Namespace namespace, Query query, @Nullable TimeRange time, SeriesInput input, Asker asker) {
    NameRange names = NameRange.of(query.get(TopResource.PREFIX).orElse(""));
    return service
        .questions()
        .answer(new Ranked(namespace, names, time, input.ranked(namespace)), asker);
  }

  private static JsonText write(JsonText json, Ranking ranking) {
    ranking.sum().write(json);
    RankingResponse.writeMoment(json.field("counters", ranking.total()), ranking);
    return json;
  }
}
