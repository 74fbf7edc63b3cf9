package io.quipu.edge.http.read;

import io.quipu.edge.web.Query;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.kind.answer.Ranking;
import io.quipu.engine.kind.answer.WindowAnswers;
import io.quipu.engine.names.Namespace;
import io.quipu.service.CounterService;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sums up the counters of namespaces, or their counters with a prefix.
 *
 * @param most the maximum number of counters that are ranked
 */
record CounterSums(CounterService service, Query query, int most) {
  /** The question for all that counters have counted. */
  Function<Namespace, RankedQuestion> count() {
    return question(
        null, (json, ranking, sums, ranges) -> writeCounters(ranking.sum().write(json), ranking));
  }

  /** The question for what counters count in a range, and perhaps in the one before. */
  Function<Namespace, RankedQuestion> total() {
    TotalRange range = TotalRange.of(query, service.clock().wall());
    if (range.isAll()) {
      Function<Namespace, RankedQuestion> count = count();
      return namespace -> {
        RankedQuestion all = count.apply(namespace);
        return new RankedQuestion(all.asked(), all.answer().andThen(CounterSums::asTotal));
      };
    }
    return question(
        RankedTime.of(range),
        (json, ranking, sums, ranges) -> {
          json.name("total").beginObject();
          WindowAnswers kept = new WindowAnswers(sums.windows(), null);
          TotalResource.write(json, range, TotalRange.shown(kept, ranges), nothing -> {});
          writeCounters(json, ranking).endObject();
        });
  }

  /** A total is a member of its own; what other questions ask for are members of the result. */
  static Consumer<JsonText> asTotal(Consumer<JsonText> members) {
    return json -> {
      members.accept(json.name("total").beginObject());
      json.endObject();
    };
  }

  /** The question for what counters count in each window of a range. */
  Function<Namespace, RankedQuestion> windows() {
    WindowRange range = WindowRange.of(query, service.clock().wall());
    return question(
        RankedTime.of(range),
        (json, ranking, sums, ranges) ->
            RankingResponse.writeMoment(WindowsResource.write(json, range, sums), ranking));
  }

  private Function<Namespace, RankedQuestion> question(
      @Nullable RankedTime time, RankedQuestion.Form form) {
    return namespace -> RankedQuestion.of(service, namespace, query, time, most, form);
  }

  private static JsonText writeCounters(JsonText json, Ranking ranking) {
    RankingResponse.writeMoment(json.field("counters", ranking.total()), ranking);
    return json;
  }
}
