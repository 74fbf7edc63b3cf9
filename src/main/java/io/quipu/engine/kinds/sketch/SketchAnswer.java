package io.quipu.engine.kinds.sketch;

import io.quipu.engine.input.JsonText;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kinds.sketch.state.Estimate;
import io.quipu.engine.kinds.sketch.state.SketchResult;
import io.quipu.engine.names.CounterName;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * The answer of one read of a sketch.
 *
 * @param events the number of values, one for each event
 */
record SketchAnswer(CounterName counter, long events, SketchResult result) implements Answer {
  @Override
  public void writeParts(JsonText json) {
    json.field("events", events);
    result.write(json);
  }

  @Override
  public @Nullable BigInteger wholeNumber() {
    BigDecimal estimate = result instanceof Estimate some ? some.estimate() : null;
    return estimate == null ? null : estimate.setScale(0, RoundingMode.HALF_EVEN).toBigInteger();
  }

  @Override
  public Number number() {
    return result instanceof Estimate known && known.estimate() != null ? known.estimate() : events;
  }

  @Override
  public ListedSketch listed() {
    return ListedSketch.of(this);
  }

  @Override
  public boolean isEmpty() {
    return events == 0;
  }

  /**
   * The number of events, because each event changes it. The result does not serve, because two
   * merges of the same states may give different results.
   */
  @Override
  public String version() {
    return Long.toString(events);
  }
}
