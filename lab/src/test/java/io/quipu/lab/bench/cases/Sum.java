package io.quipu.lab.bench.cases;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Counters added up.
 *
 * @param count of all of them
 * @param unsettled how many events of it are not settled
 */
record Sum(long count, long unsettled) {
  static final Sum NOTHING = new Sum(0, 0);

  /**
   * Adds up an answer of {@code /v1/counts}.
   *
   * @throws IllegalArgumentException if it is not of that many counters
   */
  static Sum of(String answer, int counters) {
    JsonArray counts = new JsonObject(answer).getJsonArray("counts");
    if (counts.size() != counters) {
      throw new IllegalArgumentException(counts.size() + " counts for " + counters + " counters");
    }
    Sum sum = NOTHING;
    for (int i = 0; i < counters; i++) {
      JsonObject count = counts.getJsonObject(i);
      long tail = count.getJsonObject("tail").getLong("events");
      sum = sum.plus(new Sum(count.getLong("count"), tail));
    }
    return sum;
  }

  Sum plus(Sum more) {
    return new Sum(count + more.count, unsettled + more.unsettled);
  }
}
