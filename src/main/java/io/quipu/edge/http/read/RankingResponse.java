package io.quipu.edge.http.read;

import io.quipu.edge.counters.SeriesInput;
import io.quipu.edge.web.CsvTable;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.kind.answer.Ranking;
import io.quipu.engine.kind.answer.SeriesAnswer;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.query.Count;
import io.quipu.engine.state.ListedCounter;
import io.quipu.engine.windows.EventTime;
import java.util.List;
import java.util.function.Consumer;

/** The response to a request for the largest counters. */
final class RankingResponse {
  /** Counters of any order, as CSV. */
  static final CsvTable TABLE =
      new CsvTable(
          "counters",
          List.of("counter", "count", "events"),
          List.of("counter", "count", "events", "estimate", "lower", "upper"));

  private RankingResponse() {}

  /**
   * @param most the maximum number of counters in the response; the ranking may hold more
   */
  static Consumer<JsonText> members(Ranking ranking, int most) {
    return json -> write(json, ranking, most, Namespace.DEFAULT, SeriesInput.NONE);
  }

  /**
   * @param input the series by which counters are ranked, or that are ranked
   */
  static void write(
      JsonText json, Ranking ranking, int most, Namespace namespace, SeriesInput input) {
    List<ListedCounter> first = ranking.first();
    if (input.isBroken()) {
      input.write(json);
    }
    json.name("counters").beginArray();
    for (ListedCounter one : first.subList(0, Math.min(most, first.size()))) {
      if (input.isNone()) {
        one.write(json);
      } else {
        json.beginObject();
        name(
            json,
            namespace,
            CounterName.ofStored(CounterName.ofSeries(namespace.name()), one.counter()),
            input);
        one.value().write(json).endObject();
      }
    }
    json.endArray().field("total", ranking.total()).name("sum").beginObject();
    ranking.sum().write(json).endObject();
    writeMoment(json, ranking);
  }

  /** Writes before which point all events are counted, if such a point is known. */
  static void writeMoment(JsonText json, Ranking ranking) {
    if (!ranking.asOf().equals(EventTime.MIN)) {
      json.field("asOf", Count.time(ranking.asOf()));
    }
  }

  private static void name(
      JsonText json, Namespace namespace, CounterName series, SeriesInput input) {
    json.field("counter", series.name());
    if (input.isBroken()) {
      KnownCounter counter = new KnownCounter(series, namespace);
      SeriesAnswer.labels(json, "labels", counter, series.series());
    }
  }
}
