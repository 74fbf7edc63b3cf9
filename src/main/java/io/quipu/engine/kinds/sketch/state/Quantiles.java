package io.quipu.engine.kinds.sketch.state;

import io.quipu.engine.input.JsonText;
import java.math.BigDecimal;
import java.util.List;

/** The values of some ranks, in the order of the request. */
record Quantiles(List<Quantile> quantiles) implements SketchResult {
  private static final List<String> MEMBERS = List.of("value", "lower", "upper");

  /**
   * The value of a rank.
   *
   * @param values the value, its lower bound and its upper bound; empty if there were no values
   */
  record Quantile(BigDecimal rank, List<Double> values) {}

  @Override
  public void write(JsonText json) {
    json.name("quantiles").beginArray();
    for (Quantile one : quantiles) {
      json.beginObject().name("rank").value(one.rank);
      for (int i = 0; i < MEMBERS.size(); i++) {
        json.name(MEMBERS.get(i));
        if (one.values.isEmpty()) {
          json.nullValue();
        } else {
          json.value(SketchValue.shortest(BigDecimal.valueOf(one.values.get(i))));
        }
      }
      json.endObject();
    }
    json.endArray();
  }
}
