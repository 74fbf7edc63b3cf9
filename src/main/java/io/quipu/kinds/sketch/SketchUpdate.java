package io.quipu.kinds.sketch;

import io.quipu.counter.CounterName;
import io.quipu.kind.Recording;
import java.util.List;

/** Values of one counter, to be recorded together. */
public record SketchUpdate(CounterName counter, SketchType type, List<SketchValue> values)
    implements Recording {
  /**
   * @throws IllegalArgumentException if there are none
   */
  public SketchUpdate {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("no values");
    }
  }

  @Override
  public int size() {
    return values.size();
  }
}
