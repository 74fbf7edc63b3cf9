package io.quipu.engine.kinds.sketch;

import io.quipu.engine.input.JsonText;
import io.quipu.engine.kinds.sketch.state.Estimate;
import io.quipu.engine.state.ListedValue;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A sketch in a list: its estimate with bounds. A sketch without one number, and several sketches
 * together, have the number of values only.
 *
 * @param estimate null if there is no estimate
 */
record ListedSketch(long events, @Nullable Estimate estimate) implements ListedValue {
  static ListedSketch of(SketchAnswer answer) {
    return new ListedSketch(
        answer.events(), answer.result() instanceof Estimate estimate ? estimate : null);
  }

  /** Compares estimates, or numbers of values if the type has no estimates. */
  @Override
  public int compareSize(ListedValue other) {
    ListedSketch sketch = (ListedSketch) other;
    if (estimate == null || sketch.estimate == null) {
      return Long.compare(events, sketch.events);
    }
    BigDecimal own = estimate.estimate();
    BigDecimal others = sketch.estimate.estimate();
    if (own == null || others == null) {
      return Boolean.compare(own != null, others != null);
    }
    return own.compareTo(others);
  }

  @Override
  public ListedSketch and(ListedValue other) {
    return new ListedSketch(events + ((ListedSketch) other).events, null);
  }

  @Override
  public boolean isZero() {
    return events == 0;
  }

  @Override
  public JsonText write(JsonText json) {
    if (estimate != null) {
      estimate.write(json);
    }
    return json.field("events", events);
  }
}
