package io.quipu.engine.kinds.sketch.state;

import io.quipu.engine.input.JsonText;

/** The part of an answer that is computed from a state. Immutable. */
public sealed interface SketchResult permits Estimate, TopItems, Quantiles {
  /** Writes the members of the result into a JSON object that the caller has begun. */
  void write(JsonText json);
}
