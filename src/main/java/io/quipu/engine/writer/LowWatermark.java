package io.quipu.engine.writer;

import io.quipu.engine.model.EventTime;
import java.util.concurrent.CompletionStage;

/**
 * The low watermark of a whole process: the minimum over its ingesting contexts. Asking also tells
 * them which incarnation they write as.
 */
@FunctionalInterface
public interface LowWatermark {
  /**
   * The smallest event time that {@code incarnation} may still acknowledge. Where a context did not
   * answer in time, what it said last; never less than the truth.
   */
  CompletionStage<EventTime> low(Incarnation incarnation);

  /** Tells whether all contexts write as this incarnation; until then some refuse to record. */
  default boolean isAdopted(Incarnation incarnation) {
    return true;
  }
}
