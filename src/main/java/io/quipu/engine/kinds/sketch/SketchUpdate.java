package io.quipu.engine.kinds.sketch;

import io.quipu.engine.kind.Recording;
import io.quipu.engine.model.CounterName;
import java.util.List;

/** Values of one counter that are acknowledged together. */
public record SketchUpdate(CounterName counter, SketchType type, List<SketchValue> values)
    implements Recording {
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
