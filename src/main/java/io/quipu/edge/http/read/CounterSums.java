package io.quipu.edge.http.read;

import io.quipu.edge.web.Query;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.kind.answer.Ranking;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.windows.TimeRange;
import io.quipu.service.Asker;
import io.quipu.service.CounterService;
import io.vertx.core.Future;
import java.util.function.Consumer;

/** Sums up the counters of a namespace, or its counters with a prefix. */
record CounterSums(TopResource rankings) {
  /** Sums up whole counts. Completes with what writes the members of the answer. */
  Future<Consumer<JsonText>> count(String namespace, Query query, Asker asker) {
    return service()
        .namespaces()
        .use(
            namespace,
            found ->
                rankings
                    .ranking(found, query, null, asker)
                    .map(ranking -> json -> write(json, ranking)));
  }

  /** Sums up counts of a time range. Completes with what writes the members of the answer. */
  Future<Consumer<JsonText>> total(String namespace, Query query, Asker asker) {
    TotalRange range = TotalRange.of(query, service().clock().wall());
    return range.isAll()
        ? count(namespace, query, asker)
        : service().namespaces().use(namespace, found -> total(found, query, range, asker));
  }

  private CounterService service() {
    return rankings.service();
  }

  private Future<Consumer<JsonText>> total(
      Namespace namespace, Query query, TotalRange range, Asker asker) {
    WindowCover cover = range.cover(service().kinds().of(namespace).windows(namespace));
    Future<Consumer<JsonText>> total =
        sum(namespace, query, range, cover.range(cover.size() - 1), asker);
    return cover.size() == 1
        ? total
        : total.compose(
            members ->
                Future.succeededFuture(cover.range(0))
                    .compose(before -> sum(namespace, query, range, before, asker))
                    .map(previous -> withPrevious(members, previous))
                    // left out, as it is not kept any more
                    .recover(
                        failure ->
                            failure instanceof InvalidInput
                                ? Future.succeededFuture(members)
                                : Future.failedFuture(failure)));
  }

  private Future<Consumer<JsonText>> sum(
      Namespace namespace, Query query, TotalRange range, TimeRange part, Asker asker) {
    return rankings
        .ranking(namespace, query, TopTime.of(range, part), asker)
        .map(
            ranking ->
                json ->
                    write(json, ranking)
                        .field("from", ZoneInput.text(range.zone(), part.startSecond()))
                        .field("to", ZoneInput.text(range.zone(), part.endSecond())));
  }

  private static Consumer<JsonText> withPrevious(
      Consumer<JsonText> members, Consumer<JsonText> previous) {
    return json -> {
      members.accept(json);
      previous.accept(json.name("previous").beginObject());
      json.endObject();
    };
  }

  private static JsonText write(JsonText json, Ranking ranking) {
    ranking.sum().write(json);
    RankingResponse.writeMoment(json.field("counters", ranking.total()), ranking);
    return json;
  }
}
