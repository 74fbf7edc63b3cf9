package io.quipu.edge.http;

import io.quipu.edge.response.Response;
import io.quipu.edge.web.CsvTable;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.JsonText;
import io.quipu.engine.model.ListedCounter;
import io.quipu.engine.query.Count;
import io.quipu.engine.query.ranking.Ranking;
import java.util.List;

/** The response to a request for the largest counters. */
final class RankingResponse {
  /** Counters of any order, as CSV. */
  static final CsvTable TABLE =
      new CsvTable(
          "counters", List.of("counter", "count", "events"), List.of("estimate", "lower", "upper"));

  private RankingResponse() {}

  /**
   * @param most the maximum number of counters in the response; the ranking may hold more
   */
  static Response of(Ranking ranking, int most) {
    List<ListedCounter> first = ranking.first();
    JsonText json = new JsonText().beginObject().name("counters").beginArray();
    for (ListedCounter one : first.subList(0, Math.min(most, first.size()))) {
      one.write(json);
    }
    json.endArray().field("total", ranking.total()).name("sum").beginObject();
    ranking.sum().write(json).endObject();
    if (!ranking.asOf().equals(EventTime.MIN)) {
      json.field("asOf", Count.time(ranking.asOf()));
    }
    return Response.json(200, json.endObject());
  }
}
