package io.quipu.client;

import java.math.BigInteger;
import java.util.concurrent.CompletionStage;

/** Sketches that are followed. */
final class FollowableSketches implements Followable<CounterSketch> {
  @Override
  public CounterSketch read(JsonObject message) {
    return SketchAnswers.sketch(message);
  }

  @Override
  public CounterRef counter(CounterSketch sketch) {
    return new CounterRef(sketch.namespace(), sketch.counter());
  }

  @Override
  public BigInteger events(CounterSketch sketch) {
    return sketch.sketch().events();
  }

  @Override
  public CompletionStage<CounterSketch> now(Reads reads, CounterRef counter) {
    return reads.sketch(counter, SketchOptions.USUAL);
  }
}
