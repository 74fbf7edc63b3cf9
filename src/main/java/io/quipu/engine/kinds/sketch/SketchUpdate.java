package io.quipu.engine.kinds.sketch;

import io.quipu.engine.kind.Recording;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.Granularity;
import java.util.List;
import java.util.Set;

/**
 * Values of one counter that are acknowledged together.
 *
 * @param windows the windows that the counter has
 */
public record SketchUpdate(
    CounterName counter, SketchType type, Set<Granularity> windows, List<SketchValue> values)
    implements Recording {
  public SketchUpdate {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("no values");
    }
  }

  /** Makes an update of a counter without windows. */
  SketchUpdate(CounterName counter, SketchType type, List<SketchValue> values) {
    this(counter, type, Set.of(), values);
  }

  @Override
  public int size() {
    return values.size();
  }
}
