package io.quipu.edge.http;

import io.quipu.edge.response.Response;
import io.quipu.edge.web.CsvTable;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.JsonText;
import io.quipu.engine.query.Count;
import io.quipu.engine.query.ranking.Ranking;
import io.quipu.engine.store.CounterSlices.Settled;
import java.util.List;

/** The response to a request for the largest counters. */
final class RankingResponse {
  /** Counters of any order, as CSV. */
  static final CsvTable TABLE = new CsvTable("counters", List.of("counter", "count", "events"));

  private RankingResponse() {}

  /**
   * @param most the maximum number of counters in the response; the ranking may hold more
   */
  static Response of(Ranking ranking, int most) {
    List<Settled> first = ranking.first();
    JsonText json = new JsonText().beginObject().name("counters").beginArray();
    for (Settled one : first.subList(0, Math.min(most, first.size()))) {
      json.beginObject().field("counter", one.counter());
      Count.write(json, one.tally()).endObject();
    }
    json.endArray().field("total", ranking.total()).name("sum").beginObject();
    Count.write(json, ranking.sum()).endObject();
    if (!ranking.asOf().equals(EventTime.MIN)) {
      json.field("asOf", Count.time(ranking.asOf()));
    }
    return Response.json(200, json.endObject());
  }
}
