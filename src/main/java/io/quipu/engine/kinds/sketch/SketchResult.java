package io.quipu.engine.kinds.sketch;

import io.quipu.engine.model.JsonText;

/** The result that a state gives. Immutable. */
sealed interface SketchResult permits Estimate, TopItems, Quantiles {
  /** Writes the members of the result into an object that the caller has begun. */
  void write(JsonText json);
}
