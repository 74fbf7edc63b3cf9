package io.quipu.http;

import io.quipu.counter.EventTime;
import io.quipu.query.Count;
import io.quipu.ranking.Ranking;
import io.quipu.store.CounterSlices.Settled;
import io.quipu.web.JsonText;
import io.quipu.web.Response;
import java.util.List;

/** The answer to who asked for the largest counters. */
final class RankingResponse {
  private RankingResponse() {}

  /**
   * @param most how many of them were asked for
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
