package io.quipu.engine.writer;

import io.quipu.engine.model.EventTime;
import java.util.concurrent.CompletionStage;

/**
 * The low watermark of a whole process: the minimum over its ingesting contexts. A request for the
 * low watermark also tells the contexts the incarnation under which they write.
 */
@FunctionalInterface
public interface LowWatermark {
  /**
   * The smallest event time that {@code incarnation} may still acknowledge. For a context that does
   * not answer in time, its last answer counts; that answer is never too large.
   */
  CompletionStage<EventTime> low(Incarnation incarnation);

  /** Tells whether all contexts write as this incarnation; the other contexts refuse to record. */
  default boolean isAdopted(Incarnation incarnation) {
    return true;
  }
}
