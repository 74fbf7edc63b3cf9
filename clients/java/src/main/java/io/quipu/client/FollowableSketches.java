package io.quipu.client;

import java.util.concurrent.CompletionStage;

/**
 * Sketches that are followed. Their {@code events} only grow, but for a reset. That looks like an
 * older message, and is told when it is read.
 */
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
  public boolean isOlder(CounterSketch message, CounterSketch last) {
    return message.sketch().events().compareTo(last.sketch().events()) < 0;
  }

  @Override
  public CompletionStage<CounterSketch> now(Reads reads, CounterRef counter) {
    return reads.sketch(counter, SketchOptions.USUAL);
  }
}
