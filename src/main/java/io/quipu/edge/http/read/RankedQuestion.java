package io.quipu.edge.http.read;

import io.quipu.edge.counters.SeriesInput;
import io.quipu.edge.web.Query;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.input.Limits;
import io.quipu.engine.kind.answer.Ranked;
import io.quipu.engine.kind.answer.Ranking;
import io.quipu.engine.kind.answer.WindowAnswers;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.WindowCover;
import io.quipu.service.CounterService;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A question about the counters of a namespace: what is asked of the rankings, and what becomes of
 * their answer.
 *
 * @param answer makes of a ranking what writes the members of the answer; throws {@link
 *     InvalidInput} if the ranking is none
 */
record RankedQuestion(Ranked asked, Function<Ranking, Consumer<JsonText>> answer) {
  /** Writes an answer. */
  interface Form {
    /**
     * @param sums the sums in the ranges of time that are still kept; none if no time was asked for
     * @param ranges the number of ranges that were asked for
     */
    void write(JsonText json, Ranking ranking, WindowAnswers sums, int ranges);
  }

  /**
   * Makes the question of a query.
   *
   * @param time null for all that counters have counted
   * @param most the maximum number of counters in the ranking
   * @throws InvalidInput if nothing of the time is kept any more, or it has too many windows
   */
  static RankedQuestion of(
      CounterService service,
      Namespace namespace,
      Query query,
      @Nullable RankedTime time,
      int most,
      Form form) {
    NameRange names = NameRange.of(query.get(TopResource.PREFIX).orElse(""));
    String series = SeriesInput.of(query).ranked(namespace);
    if (time == null) {
      return new RankedQuestion(
          new Ranked(namespace, names, List.of(), series, most),
          ranking -> {
            requireKnown(ranking);
            return json -> form.write(json, ranking, WindowAnswers.NONE, 0);
          });
    }
    WindowCover cover = time.cover(service.kinds().of(namespace).windows(namespace));
    WindowCover asked = time.shown(cover, namespace, service.reached());
    return new RankedQuestion(
        new Ranked(namespace, names, bounds(asked), series, most),
        ranking -> {
          requireKnown(ranking);
          // what was read may have been deleted meanwhile
          WindowCover shown = time.shown(asked, namespace, service.reached());
          WindowAnswers sums =
              new WindowAnswers(
                  ranking.ranges().subList(asked.size() - shown.size(), asked.size()),
                  shown.size() < cover.size() ? shown.start().epochSecond() : null);
          return json -> form.write(json, ranking, sums, cover.size());
        });
  }

  private static List<Long> bounds(WindowCover cover) {
    List<Long> bounds = new ArrayList<>();
    for (int i = 0; i < cover.size(); i++) {
      bounds.add(cover.range(i).startSecond());
    }
    bounds.add(cover.end().epochSecond());
    return bounds;
  }

  private static void requireKnown(Ranking ranking) {
    if (ranking.equals(Ranking.TOO_MANY)) {
      throw new InvalidInput(
          SeriesInput.BY,
          "a counter has more than "
              + Limits.COUNTS
              + " series, too many to rank those of all counters; take where, or by of one"
              + " counter");
    }
  }
}
