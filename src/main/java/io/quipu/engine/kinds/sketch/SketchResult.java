package io.quipu.engine.kinds.sketch;

import io.quipu.engine.model.JsonText;

/** The result that is answered of a state. Immutable. */
sealed interface SketchResult permits Estimate, TopItems, Quantiles {
  /** Writes its members into an object that the caller has begun. */
  void write(JsonText json);
}
