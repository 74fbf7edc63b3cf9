package io.quipu.client;

/** The listener for sketches. It is called by one thread at a time, and must not block for long. */
@FunctionalInterface
public interface SketchListener extends ConnectionListener {
  /** A sketch: first the present one of each counter, then one whenever it changed. */
  void onSketch(CounterSketch sketch);
}
